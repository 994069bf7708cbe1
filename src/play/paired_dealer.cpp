#include "play/paired_dealer.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "rules/indexed.hpp"

namespace sixfold {

PairedDealer::PairedDealer(const Ruleset& rules, int seats, std::uint64_t seed)
    : rules_(rules), seed_(seed), pieces_(full_bag(rules).list()), in_bag_(pieces_.size(), true) {
  for (int i = 0; i <= seats; ++i) {
    Stream stream{Random(seed, static_cast<std::uint64_t>(i)), {}, 0};
    stream.order.resize(pieces_.size());
    std::iota(stream.order.begin(), stream.order.end(), std::uint8_t{0});
    stream.random.shuffle(std::span(stream.order));
    streams_.push_back(std::move(stream));
  }
}

Tile PairedDealer::show(Tile piece, Random& random) const {
  if (!rules_.pieces.rolled) return piece;
  return {piece.colour, static_cast<Shape>(random.below(shape_count))};
}

Tile PairedDealer::draw_one(Stream& stream) {
  while (!in_bag_[stream.order[stream.next]]) ++stream.next;
  const std::uint8_t number = stream.order[stream.next++];
  in_bag_[number] = false;
  return show(pieces_[number], stream.random);
}

Setup PairedDealer::deal(std::vector<Player> players) {
  Setup setup;
  Stream& table = streams_.back();
  const std::size_t presets = rules_.layout ? rules_.layout->presets.size() : 0;
  for (std::size_t i = 0; i < presets; ++i) setup.presets.push_back(draw_one(table));
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    setup.hands.emplace_back();
    for (int i = 0; i < rules_.hand_size; ++i)
      setup.hands.back().push_back(draw_one(streams_[seat]));
  }
  setup.players = std::move(players);
  const std::vector<int> openers = possible_openers(rules_, setup.players, setup.hands);
  setup.opener = openers[table.random.index(openers.size())];
  return setup;
}

/// Pieces that are back in the bag are drawn again by seats that have not yet passed them; for a
/// seat that has, they are inserted anywhere into the rest of its order, as if mixed in.
void PairedDealer::take_back(const Bag& bag) {
  std::array<int, face_count> known{};
  for (std::size_t n = 0; n < pieces_.size(); ++n)
    if (in_bag_[n]) ++nth(known, pieces_[n].index());
  for (std::size_t n = 0; n < pieces_.size(); ++n) {
    int& count = nth(known, pieces_[n].index());
    if (in_bag_[n] || count >= bag.count(pieces_[n])) continue;
    in_bag_[n] = true;
    ++count;
    for (Stream& stream : streams_) {
      const auto place = std::ranges::find(stream.order, static_cast<std::uint8_t>(n));
      if (place - stream.order.begin() >= static_cast<std::ptrdiff_t>(stream.next)) continue;
      stream.order.erase(place);
      --stream.next;
      const std::size_t to_come = stream.order.size() - stream.next + 1;
      const std::size_t at = stream.next + stream.random.index(to_come);
      stream.order.insert(stream.order.begin() + static_cast<std::ptrdiff_t>(at),
                          static_cast<std::uint8_t>(n));
    }
  }
}

std::vector<Tile> PairedDealer::answer(const Game& game) {
  const Position& position = game.position();
  Stream& stream = nth(streams_, position.turn);
  std::vector<Tile> tiles;
  if (const auto* roll = std::get_if<RollQuestion>(&position.question)) {
    // Seeded by the turn and the roll within it: rolling more cubes now changes no later roll.
    const std::uint64_t turn = game.turns().size();
    const std::uint64_t in_turn = game.unfinished().forced.size() + (roll->compulsory ? 1 : 0);
    Random dice(seed_, (turn << 32 | in_turn << 8) + most_seats + 1);
    for (const Tile cube : roll->cubes) tiles.push_back(show(cube, dice));
    return tiles;
  }
  const auto* draw = std::get_if<DrawQuestion>(&position.question);
  assert(draw != nullptr);
  take_back(position.bag);
  for (int i = 0; i < draw->count; ++i) tiles.push_back(draw_one(stream));
  return tiles;
}

}  // namespace sixfold
