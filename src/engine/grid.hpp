// The table for searching: every empty cell knows which tiles fit it and what its lines would
// score, kept up to date as tiles are laid and taken up again.
//
// Layout: a square of cells with room for any table of 108 connected tiles around its middle, so
// that no step along a line ever leaves it; outside a bounded board the cells are walls. An empty
// cell holds, for each direction, the tiles of the run that ends right before it and of the one
// that begins right after it. Laying a tile changes these only for the two cells at the ends of the
// run it joins, and taking the last one up again restores them without any memory of what was.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/tile_set.hpp"
#include "rules/board.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

/// A cell's place in the grid.
using GridIndex = std::int32_t;

inline constexpr int grid_side = 225;
inline constexpr GridIndex grid_middle = grid_side / 2 * grid_side + grid_side / 2;
/// From a cell to the next one, by Direction.
inline constexpr std::array<GridIndex, 2> grid_step{1, grid_side};

/// The points of a line by its length (B6, B7): one tile alone is no line.
inline constexpr std::array<std::uint8_t, longest_line + 1> line_points{0, 0, 2, 3, 4, 5, 12};

struct alignas(64) GridCell {
  static constexpr std::uint8_t empty = 255;
  static constexpr std::uint8_t wall = 254;
  static constexpr std::uint16_t nowhere = 0xffff;
  static constexpr std::uint16_t left_out = 0xfffe;

  std::array<std::array<TileSet, 2>, 2> run{};         ///< by direction, then before and after
  std::array<TileSet, 2> fit{every_tile, every_tile};  ///< what each direction admits here
  std::array<std::array<std::uint8_t, 2>, 2> run_length{};
  std::array<std::uint8_t, 2> points{};  ///< of the lines a tile here would make
  std::uint8_t tile = empty;             ///< a tile's index, or empty, or wall
  std::uint8_t bonus = 0;                ///< N3
  std::uint16_t anchor = nowhere;        ///< its place in the list of anchors
};

class Grid {
 public:
  /// An empty table.
  explicit Grid(const Ruleset& rules);

  /// Makes this the table with these tiles; without bounds they must hang together. Nothing is
  /// barred then. Nothing fits a line that is no proper one, as black cells side by side make it.
  void set_up(const Board& board);

  /// Precondition: the cell is empty and no wall.
  void lay(GridIndex index, int tile);
  /// Takes up the tile that was laid last of those still there. Precondition: it is that one.
  void undo(GridIndex index);
  /// Takes up any tile, as for a disc (S5). Not to be mixed with undo() of tiles laid before it.
  void take_up(GridIndex index);
  /// Keeps a tile off an empty cell until release() (S7). One cell at a time.
  void bar(GridIndex index, int tile);
  void release();
  [[nodiscard]] bool barred() const { return barred_ != no_cell; }
  /// Leaves out the anchors that none of these tiles fits, until widen(): with every tile laid a
  /// cell admits less, so they stay of no use. Every lay() in between is to be undone before.
  /// Precondition: it is not empty, and only these tiles will be laid.
  void narrow(TileSet tiles);
  void widen();

  [[nodiscard]] const GridCell& at(GridIndex index) const {
    return cells_[static_cast<std::size_t>(index)];
  }
  /// The empty cells that touch a tile; on an empty table those where an opening may go.
  [[nodiscard]] const std::vector<GridIndex>& anchors() const { return anchors_; }
  [[nodiscard]] int size() const { return static_cast<int>(laid_.size()); }
  [[nodiscard]] bool bounded() const { return bounded_; }
  /// Whether a tile of this set fits anywhere.
  [[nodiscard]] bool any_fits(TileSet tiles) const;
  /// Whether the tile is part of a line of six (S5).
  [[nodiscard]] bool in_line_of_six(GridIndex index) const;
  /// The cells with tiles, in the order they were laid.
  [[nodiscard]] const std::vector<GridIndex>& tiles() const { return laid_; }

  [[nodiscard]] Cell cell_of(GridIndex index) const {
    return {index % grid_side + offset_.x, index / grid_side + offset_.y};
  }
  [[nodiscard]] GridIndex index_of(Cell cell) const {
    return (cell.y - offset_.y) * grid_side + (cell.x - offset_.x);
  }

 private:
  GridCell& cell(GridIndex index) { return cells_[static_cast<std::size_t>(index)]; }
  void clear();
  void refit(GridCell& cell, std::size_t direction);
  void add_anchor(GridIndex index);
  void remove_anchor(GridIndex index);
  void add_opening_anchors();
  void drop_opening_anchors();

  static constexpr GridIndex no_cell = -1;
  struct Undo {
    std::uint16_t anchor;  // where the cell stood in the list of anchors
    std::uint16_t new_anchors;
  };

  std::vector<GridCell> cells_;
  std::vector<GridIndex> anchors_;
  std::vector<GridIndex> laid_;
  std::vector<Undo> undo_;
  std::vector<GridIndex> opening_;
  std::vector<GridIndex> wide_;  // the anchors before they were narrowed
  GridIndex barred_ = no_cell;
  Cell offset_;
  bool bounded_;
};

}  // namespace sixfold
