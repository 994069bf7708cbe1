// The two lines that meet in a cell.
#pragma once

#include <array>

#include "rules/board.hpp"

namespace sixfold {

/// What a tile on a cell joins, whatever lies there now, so that many tiles can be tried on it.
class Crossing {
 public:
  Crossing(const Board& board, Cell cell);

  /// What is wrong with the line in this direction if the tile is on the cell.
  [[nodiscard]] LineFault fault(Direction direction, Tile tile) const;
  /// Whether every line through the cell is legal with the tile on it.
  [[nodiscard]] bool takes(Tile tile) const;

 private:
  struct Line {
    std::array<Tile, 2 * longest_line + 1> tiles{};  // the first is for the tile to be tried
    std::size_t length = 1;
  };
  std::array<Line, directions.size()> lines_;
};

}  // namespace sixfold
