#include "engine/reason.hpp"

#include <algorithm>
#include <array>

#include "engine/search/tile_set.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr int few_together = 3;

TileSet tiles_of(const std::vector<PlacedTile>& run) {
  TileSet set = 0;
  for (const PlacedTile& placed : run) set |= set_of(placed.tile.index());
  return set;
}

/// The sixth tiles of the lines of five through the placed tiles, if one end admits it.
std::vector<Tile> open_sixths(const View& view, const Board& after, const Place& place) {
  std::vector<Tile> sixths;
  for (const PlacedTile& placed : place.tiles)
    for (const Direction direction : directions) {
      const auto run = run_through(after, placed.cell, direction);
      if (static_cast<int>(run.size()) != longest_line - 1) continue;
      const TileSet missing = lengthening(tiles_of(run));
      if (missing == 0) continue;
      const Tile tile = tile_at(first_of(missing));
      const auto admits = [&](Cell end) {
        return on_board(view.rules, end) && !after.at(end) && fits(after, end, tile);
      };
      if ((admits(step(run.front().cell, direction, -1)) ||
           admits(step(run.back().cell, direction, 1))) &&
          std::ranges::count(sixths, tile) == 0)
        sixths.push_back(tile);
    }
  return sixths;
}

void add_placement(std::vector<MoveReason>& reasons, const View& view, const Place& place) {
  Hand kept = view.hand;
  for (const PlacedTile& placed : place.tiles) static_cast<void>(kept.remove(placed.tile));
  const Score made = score(view.rules, view.board, place);
  if (kept.empty() && view.bag == 0) reasons.push_back({ReasonCode::goes_out, 0, {}});
  const auto sixes = std::ranges::count_if(
      made.lines, [](const ScoredLine& line) { return line.length() == longest_line; });
  if (sixes > 0) reasons.push_back({ReasonCode::line_of_six, static_cast<int>(sixes), {}});
  reasons.push_back({ReasonCode::points, made.points(), {}});
  const auto discs = std::ranges::count_if(place.tiles, [&](const PlacedTile& placed) {
    return std::ranges::count(view.stars, placed.cell) != 0;
  });
  if (discs > 0) reasons.push_back({ReasonCode::takes_disc, static_cast<int>(discs), {}});
  Board after = view.board;
  for (const PlacedTile& placed : place.tiles) after.put(placed);
  for (const Tile tile : open_sixths(view, after, place)) {
    reasons.push_back({ReasonCode::leaves_five, copies_left(view, tile), tile});
  }
  if (const int together = largest_set(kept); together >= few_together)
    reasons.push_back({ReasonCode::keeps_together, together, {}});
}

}  // namespace

std::string_view code_of(ReasonCode code) {
  constexpr std::array<std::string_view, 19> names{
      "points",     "line_of_six", "leaves_five", "goes_out",     "keeps_together",
      "takes_disc", "trades",      "rolls",       "takes_tile",   "prepares_six",
      "blocks_six", "opens",       "next_scores", "keeps_copies", "roll_odds",
      "disc_buys",  "race",        "proved",      "keeps_six"};
  return nth(names, code);
}

int copies_left(const View& view, Tile tile) {
  const Tile piece = piece_of(view.rules, tile);
  int copies = view.unseen.count(piece);
  for (std::size_t i = 0; i < view.seats.size(); ++i) {
    const auto& hand = view.seats[i].hand;
    if (!hand || view.seat == static_cast<int>(i)) continue;
    copies += static_cast<int>(std::ranges::count_if(
        *hand, [&](Tile held) { return piece_of(view.rules, held) == piece; }));
  }
  return copies;
}

std::vector<MoveReason> reasons_for(const View& view, const Move& move) {
  std::vector<MoveReason> reasons;
  if (const auto* place = std::get_if<Place>(&move)) {
    add_placement(reasons, view, *place);
  } else if (const auto* trade = std::get_if<Trade>(&move)) {
    Hand kept = view.hand;
    static_cast<void>(kept.remove(Tiles(trade->tiles)));
    reasons.push_back({ReasonCode::trades, static_cast<int>(trade->tiles.size()), {}});
    if (const int together = largest_set(kept); together >= 2)
      reasons.push_back({ReasonCode::keeps_together, together, {}});
  } else if (const auto* roll = std::get_if<Roll>(&move)) {
    reasons.push_back({ReasonCode::rolls, static_cast<int>(roll->cubes.size()), {}});
  } else if (const auto* take = std::get_if<Take>(&move)) {
    reasons.push_back({ReasonCode::takes_tile, 1, take->tile.tile});
  }
  return reasons;
}

}  // namespace sixfold
