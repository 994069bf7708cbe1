#include "play/dealer.hpp"

#include <algorithm>
#include <cassert>

namespace sixfold {

namespace {

template <class Picker>
Shape face(const Picker& pick) {
  return static_cast<Shape>(pick(shape_count));
}

/// A piece from the bag, each equally likely; a cube shows a random face.
template <class Picker>
Tile draw_one(const Ruleset& rules, Bag& bag, const Picker& pick) {
  auto index = static_cast<int>(pick(static_cast<std::uint32_t>(bag.size())));
  for (const Tile piece : bag.kinds()) {
    index -= bag.count(piece);
    if (index >= 0) continue;
    const bool held = bag.remove(piece);
    assert(held);
    static_cast<void>(held);
    return rules.pieces.rolled ? Tile{piece.colour, face(pick)} : piece;
  }
  assert(false);
  return {};
}

template <class Picker>
std::vector<Tile> draw(const Ruleset& rules, Bag& bag, int count, const Picker& pick) {
  std::vector<Tile> tiles;
  tiles.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) tiles.push_back(draw_one(rules, bag, pick));
  return tiles;
}

template <class Picker>
Setup deal_by(const Ruleset& rules, std::vector<Player> players, const Picker& pick) {
  Setup setup;
  setup.players = std::move(players);
  Bag bag = full_bag(rules);
  const std::size_t presets = rules.layout ? rules.layout->presets.size() : 0;
  setup.presets = draw(rules, bag, static_cast<int>(presets), pick);
  for (std::size_t i = 0; i < setup.players.size(); ++i)
    setup.hands.push_back(draw(rules, bag, rules.hand_size, pick));
  const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
  setup.opener = openers[pick(static_cast<std::uint32_t>(openers.size()))];
  return setup;
}

template <class Picker>
std::vector<Tile> answer_by(const Ruleset& rules, const Position& position, const Picker& pick) {
  if (const auto* roll = std::get_if<RollQuestion>(&position.question)) {
    std::vector<Tile> faces;
    faces.reserve(roll->cubes.size());
    for (const Tile cube : roll->cubes) faces.push_back({cube.colour, face(pick)});
    return faces;
  }
  const auto* question = std::get_if<DrawQuestion>(&position.question);
  assert(question != nullptr);
  Bag bag = position.bag;
  return draw(rules, bag, question->count, pick);
}

auto picker_of(Random& random) {
  return [&random](std::uint32_t bound) { return random.below(bound); };
}

}  // namespace

Setup deal(const Ruleset& rules, std::vector<Player> players, Random& random) {
  return deal_by(rules, std::move(players), picker_of(random));
}

Setup deal(const Ruleset& rules, std::vector<Player> players, const Pick& pick) {
  return deal_by(rules, std::move(players), pick);
}

std::vector<Tile> answer_for(const Ruleset& rules, const Position& position, Random& random) {
  return answer_by(rules, position, picker_of(random));
}

std::vector<Tile> answer_for(const Ruleset& rules, const Position& position, const Pick& pick) {
  return answer_by(rules, position, pick);
}

Layout random_layout(const Ruleset& rules, Random& random) {
  assert(rules.layout);
  const auto printed = tableaus_of(*rules.layout);
  if (!printed) return *rules.layout;
  Tableaus tableaus = *printed;
  const auto drawn =
      static_cast<std::size_t>(std::ranges::count(tableaus, Tableau::Kind::select, &Tableau::kind));
  // A board of both kinds may have one to three quarters of each.
  const bool is_mixed = drawn > 0 && drawn < tableaus.size();
  const std::size_t selects = is_mixed ? 1 + random.index(tableaus.size() - 1) : drawn;
  for (std::size_t i = 0; i < tableaus.size(); ++i)
    tableaus[i].kind = i < selects ? Tableau::Kind::select : Tableau::Kind::connect;
  random.shuffle(std::span<Tableau>(tableaus));
  for (std::size_t i = 0; i < tableaus.size(); ++i) {
    // If start cells count, each corner meets the others in the middle (S1).
    constexpr std::array<int, 4> to_the_middle{0, 1, 3, 2};
    tableaus[i].quarter_turns =
        rules.start_cells_count ? to_the_middle[i] : static_cast<int>(random.below(4));
  }
  return assemble(tableaus);
}

}  // namespace sixfold
