// A dealer for paired games: every seat has its own order of draws and its own stream of rolls, so
// that two games with the same seed give each seat the same luck as far as possible.
//
// With one order for all seats, the first turn in which the players draw different numbers of tiles
// would shift every later draw, and the games of a pair would soon have nothing in common. With an
// order per seat, a seat gets its next tile whatever the others do; only tiles that another seat
// has drawn in the meantime are skipped.
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
  /// The answer to the question that is open in the game that this dealer has dealt.
  [[nodiscard]] std::vector<Tile> answer(const Game& game);

 private:
  /// A seat's order of all pieces; those before `next` are used up.
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
  std::vector<Tile> pieces_;     // by number; an order consists of numbers
  std::vector<bool> in_bag_;     // by number
  std::vector<Stream> streams_;  // one per seat, the last one for the table
};

}  // namespace sixfold
