#include "engine/facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/replies.hpp"
#include "engine/search/best_placement.hpp"
#include "engine/search/candidates.hpp"
#include "engine/search/outlook.hpp"
#include "engine/search/reply_table.hpp"
#include "engine/search/six_spots.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr double worth_of_disc = 4;
constexpr double worth_of_tile_ahead = 1;
/// A line of six says more than the same number of points in short lines.
constexpr double worth_of_showing_six = 3;

double in_hundredths(double chance) { return static_cast<double>(std::lround(100 * chance)) / 100; }
double in_tenths(double points) { return static_cast<double>(std::lround(10 * points)) / 10; }

int next_seat(const View& view) {
  const auto seats = static_cast<int>(view.seats.size());
  int next = view.turn;
  do next = (next + 1) % seats;
  while (!nth(view.seats, next).in);
  return next;
}

/// The chance that the next player has the tile; nothing is known about dice before they are
/// rolled.
std::optional<double> chance_next_has(const View& view, Tile tile) {
  const SeatView& next = nth(view.seats, next_seat(view));
  if (view.rules.pieces.rolled) return std::nullopt;
  if (next.hand) return std::ranges::count(*next.hand, tile) != 0 ? 1 : 0;
  const int all = view.unseen.size();
  const int copies = view.unseen.count(tile);
  double without = 1;
  for (int i = 0; i < next.held && i < all; ++i)
    without *= std::max(0.0, static_cast<double>(all - copies - i) / (all - i));
  return 1 - without;
}

/// Whether a line of six lies beside the cell.
bool beside_six(const Board& board, Cell cell) {
  for (const Direction direction : directions)
    for (const int by : {-1, 1})
      if (const Cell next = step(cell, direction, by); board.at(next))
        if (static_cast<int>(run_through(board, next, direction).size()) == longest_line)
          return true;
  return false;
}

class Facts {
 public:
  Facts(const View& view, int deals) : view_(view), deals_(deals) {}

  void add(const Place& place) {
    Hand kept = view_.hand;
    Board after = view_.board;
    for (const PlacedTile& placed : place.tiles) {
      static_cast<void>(kept.remove(placed.tile));
      after.put(placed);
    }
    add_points(place, kept);
    add_spots(place, after, kept);
    add_replies(place);
    add_kept(kept);
    if (view_.bag == 0 && !kept.empty()) add_race(kept);
  }

  void add(const Trade& trade) {
    Hand kept = view_.hand;
    static_cast<void>(kept.remove(Tiles(trade.tiles)));
    note({ReasonCode::trades, static_cast<int>(trade.tiles.size())}, 0);
    add_replies(trade);
    add_kept(kept);
  }

  void add(const Roll& roll) {
    note({ReasonCode::rolls, static_cast<int>(roll.cubes.size())}, 0);
    if (roll.cubes.empty() || view_.board.empty()) return;
    Grid& grid = grid_for(view_.rules, decision_of(view_));
    ReplyTable table;
    table.build(grid);
    const QuickHand hand(view_.hand);
    const int now = table.best(hand.set());
    const RollOdds odds = roll_odds(table, hand, QuickHand(Tiles(roll.cubes)), now);
    note({.code = ReasonCode::roll_odds,
          .number = now,
          .chance = in_hundredths(odds.more),
          .average = in_tenths(odds.average)},
         odds.average);
  }

  void add(const Take& take) {
    note({ReasonCode::takes_tile, 1, take.tile.tile}, 0);
    QuickGame& game = game_for(view_.rules);
    game.set_up(view_);
    const int without = best_points(game.grid(), QuickHand(view_.hand).set());
    const int with = game.best_points_after_take(game.grid().index_of(take.tile.cell));
    note({.code = ReasonCode::disc_buys, .number = with, .against = without},
         with - without - worth_of_disc);
  }

  void add(const Pass& /*pass*/) {}

  std::vector<Fact> take_all() { return std::move(facts_); }

 private:
  void note(MoveReason reason, double worth) { facts_.push_back({std::move(reason), worth}); }

  void add_points(const Place& place, const Hand& kept) {
    const Score made = score(view_.rules, view_.board, place);
    note({ReasonCode::points, made.points()}, made.points());
    const auto sixes = static_cast<int>(std::ranges::count_if(
        made.lines, [](const ScoredLine& line) { return line.length() == longest_line; }));
    if (sixes > 0) note({ReasonCode::line_of_six, sixes}, worth_of_showing_six * sixes);
    if (kept.empty() && view_.bag == 0) note({ReasonCode::goes_out, 0}, view_.rules.bonus_for_out);
    const auto discs =
        static_cast<int>(std::ranges::count_if(place.tiles, [&](const PlacedTile& placed) {
          return std::ranges::count(view_.stars, placed.cell) != 0;
        }));
    if (discs > 0) note({ReasonCode::takes_disc, discs}, worth_of_disc * discs);
  }

