// A cell of the table: x to the right, y down.
#pragma once

#include <array>
#include <compare>

#include "rules/tile.hpp"

namespace sixfold {

struct Cell {
  int x = 0;
  int y = 0;

  /// Compares by column, then by row.
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

/// No coordinate that is read or played is farther from zero than this, so stepping along a
/// line never overflows.
inline constexpr int coordinate_limit = 1'000'000'000;

enum class Direction : std::uint8_t { across, down };
inline constexpr std::array<Direction, 2> directions{Direction::across, Direction::down};

/// The cell `steps` to the right or down; to the left or up if negative.
constexpr Cell step(Cell cell, Direction direction, int steps) {
  return direction == Direction::across ? Cell{cell.x + steps, cell.y}
                                        : Cell{cell.x, cell.y + steps};
}

struct PlacedTile {
  Cell cell;
  Tile tile;

  /// Compares by cell first.
  friend constexpr auto operator<=>(const PlacedTile&, const PlacedTile&) = default;
};

}  // namespace sixfold
