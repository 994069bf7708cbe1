// What the others' last turns tell about the tiles that they kept: whoever could have made many
// more points with a hand has probably not held it.
#pragma once

#include <array>
#include <vector>

#include "engine/quick_game.hpp"
#include "engine/reply_table.hpp"

namespace sixfold {

class Inference {
 public:
  /// Looks at the last turn of every seat whose hand the viewer does not see.
  explicit Inference(const View& view);

  /// Whether the hands that were dealt agree with those turns. It says yes the more often the
  /// better they do, so that deals that are believed have the chances that they should have.
  [[nodiscard]] bool believes(const QuickGame& game, Random& lots) const;

 private:
  /// A turn after which some tiles were kept.
  struct Witness {
    int seat = 0;
    int drew = 0;
    int points = 0;
    TileSet placed = 0;
    ReplyTable table;  ///< of what lay there before
  };
  std::vector<Witness> witnesses_;
};

}  // namespace sixfold