  /// Where a tile could complete a line of six: what is new, and what is no longer possible.
  void add_spots(const Place& place, const Board& after, const Hand& kept) {
    const auto before = six_spots(view_.rules, view_.board);
    const auto now = six_spots(view_.rules, after);
    const int points_of_six = longest_line + view_.rules.bonus_for_six;
    for (const PlacedTile& spot : now) {
      const double chance = chance_next_has(view_, spot.tile).value_or(0.5);
      const bool is_old = std::ranges::binary_search(before, spot);
      if (is_old && kept.contains(spot.tile))
        add_spot(ReasonCode::keeps_six, spot, points_of_six * (1 - chance));
      else if (is_old)
        continue;
      else if (kept.contains(spot.tile))
        add_spot(ReasonCode::prepares_six, spot, points_of_six * (1 - chance));
      else
        add_spot(ReasonCode::leaves_five, spot, -points_of_six * chance);
    }
    for (const PlacedTile& spot : before) {
      // A line that the act itself has completed is not blocked.
      if (std::ranges::binary_search(now, spot) || std::ranges::count(place.tiles, spot) != 0 ||
          beside_six(after, spot.cell))
        continue;
      add_spot(ReasonCode::blocks_six, spot,
               points_of_six * chance_next_has(view_, spot.tile).value_or(0.5));
    }
  }

  /// A tile that fits on several cells is one fact.
  void add_spot(ReasonCode code, const PlacedTile& spot, double worth) {
    for (Fact& fact : facts_)
      if (fact.reason.code == code && fact.reason.tile == spot.tile)
        return fact.reason.cells.push_back(spot.cell);
    const int left = copies_left(view_, spot.tile);
    MoveReason reason{.code = code, .number = left, .tile = spot.tile, .cells = {spot.cell}};
    const bool is_for_others = code == ReasonCode::leaves_five || code == ReasonCode::blocks_six;
    if (const auto chance = chance_next_has(view_, spot.tile); chance && is_for_others)
      reason.chance = in_hundredths(*chance);
    note(std::move(reason), left == 0 && is_for_others ? 0 : worth);
  }

  void add_replies(const Move& move) {
    const Replies replies = replies_to(view_, move, deals_);
    if (in_hundredths(replies.large_there) > 0)
      note({.code = ReasonCode::opens,
            .number = large_reply,
            .chance = in_hundredths(replies.large_there),
            .cells = {*replies.where}},
           -large_reply * replies.large_there);
    note({.code = ReasonCode::next_scores,
          .number = large_reply,
          .chance = in_hundredths(replies.large),
          .average = in_tenths(replies.average)},
         -replies.average);
  }

  void add_kept(const Hand& kept) {
    const TileSet set = set_of(kept);
    TileSet most = 0;
    for (int a = 0; a < attribute_count; ++a) {
      TileSet part = 0;
      for (const Tile tile : kept.kinds())
        if (part_of(set_of(tile.index()), a) != 0) part |= set_of(tile.index());
      if (std::popcount(part) > std::popcount(most)) most = part;
    }
    const int together = std::popcount(most);
    if (together >= 2) {
      MoveReason reason{ReasonCode::keeps_together, together};
      for (; most != 0; most &= most - 1) reason.tiles.push_back(tile_at(first_of(most)));
      note(std::move(reason), synergy(set, std::popcount(set)) / 100.0);
    }
    const int copies = kept.size() - std::popcount(set);
    if (copies == 0) return;
    MoveReason reason{ReasonCode::keeps_copies, copies};
    for (const Tile tile : kept.kinds())
      if (kept.count(tile) > 1) reason.tiles.push_back(tile);
    note(std::move(reason), (synergy(set, kept.size()) - synergy(set, std::popcount(set))) / 100.0);
  }

  void add_race(const Hand& kept) {
    int fewest = most_pieces;
    for (std::size_t i = 0; i < view_.seats.size(); ++i)
      if (static_cast<int>(i) != view_.turn && view_.seats[i].in)
        fewest = std::min(fewest, view_.seats[i].held);
    note({.code = ReasonCode::race, .number = kept.size(), .against = fewest},
         worth_of_tile_ahead * (fewest - kept.size()));
  }

  const View& view_;
  int deals_;
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> facts_of(const View& view, const Move& move, int deals) {
  Facts facts(view, deals);
  std::visit([&](const auto& act) { facts.add(act); }, move);
  return facts.take_all();
}

}  // namespace sixfold
