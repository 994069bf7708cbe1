#include "rules/crossing.hpp"

#include <algorithm>

#include "rules/indexed.hpp"

namespace sixfold {

Crossing::Crossing(const Board& board, Cell cell) {
  for (const Direction direction : directions) {
    Line& line = nth(lines_, direction);
    // Six on one side are already too many; where the tried tile is among them does not matter.
    for (const int way : {-1, 1})
      for (int i = 1; i <= longest_line; ++i) {
        const auto next = board.at(step(cell, direction, way * i));
        if (!next) break;
        line.tiles[line.length++] = *next;
      }
  }
}

LineFault Crossing::fault(Direction direction, Tile tile) const {
  Line line = nth(lines_, direction);
  line.tiles.front() = tile;
  return line_fault({line.tiles.data(), line.length});
}

bool Crossing::takes(Tile tile) const {
  return std::ranges::all_of(
      directions, [&](Direction direction) { return fault(direction, tile) == LineFault::none; });
}

}  // namespace sixfold
