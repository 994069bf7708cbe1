// Every placement of a hand on a Grid, each once, with its points. Equal to the plain
// legal_placements() and score(), which are the definition.
//
// A placement of several tiles is in one line. It is found from its first anchor in the direction
// of the line: to the right of that cell any cell may follow, to the left only cells that touch
// nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/search/grid.hpp"
#include "rules/indexed.hpp"
#include "rules/move.hpp"

namespace sixfold {

/// A placement while it is being examined; copy what you want to keep.
struct QuickPlacement {
  int points = 0;
  int count = 0;
  int length = 0;    ///< of the line that contains several tiles; 0 for a single tile
  int across = 0;    ///< the direction (of Grid) that crosses it
  TileSet line = 0;  ///< its tiles
  std::array<GridIndex, longest_line> cells{};
  std::array<std::uint8_t, longest_line> tiles{};

  [[nodiscard]] Place to_place(const Grid& grid) const;
};

namespace generator_detail {

template <class Sink>
class Search {
 public:
  Search(const Grid& grid, TileSet hand, Sink& sink)
      : grid_(grid), hand_(hand), sink_(sink), opening_row_(grid.size() == 0 && !grid.bounded()) {
    for (TileSet tiles = hand; tiles != 0; tiles &= tiles - 1) {
      const auto tile = static_cast<std::size_t>(first_of(tiles));
      using namespace tile_set_tables;
      kin_[tile] = (same_colour[tile] | same_shape[tile]) & hand & ~set_of(first_of(tiles));
    }
  }

  void run() {
    // One block at a time: first find, without branching, the cells where anything fits.
    std::array<GridIndex, 128> live;
    const std::span<const GridIndex> anchors = grid_.anchors();
    for (std::size_t first = 0; first < anchors.size(); first += live.size()) {
      std::size_t count = 0;
      for (const GridIndex index :
           anchors.subspan(first, std::min(live.size(), anchors.size() - first))) {
        const GridCell& cell = grid_.at(index);
        live[count] = index;
        count += static_cast<std::size_t>((cell.fit[0] & cell.fit[1] & hand_) != 0);
      }
      for (std::size_t i = 0; i < count; ++i) from(live[i]);
    }
  }

 private:
  void from(GridIndex index) {
    const GridCell& cell = grid_.at(index);
    const TileSet tiles = cell.fit[0] & cell.fit[1] & hand_;
    singles(index, cell, tiles);
    lines_from<0>(index, cell, tiles);
    if (!opening_row_) lines_from<1>(index, cell, tiles);
  }

  /// The score and length of a line so far.
  struct Line {
    TileSet tiles;  // all of it
    TileSet next;   // those of the hand that can still join it
    int length;
    int crossing;  // points of the crossing lines and of bonus cells
  };

  void lay(int at, GridIndex index, int tile) {
    nth(placement_.cells, at) = index;
    nth(placement_.tiles, at) = static_cast<std::uint8_t>(tile);
  }

  void emit(int count, const Line& line) {
    placement_.count = count;
    placement_.points = grid_.line_points(line.length) + line.crossing;
    placement_.length = line.length;
    placement_.line = line.tiles;
    sink_(std::as_const(placement_));
  }

  void singles(GridIndex index, const GridCell& cell, TileSet tiles) {
    const int lines = cell.points[0] + cell.points[1];
    placement_.points = (lines == 0 ? 1 : lines) + cell.bonus;
    placement_.count = 1;
    placement_.length = 0;
    placement_.line = 0;
    for (; tiles != 0; tiles &= tiles - 1) {
      lay(0, index, first_of(tiles));
      sink_(std::as_const(placement_));
    }
  }

  /// The tiles that can follow `tile` in a line that admits `fit`: a tile that shares an attribute
  /// with both shares the line's.
  [[nodiscard]] TileSet joining(TileSet fit, int tile) const { return fit & nth(kin_, tile); }

  [[nodiscard]] bool is_free(GridIndex index) const {
    const GridCell& cell = grid_.at(index);
    return cell.tile == GridCell::empty && cell.anchor == GridCell::nowhere;
  }

