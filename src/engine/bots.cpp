#include "engine/bots.hpp"

#include <algorithm>
#include <array>

#include "engine/master.hpp"
#include "engine/search/attention.hpp"
#include "engine/search/best_placement.hpp"

namespace sixfold {

namespace {

/// Some tiles of the hand; every choice of that many is equally likely.
std::vector<Tile> some_of(const Hand& hand, int count, Random& random) {
  std::vector<Tile> tiles = hand.list();
  random.shuffle(std::span(tiles));
  tiles.resize(static_cast<std::size_t>(count));
  return tiles;
}

std::vector<PlacedTile> takeable(const Board& board) {
  std::vector<PlacedTile> tiles;
  for (const PlacedTile& placed : board.tiles())
    if (may_take(board, placed.cell)) tiles.push_back(placed);
  return tiles;
}

/// Every legal placement equally likely.
Place any_placement(const View& view, Random& random) {
  const Decision decision = decision_of(view);
  const Grid& grid = grid_for(view.rules, decision);
  const int length = opening_length(view.rules, decision);
  QuickPlacement chosen;
  std::uint32_t count = 0;
  generate(grid, set_of(decision.hand), [&](const QuickPlacement& placement) {
    if (length != 0 && placement.count != length) return;
    if (random.below(++count) == 0) chosen = placement;
  });
  return chosen.to_place(grid);
}

Move choose_random(const View& view, Random& random, const Budget& /*budget*/) {
  std::vector<Move> kinds;
  if (view.acts.take) kinds.emplace_back(Take{});
  if (view.acts.roll) kinds.emplace_back(Roll{});
  if (view.acts.place) kinds.emplace_back(Place{});
  if (view.acts.trade) kinds.emplace_back(Trade{});
  if (view.acts.pass) kinds.emplace_back(Pass{});
  Move move = kinds[random.index(kinds.size())];
  if (auto* take = std::get_if<Take>(&move)) {
    const std::vector<PlacedTile> tiles = takeable(view.board);
    take->tile = tiles[random.index(tiles.size())];
  } else if (auto* roll = std::get_if<Roll>(&move)) {
    const auto count = 1 + random.below(static_cast<std::uint32_t>(view.hand.size()));
    roll->cubes = some_of(view.hand, static_cast<int>(count), random);
  } else if (auto* place = std::get_if<Place>(&move)) {
    *place = any_placement(view, random);
  } else if (auto* trade = std::get_if<Trade>(&move)) {
    const auto [fewest, most] = trade_limits(view.rules, view.hand, view.bag);
    const auto more = random.below(static_cast<std::uint32_t>(most - fewest + 1));
    trade->tiles = some_of(view.hand, fewest + static_cast<int>(more), random);
  }
  return move;
}

/// All cubes that the best placement does not use: it is still possible after the roll, so the roll
/// costs none of this turn's points.
std::vector<Tile> spare_cubes(Hand hand, const std::optional<QuickPlacement>& best) {
  if (best)
    for (std::size_t i = 0; i < static_cast<std::size_t>(best->count); ++i)
      if (!hand.remove(tile_at(best->tiles[i]))) return {};
  return hand.list();
}

/// The tile whose taking raises this turn's points most; empty if none does.
std::optional<PlacedTile> paying_take(const View& view, Grid& grid, int points, Random& random) {
  std::optional<PlacedTile> best;
  int most = points + 1;
  std::uint32_t ties = 0;
  for (const PlacedTile& tile : takeable(view.board)) {
    const GridIndex index = grid.index_of(tile.cell);
    grid.take_up(index);
    grid.bar(index, tile.tile.index());
    const int value = best_points(grid, set_of(view.hand) | set_of(tile.tile.index()));
    grid.release();
    grid.lay(index, tile.tile.index());
    if (value < most) continue;
    ties = value == most ? ties + 1 : 1;
    most = value;
    if (ties == 1 || random.below(ties) == 0) best = tile;
  }
  return best;
}

Move choose_greedy(const View& view, Random& random, const Budget& /*budget*/) {
  const Decision decision = decision_of(view);
  Grid& grid = grid_for(view.rules, decision);
  const auto best =
      best_placement(grid, set_of(view.hand), opening_length(view.rules, decision), random);
  if (view.acts.roll)
    if (const std::vector<Tile> cubes = spare_cubes(view.hand, best); !cubes.empty())
      return Roll{cubes};
  if (view.acts.take)
    if (const auto tile = paying_take(view, grid, best ? best->points : 0, random))
      return Take{*tile};
  if (best) return best->to_place(grid);
  if (view.acts.trade)
    return Trade{some_of(view.hand, trade_limits(view.rules, view.hand, view.bag).most, random)};
  return Pass{};
}

/// A player who overlooks things. Rolls are made as greedy makes them; discs are kept unless
/// nothing can be placed.
Move choose_by_attention(const View& view, Random& random, const Attention& attention) {
  const Decision decision = decision_of(view);
  const Grid& grid = grid_for(view.rules, decision);
  const auto seen = noticed_placement(grid, set_of(view.hand), opening_length(view.rules, decision),
                                      attention, random);
  if (view.acts.roll)
    if (const std::vector<Tile> cubes = spare_cubes(view.hand, seen); !cubes.empty())
      return Roll{cubes};
  if (seen) return seen->to_place(grid);
  return choose_greedy(view, random, {});
}

Move choose_beginner(const View& view, Random& random, const Budget& /*budget*/) {
  return choose_by_attention(view, random, {25, 2, 0});
}

Move choose_learner(const View& view, Random& random, const Budget& /*budget*/) {
  return choose_by_attention(view, random, {35, 3, 25});
}

Move choose_casual(const View& view, Random& random, const Budget& /*budget*/) {
  return choose_by_attention(view, random, {45, 3, 60});
}

Move choose_regular(const View& view, Random& random, const Budget& /*budget*/) {
  return choose_by_attention(view, random, {65, 5, 85});
}

/// The placement or trade that ranks highest in the reply tables; rolls and takes are greedy's.
Move choose_skilled(const View& view, Random& random, const Budget& budget) {
  if (view.acts.roll || view.acts.take || (!view.acts.place && !view.acts.trade)) {
    Move move = choose_greedy(view, random, budget);
    if (!std::holds_alternative<Place>(move) && !std::holds_alternative<Trade>(move)) return move;
  }
  const auto best = best_ranked(view, random);
  return best ? *best : choose_greedy(view, random, budget);
}

Move choose_master(const View& view, Random& random, const Budget& budget) {
  const Acts& acts = view.acts;
  if (!acts.place && !acts.trade && !acts.roll && !acts.take) return Pass{};
  const auto judged = judge_moves(view, budget, random);
  return judged.empty() ? choose_greedy(view, random, budget) : judged.front().move;
}

constexpr std::array<BotLevel, 8> bots{{
    {"random", "Plays any legal act.", {choose_random}},
    {"beginner",
     "Looks at a few spots, places one or two tiles, and forgets to count crossing lines.",
     {choose_beginner}},
    {"learner",
     "Sees placements of three tiles, but seldom thinks of crossing lines.",
     {choose_learner}},
    {"casual",
     "Looks at half of the table and counts most of what a placement scores.",
     {choose_casual}},
    {"regular", "Now and then misses a spot, or a crossing line.", {choose_regular}},
    {"greedy", "Always takes the most points available now.", {choose_greedy}},
    {"skilled",
     "Weighs points against what the next player could do and which tiles to keep.",
     {choose_skilled}},
    {"master",
     "Plays promising acts out against many deals of the unseen tiles, and solves the endgame.",
     {choose_master}},
}};

}  // namespace

std::span<const BotLevel> all_bots() { return bots; }

std::span<const BotLevel> bot_levels() { return all_bots().subspan(1); }

std::optional<BotLevel> bot_named(std::string_view name) {
  const auto found = std::ranges::find(bots, name, &BotLevel::name);
  if (found == bots.end()) return std::nullopt;
  return *found;
}

}  // namespace sixfold
