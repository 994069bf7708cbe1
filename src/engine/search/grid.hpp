// The table for searching: every empty cell knows which tiles fit it and what its lines would
// score, kept up to date as tiles are placed and removed again.
//
// Layout: a square of cells with room for any table of connected tiles around its middle, so that
// no step along a line ever leaves it; outside a bounded board the cells are walls. An empty
// cell holds, for each direction, the tiles of the run that ends just before it and of the one that
// begins just after it. Placing a tile changes these only for the two cells at the ends of the run
// it joins, and removing the last one restores them without remembering what was there before.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/search/tile_set.hpp"
#include "rules/board.hpp"
#include "rules/indexed.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

/// A cell's index in the grid.
using GridIndex = std::int32_t;

inline constexpr int grid_side = 2 * most_pieces + 9;
inline constexpr GridIndex grid_middle = grid_side / 2 * grid_side + grid_side / 2;
/// From a cell to the next one, by Direction.
inline constexpr std::array<GridIndex, 2> grid_step{1, grid_side};
/// The two runs of tiles next to a cell, in one direction.
inline constexpr std::size_t run_before = 0;
inline constexpr std::size_t run_after = 1;

struct alignas(64) GridCell {
  static constexpr std::uint8_t empty = 255;
  static constexpr std::uint8_t wall = 254;
  static constexpr std::uint16_t nowhere = 0xffff;
  static constexpr std::uint16_t left_out = 0xfffe;

  std::array<std::array<TileSet, 2>, 2> run{};         ///< by direction, then before and after
  std::array<TileSet, 2> fit{every_tile, every_tile};  ///< tiles that each direction admits here
  std::array<std::array<std::uint8_t, 2>, 2> run_length{};
  std::array<std::uint8_t, 2> points{};  ///< of the lines that a tile here would form
  std::uint8_t tile = empty;             ///< a tile's index, or empty, or wall
  std::uint8_t bonus = 0;                ///< N3
  std::uint16_t anchor = nowhere;        ///< its index in the list of anchors
};

class Grid {
 public:
  /// An empty table.
  explicit Grid(const Ruleset& rules);

  /// Resets the table to these tiles; without bounds they must be connected. Nothing is barred
  /// then. No tile fits a line that is not legal, as adjacent black cells can make one.
  void set_up(const Board& board);

  /// Precondition: the cell is empty and not a wall.
  void lay(GridIndex index, int tile);
  /// Removes the most recently placed tile that is still there. Precondition: it is that one.
  void undo(GridIndex index);
  /// Removes any tile, as with a disc (S5). Do not mix with undo() of tiles placed before it.
  void take_up(GridIndex index);
  /// Keeps a tile off an empty cell until release() (S7). One cell at a time.
  void bar(GridIndex index, int tile);
  void release();
  [[nodiscard]] bool barred() const { return barred_ != no_cell; }
  /// Leaves out the anchors that none of these tiles fits, until widen(): cells admit less with
  /// every tile placed, so they stay useless. Every lay() in between must be undone first.
  /// Precondition: the set is not empty, and only these tiles will be placed.
  void narrow(TileSet tiles);
  void widen();

  [[nodiscard]] const GridCell& at(GridIndex index) const { return nth(cells_, index); }
  /// The empty cells that touch a tile; on an empty table, those where an opening may be.
  [[nodiscard]] const std::vector<GridIndex>& anchors() const { return anchors_; }
  [[nodiscard]] int size() const { return static_cast<int>(laid_.size()); }
  [[nodiscard]] bool bounded() const { return bounded_; }
  /// The points of a line by its length (B6, B7): a single tile is not a line.
  [[nodiscard]] int line_points(int length) const { return nth(line_points_, length); }
  /// Whether a tile of this set fits anywhere.
  [[nodiscard]] bool any_fits(TileSet tiles) const;
  /// Whether the tile is part of a line of six (S5).
  [[nodiscard]] bool in_line_of_six(GridIndex index) const;
  /// The cells with tiles, in the order in which they were placed.
  [[nodiscard]] const std::vector<GridIndex>& tiles() const { return laid_; }

  [[nodiscard]] Cell cell_of(GridIndex index) const {
    return {index % grid_side + offset_.x, index / grid_side + offset_.y};
  }
  [[nodiscard]] GridIndex index_of(Cell cell) const {
    return (cell.y - offset_.y) * grid_side + (cell.x - offset_.x);
  }

 private:
  GridCell& cell(GridIndex index) { return nth(cells_, index); }
  void clear();
  void refit(GridCell& cell, std::size_t direction);
  void add_anchor(GridIndex index);
  void remove_anchor(GridIndex index);
  void add_opening_anchors();
  void drop_opening_anchors();

  static constexpr GridIndex no_cell = -1;
  struct Undo {
    std::uint16_t anchor;  // the cell's index in the list of anchors
    std::uint16_t new_anchors;
  };

  std::vector<GridCell> cells_;
  std::vector<GridIndex> anchors_;
  std::vector<GridIndex> laid_;
  std::vector<Undo> undo_;
  std::vector<GridIndex> opening_;
  std::vector<GridIndex> wide_;  // the anchors before narrowing
  GridIndex barred_ = no_cell;
  Cell offset_;
  std::array<std::uint8_t, longest_line + 1> line_points_{};
  bool bounded_;
};

}  // namespace sixfold