  /// Placements of several tiles along a direction whose first anchor is this cell.
  template <std::size_t direction>
  void lines_from(GridIndex index, const GridCell& cell, TileSet tiles) {
    placement_.across = 1 - static_cast<int>(direction);
    const GridIndex right =
        index + grid_step[direction] * (cell.run_length[direction][run_after] + 1);
    // To the left, only cells that are not anchors. Beyond a run there is always one.
    left_ = index - grid_step[direction];
    open_left_ = cell.run[direction][run_before] == 0 && !opening_row_ && is_free(left_);
    Line line{0, 0,
              cell.run_length[direction][run_before] + cell.run_length[direction][run_after] + 1,
              cell.points[1 - direction] + cell.bonus};
    const TileSet lying = cell.run[direction][run_before] | cell.run[direction][run_after];
    // A barred tile is barred only from its own cell (S7): it may be elsewhere in the line.
    const TileSet admitted = !grid_.barred() ? cell.fit[direction]
                             : lying == 0    ? every_tile
                                             : lengthening(lying);
    for (; tiles != 0; tiles &= tiles - 1) {
      const int tile = first_of(tiles);
      line.next = joining(admitted, tile);
      if (line.next == 0) continue;
      line.tiles = lying | set_of(tile);
      lay(0, index, tile);
      if (open_left_) extend_left<direction>(line, 1, left_);
      extend_right<direction>(line, 1, right);
    }
  }

  /// Places tiles on `index`; after that the line continues to the right.
  template <std::size_t direction>
  void extend_right(const Line& line, int count, GridIndex index) {
    const GridCell& cell = grid_.at(index);
    const int more = cell.run_length[direction][run_after] + 1;
    if (cell.tile != GridCell::empty || line.length + more > longest_line) return;
    TileSet fit = line.next;
    TileSet whole = line.tiles;
    if (more > 1) {
      // The tiles beyond must match the whole line, not only the tile in between.
      const TileSet beyond = cell.run[direction][run_after];
      if ((whole & beyond) != 0) return;
      whole |= beyond;
      fit &= lengthening(whole);
    }
    TileSet tiles = fit & cell.fit[1 - direction];
    if (tiles == 0) return;
    Line longer{0, 0, line.length + more, line.crossing + cell.points[1 - direction] + cell.bonus};
    do {
      const int tile = first_of(tiles);
      tiles &= tiles - 1;
      lay(count, index, tile);
      longer.tiles = whole | set_of(tile);
      emit(count + 1, longer);
      longer.next = joining(fit, tile);
      if (longer.next == 0) continue;
      if (open_left_) extend_left<direction>(longer, count + 1, left_);
      extend_right<direction>(longer, count + 1, index + grid_step[direction] * more);
    } while (tiles != 0);
  }

  /// Places tiles on free cells from `index` to the left; nothing more follows on the right.
  template <std::size_t direction>
  void extend_left(const Line& line, int count, GridIndex index) {
    const GridCell& cell = grid_.at(index);
    if (line.length == longest_line) return;
    Line longer{0, 0, line.length + 1, line.crossing + cell.bonus};
    for (TileSet tiles = line.next & cell.fit[1 - direction]; tiles != 0; tiles &= tiles - 1) {
      const int tile = first_of(tiles);
      lay(count, index, tile);
      longer.tiles = line.tiles | set_of(tile);
      emit(count + 1, longer);
      longer.next = joining(line.next, tile);
      if (longer.next != 0 && is_free(index - grid_step[direction]))
        extend_left<direction>(longer, count + 1, index - grid_step[direction]);
    }
  }

  const Grid& grid_;
  const TileSet hand_;
  Sink& sink_;
  const bool opening_row_;  // openings without bounds: only from the middle to the right
  QuickPlacement placement_;
  std::array<TileSet, face_count> kin_;  // for each tile in hand: the tiles that share an attribute
  GridIndex left_ = 0;                   // of the first anchor
  bool open_left_ = false;
};

}  // namespace generator_detail

/// Calls `sink(const QuickPlacement&)` for every placement. The caller checks the length that an
/// opening must have (B2).
template <class Sink>
void generate(const Grid& grid, TileSet hand, Sink&& sink) {
  generator_detail::Search<std::remove_reference_t<Sink>>(grid, hand, sink).run();
}

}  // namespace sixfold
