// Every placement of a hand on a Grid, each once, with its points. Equal to the plain
// legal_placements() and score(), which are the definition.
//
// A placement of several tiles lies along one line. It is found from the first anchor, in the
// line's direction, among its cells: to the right of that cell anything may follow, to the left
// only cells that touch nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/grid.hpp"
#include "rules/move.hpp"

namespace sixfold {

/// A placement while it is being looked at; copy what you want to keep.
struct QuickPlacement {
  int points = 0;
  int count = 0;
  std::array<GridIndex, longest_line> cells{};
  std::array<std::uint8_t, longest_line> tiles{};

  [[nodiscard]] Place to_place(const Grid& grid) const;
};

namespace generator_detail {

template <class Sink>
class Search {
 public:
  Search(const Grid& grid, TileSet hand, Sink& sink)
      : grid_(grid), hand_(hand), sink_(sink), opening_row_(grid.size() == 0 && !grid.bounded()) {}

  void run() {
    for (const GridIndex index : grid_.anchors()) {
      const GridCell& cell = grid_.at(index);
      TileSet tiles = cell.fit[0] & cell.fit[1] & hand_;
      while (tiles != 0) {
        const int tile = first_of(tiles);
        tiles &= tiles - 1;
        from(index, cell, tile);
      }
    }
  }

 private:
  static constexpr std::size_t before = 0;
  static constexpr std::size_t after = 1;

  void lay(GridIndex index, int tile) {
    const auto at = static_cast<std::size_t>(placement_.count++);
    placement_.cells[at] = index;
    placement_.tiles[at] = static_cast<std::uint8_t>(tile);
  }

  void from(GridIndex index, const GridCell& cell, int tile) {
    placement_.count = 0;
    lay(index, tile);
    const int lines = cell.points[0] + cell.points[1];
    placement_.points = (lines == 0 ? 1 : lines) + cell.bonus;
    sink_(placement_);

    const TileSet bit = set_of(tile);
    for (std::size_t d = 0; d < 2; ++d) {
      const TileSet line = cell.run[d][before] | cell.run[d][after] | bit;
      const TileSet next = lengthening(line) & hand_;
      if (next == 0 || (opening_row_ && d == 1)) continue;
      direction_ = d;
      across_ = 1 - d;
      step_ = grid_step[d];
      length_ = cell.run_length[d][before] + cell.run_length[d][after] + 1;
      crossing_ = cell.points[across_] + cell.bonus;
      // To the left only cells that are no anchors: this one is the first anchor.
      left_ = cell.run[d][before] == 0 && !opening_row_ ? index - step_ : index;
      open_left_ = left_ != index && is_free(left_);
      extend_left(line, next, left_);
      extend_right(line, index + step_ * (cell.run_length[d][after] + 1));
    }
  }

  [[nodiscard]] bool is_free(GridIndex index) const {
    const GridCell& cell = grid_.at(index);
    return cell.tile == GridCell::empty && cell.anchor == GridCell::nowhere;
  }

  void emit() {
    placement_.points = line_points[static_cast<std::size_t>(length_)] + crossing_;
    sink_(placement_);
  }

  /// Lays tiles on `index`, after which the line goes on to the right.
  void extend_right(TileSet line, GridIndex index) {
    const GridCell& cell = grid_.at(index);
    const TileSet beyond = cell.run[direction_][after];
    const int more = cell.run_length[direction_][after] + 1;
    if (cell.tile != GridCell::empty || (line & beyond) != 0 || length_ + more > longest_line)
      return;
    const TileSet whole = line | beyond;
    TileSet tiles = lengthening(whole) & hand_ & cell.fit[across_];
    if (tiles == 0) return;
    const int gain = cell.points[across_] + cell.bonus;
    length_ += more;
    crossing_ += gain;
    do {
      const int tile = first_of(tiles);
      tiles &= tiles - 1;
      lay(index, tile);
      emit();
      const TileSet longer = whole | set_of(tile);
      const TileSet next = lengthening(longer) & hand_;
      if (next != 0) {
        extend_left(longer, next, left_);
        extend_right(longer, index + step_ * more);
      }
      --placement_.count;
    } while (tiles != 0);
    length_ -= more;
    crossing_ -= gain;
  }

  /// Lays tiles on free cells from `index` to the left; nothing more comes to the right.
  void extend_left(TileSet line, TileSet next, GridIndex index) {
    if (!open_left_ || length_ == longest_line || !is_free(index)) return;
    const GridCell& cell = grid_.at(index);
    TileSet tiles = next & cell.fit[across_];
    ++length_;
    crossing_ += cell.bonus;
    while (tiles != 0) {
      const int tile = first_of(tiles);
      tiles &= tiles - 1;
      lay(index, tile);
      emit();
      const TileSet longer = line | set_of(tile);
      extend_left(longer, lengthening(longer) & hand_, index - step_);
      --placement_.count;
    }
    --length_;
    crossing_ -= cell.bonus;
  }

  const Grid& grid_;
  const TileSet hand_;
  Sink& sink_;
  const bool opening_row_;  // openings without bounds: from the middle to the right only
  QuickPlacement placement_;
  // The line that is being laid:
  std::size_t direction_ = 0;
  std::size_t across_ = 1;
  GridIndex step_ = 1;
  GridIndex left_ = 0;
  bool open_left_ = false;
  int length_ = 0;
  int crossing_ = 0;
};

}  // namespace generator_detail

/// Calls `sink(const QuickPlacement&)` for every placement. The length that an opening must have
/// (B2) is the caller's to look at.
template <class Sink>
void generate(const Grid& grid, TileSet hand, Sink&& sink) {
  generator_detail::Search<std::remove_reference_t<Sink>>(grid, hand, sink).run();
}

}  // namespace sixfold
