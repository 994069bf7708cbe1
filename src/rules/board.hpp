// The tiles on the table, and the lines they form.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rules/cell.hpp"
#include "rules/tile.hpp"

namespace sixfold {

/// No line is longer (B5).
inline constexpr int longest_line = 6;

class Board {
 public:
  Board() = default;

  [[nodiscard]] std::optional<Tile> at(Cell cell) const;
  [[nodiscard]] bool empty() const { return tiles_.empty(); }
  [[nodiscard]] int size() const { return static_cast<int>(tiles_.size()); }
  /// Everything on the table, sorted by cell.
  [[nodiscard]] std::span<const PlacedTile> tiles() const { return tiles_; }

  /// Precondition: the cell is empty.
  void put(PlacedTile placed);
  /// Precondition: there is a tile on the cell.
  void remove(Cell cell);

  friend bool operator==(const Board&, const Board&) = default;

 private:
  std::vector<PlacedTile> tiles_;  // sorted by cell, one per cell
};

/// The unbroken run of tiles through an occupied cell, in order; a single tile is not a line (B5).
[[nodiscard]] std::vector<PlacedTile> run_through(const Board& board, Cell cell,
                                                  Direction direction);

/// The empty cells that touch a tile by an edge, sorted.
[[nodiscard]] std::vector<Cell> frontier(const Board& board);

[[nodiscard]] bool touches_tile(const Board& board, Cell cell);

/// The first thing that is wrong with a run of tiles as a line (B5).
enum class LineFault : std::uint8_t { none, too_long, duplicate, mixed };
[[nodiscard]] LineFault line_fault(std::span<const Tile> run);

/// Whether every line through this empty cell would be legal with the tile on it.
[[nodiscard]] bool fits(const Board& board, Cell cell, Tile tile);

}  // namespace sixfold
