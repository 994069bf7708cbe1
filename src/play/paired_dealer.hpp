// A dealer for paired games: every seat draws from an order of its own and rolls from a stream of
// its own, so that two games with the same seed give each seat the same luck as far as they can.
//
// With one order for all, the first turn in which the players draw another number of tiles would
// shift every later draw, and a pair would soon be two games that have nothing in common. With an
// order for each seat, a seat gets its next tile whatever the others do; only a tile that another
// seat has meanwhile drawn is passed over.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/random.hpp"
#include "rules/game.hpp"

namespace sixfold {

class PairedDealer {
 public:
  PairedDealer(const Ruleset& rules, int seats, std::uint64_t seed);

  [[nodiscard]] Setup deal(std::vector<Player> players);
  /// The answer to the question that is open in the game this dealer has dealt.
  [[nodiscard]] std::vector<Tile> answer(const Game& game);

 private:
  /// A seat's order of all pieces; those before `next` have gone by.
  struct Stream {
    Random random;
    std::vector<std::uint8_t> order;
    std::size_t next = 0;
  };

  void take_back(const Bag& bag);
  Tile draw_one(Stream& stream);
  Tile show(Tile piece, Random& random) const;

  Ruleset rules_;
  std::uint64_t seed_;
  std::vector<Tile> pieces_;     // by their number; an order is one of numbers
  std::vector<bool> in_bag_;     // by number
  std::vector<Stream> streams_;  // one a seat, the last one for the table
};

}  // namespace sixfold
