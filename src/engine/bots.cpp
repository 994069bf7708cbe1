#include "engine/bots.hpp"

#include <algorithm>
#include <array>

namespace sixfold {

namespace {

/// Some tiles of the hand, every choice of that many equally likely.
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

/// The tile is taken up, the disc is handed in.
Decision after_take(Decision decision, const PlacedTile& taken) {
  decision.board.remove(taken.cell);
  decision.hand.add(taken.tile);
  decision.barred = taken;
  return decision;
}

/// The best of a list, ties by lot.
template <class T>
class Best {
 public:
  explicit Best(Random& random) : random_(random) {}
  void offer(int value, const T& candidate) {
    if (best_ && value < value_) return;
    ties_ = best_ && value == value_ ? ties_ + 1 : 1;
    if (random_.below(ties_) == 0) best_ = candidate;
    value_ = value;
  }
  [[nodiscard]] const std::optional<T>& best() const { return best_; }
  [[nodiscard]] int value() const { return best_ ? value_ : 0; }

 private:
  Random& random_;
  std::optional<T> best_;
  int value_ = 0;
  std::uint32_t ties_ = 0;
};

Best<Place> most_points(const Ruleset& rules, const Decision& decision, Random& random) {
  Best<Place> best(random);
  for (const Place& place : legal_placements(rules, decision))
    best.offer(score(rules, decision.board, place).points(), place);
  return best;
}

Move choose_random(const View& view, Random& random) {
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
    const std::vector<Place> placements = legal_placements(view.rules, decision_of(view));
    *place = placements[random.index(placements.size())];
  } else if (auto* trade = std::get_if<Trade>(&move)) {
    const auto [fewest, most] = trade_limits(view.rules, view.hand, view.bag);
    const auto more = random.below(static_cast<std::uint32_t>(most - fewest + 1));
    trade->tiles = some_of(view.hand, fewest + static_cast<int>(more), random);
  }
  return move;
}

/// All cubes that the best placement now leaves over: it can still be laid after the roll, so the
/// roll costs nothing of this turn's points.
std::vector<Tile> spare_cubes(const Hand& hand, const std::optional<Place>& best) {
  Hand spare = hand;
  if (best)
    for (const PlacedTile& placed : best->tiles)
      if (!spare.remove(placed.tile)) return {};
  return spare.list();
}

Move choose_greedy(const View& view, Random& random) {
  const Decision decision = decision_of(view);
  const Best<Place> now = most_points(view.rules, decision, random);
  if (view.acts.roll)
    if (const std::vector<Tile> cubes = spare_cubes(view.hand, now.best()); !cubes.empty())
      return Roll{cubes};
  if (view.acts.take) {
    Best<PlacedTile> take(random);
    for (const PlacedTile& tile : takeable(view.board))
      take.offer(most_points(view.rules, after_take(decision, tile), random).value(), tile);
    if (take.value() > now.value()) return Take{*take.best()};
  }
  if (now.best()) return *now.best();
  if (view.acts.trade)
    return Trade{
        some_of(view.hand, trade_limits(view.rules, view.hand, view.bag).most, random)};
  return Pass{};
}

constexpr std::array<BotLevel, 2> levels{{
    {"random", "Plays any legal act.", choose_random},
    {"greedy", "Takes the most points there are now.", choose_greedy},
}};

}  // namespace

std::span<const BotLevel> all_bots() { return levels; }

std::optional<BotLevel> bot_named(std::string_view name) {
  const auto* const found = std::ranges::find(levels, name, &BotLevel::name);
  if (found == levels.end()) return std::nullopt;
  return *found;
}

}  // namespace sixfold
