#include "engine/search/grid.hpp"

#include <algorithm>
#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr std::array<GridIndex, 4> neighbours{-1, 1, -grid_side, grid_side};

std::vector<Cell> opening_cells(const Ruleset& rules) {
  if (!rules.layout) return {};
  if (rules.start_cells_count && !rules.layout->starts.empty()) return rules.layout->starts;
  std::vector<Cell> cells;
  for (int y = 0; y < rules.layout->height; ++y)
    for (int x = 0; x < rules.layout->width; ++x) cells.push_back({x, y});
  return cells;
}

/// The tiles of two runs that become one. If a tile occurs twice, as it can on adjacent black
/// cells, all tiles: a set that no tile extends.
TileSet joined(TileSet run, TileSet other) { return (run & other) != 0 ? every_tile : run | other; }

}  // namespace

Grid::Grid(const Ruleset& rules)
    : cells_(std::size_t{grid_side} * grid_side), bounded_(rules.layout.has_value()) {
  for (int length = 2; length <= longest_line; ++length)
    nth(line_points_, length) = static_cast<std::uint8_t>(length);
  line_points_.back() = static_cast<std::uint8_t>(longest_line + rules.bonus_for_six);
  laid_.reserve(most_pieces);
  undo_.reserve(most_pieces);
  if (!rules.layout) {
    offset_ = {-grid_side / 2, -grid_side / 2};
    opening_ = {grid_middle};
  } else {
    // The board in the middle, walls all around.
    offset_ = {(rules.layout->width - grid_side) / 2, (rules.layout->height - grid_side) / 2};
    for (GridIndex i = 0; i < grid_side * grid_side; ++i)
      if (!rules.layout->inside(cell_of(i))) cell(i).tile = GridCell::wall;
    for (const BonusCell& bonus : rules.layout->bonus)
      cell(index_of(bonus.cell)).bonus = static_cast<std::uint8_t>(bonus.value);
    for (const Cell start : opening_cells(rules)) opening_.push_back(index_of(start));
  }
  anchors_.reserve(std::max(std::size_t{4} * most_pieces, opening_.size()));
  add_opening_anchors();
}

void Grid::set_up(const Board& board) {
  clear();
  if (board.empty()) return;
  if (!bounded_) {
    const Cell first = board.tiles().front().cell;
    offset_ = {first.x - grid_side / 2, first.y - grid_side / 2};
  }
  for (const PlacedTile& placed : board.tiles()) lay(index_of(placed.cell), placed.tile.index());
}

void Grid::clear() {
  release();
  for (const GridIndex index : laid_)
    for (const GridIndex near : {0, -1, 1, -grid_side, grid_side}) {
      // Only the cells around tiles ever change.
      GridCell& touched = cell(index + near);
      const std::uint8_t tile = touched.tile == GridCell::wall ? GridCell::wall : GridCell::empty;
      const std::uint8_t bonus = touched.bonus;
      touched = GridCell{};
      touched.tile = tile;
      touched.bonus = bonus;
    }
  laid_.clear();
  undo_.clear();
  for (const GridIndex index : anchors_) cell(index).anchor = GridCell::nowhere;
  anchors_.clear();
  if (!bounded_) offset_ = {-grid_side / 2, -grid_side / 2};
  add_opening_anchors();
}

void Grid::refit(GridCell& cell, std::size_t direction) {
  const TileSet left = cell.run[direction][run_before];
  const TileSet right = cell.run[direction][run_after];
  const TileSet line = left | right;
  const int length = cell.run_length[direction][run_before] + cell.run_length[direction][run_after];
  if (line == 0) {
    cell.fit[direction] = every_tile;
    cell.points[direction] = 0;
  } else if ((left & right) != 0 || length >= longest_line) {
    cell.fit[direction] = 0;
  } else {
    cell.fit[direction] = lengthening(line);
    cell.points[direction] = line_points_[static_cast<std::size_t>(length) + 1];
  }
}

void Grid::add_anchor(GridIndex index) {
  cell(index).anchor = static_cast<std::uint16_t>(anchors_.size());
  anchors_.push_back(index);
}

/// The last anchor takes its slot.
void Grid::remove_anchor(GridIndex index) {
  const std::uint16_t place = cell(index).anchor;
  const GridIndex last = anchors_.back();
  anchors_[place] = last;
  cell(last).anchor = place;
  anchors_.pop_back();
  cell(index).anchor = GridCell::nowhere;
}

void Grid::add_opening_anchors() {
  for (const GridIndex index : opening_) add_anchor(index);
}

void Grid::drop_opening_anchors() {
  for (const GridIndex index : anchors_) cell(index).anchor = GridCell::nowhere;
  anchors_.clear();
}

void Grid::lay(GridIndex index, int tile) {
  GridCell& here = cell(index);
  assert(here.tile == GridCell::empty);
  if (laid_.empty()) drop_opening_anchors();
  here.tile = static_cast<std::uint8_t>(tile);
  for (std::size_t d = 0; d < 2; ++d) {
    const TileSet run =
        joined(joined(here.run[d][run_before], here.run[d][run_after]), set_of(tile));
    const int left = here.run_length[d][run_before];
    const int right = here.run_length[d][run_after];
    const auto length = static_cast<std::uint8_t>(left + right + 1);
    GridCell& first = cell(index - grid_step[d] * (left + 1));
    GridCell& last = cell(index + grid_step[d] * (right + 1));
    first.run[d][run_after] = run;
    first.run_length[d][run_after] = length;
    last.run[d][run_before] = run;
    last.run_length[d][run_before] = length;
    refit(first, d);
    refit(last, d);
  }
  Undo undo{here.anchor, 0};
  if (here.anchor != GridCell::nowhere) remove_anchor(index);
  for (const GridIndex near : neighbours) {
    const GridCell& next = cell(index + near);
    if (next.tile != GridCell::empty || next.anchor != GridCell::nowhere) continue;
    add_anchor(index + near);
    ++undo.new_anchors;
  }
  laid_.push_back(index);
  undo_.push_back(undo);
}

void Grid::undo(GridIndex index) {
  assert(!laid_.empty() && laid_.back() == index);
  GridCell& here = cell(index);
  const Undo undo = undo_.back();
  laid_.pop_back();
  undo_.pop_back();
  for (int i = 0; i < undo.new_anchors; ++i) {
    cell(anchors_.back()).anchor = GridCell::nowhere;
    anchors_.pop_back();
  }
  if (undo.anchor != GridCell::nowhere) {
    // The anchor that took its slot goes back to the end.
    add_anchor(index);
    const GridIndex other = anchors_[undo.anchor];
    std::swap(anchors_[undo.anchor], anchors_.back());
    cell(other).anchor = cell(index).anchor;
    cell(index).anchor = undo.anchor;
  }
  here.tile = GridCell::empty;
  for (std::size_t d = 0; d < 2; ++d) {
    const int left = here.run_length[d][run_before];
    const int right = here.run_length[d][run_after];
    GridCell& first = cell(index - grid_step[d] * (left + 1));
    GridCell& last = cell(index + grid_step[d] * (right + 1));
    first.run[d][run_after] = here.run[d][run_before];
    first.run_length[d][run_after] = here.run_length[d][run_before];
    last.run[d][run_before] = here.run[d][run_after];
    last.run_length[d][run_before] = here.run_length[d][run_after];
    refit(first, d);
    refit(last, d);
  }
  if (laid_.empty()) add_opening_anchors();
}

void Grid::take_up(GridIndex index) {
  GridCell& here = cell(index);
  here.tile = GridCell::empty;
  const auto place = std::ranges::find(laid_, index);
  assert(place != laid_.end());
  undo_.erase(undo_.begin() + (place - laid_.begin()));
  laid_.erase(place);
  for (std::size_t d = 0; d < 2; ++d) {
    // The runs on either side may have grown since the tile was placed.
    for (const std::size_t side : {run_before, run_after}) {
      const GridIndex step = side == run_before ? -grid_step[d] : grid_step[d];
      TileSet run = 0;
      int length = 0;
      for (GridIndex at = index + step; cell(at).tile < face_count; at += step, ++length)
        run = joined(run, set_of(cell(at).tile));
      here.run[d][side] = run;
      here.run_length[d][side] = static_cast<std::uint8_t>(length);
      GridCell& end = cell(index + step * (length + 1));
      end.run[d][1 - side] = run;
      end.run_length[d][1 - side] = static_cast<std::uint8_t>(length);
      refit(end, d);
    }
    refit(here, d);
  }
  const auto touches = [this](GridIndex at) {
    return std::ranges::any_of(neighbours,
                               [&](GridIndex near) { return cell(at + near).tile < face_count; });
  };
  for (const GridIndex near : neighbours)
    if (cell(index + near).anchor != GridCell::nowhere && !touches(index + near))
      remove_anchor(index + near);
  if (touches(index)) add_anchor(index);
  if (laid_.empty()) add_opening_anchors();
}

void Grid::bar(GridIndex index, int tile) {
  assert(barred_ == no_cell && cell(index).tile == GridCell::empty);
  for (TileSet& fit : cell(index).fit) fit &= ~set_of(tile);
  barred_ = index;
}

void Grid::release() {
  if (barred_ == no_cell) return;
  for (std::size_t d = 0; d < 2; ++d) refit(cell(barred_), d);
  barred_ = no_cell;
}

void Grid::narrow(TileSet tiles) {
  assert(wide_.empty() && !laid_.empty());
  wide_ = anchors_;
  anchors_.clear();
  for (const GridIndex index : wide_) {
    cell(index).anchor = GridCell::left_out;
    if ((at(index).fit[0] & at(index).fit[1] & tiles) != 0) add_anchor(index);
  }
}

void Grid::widen() {
  anchors_ = wide_;
  wide_.clear();
  for (std::size_t i = 0; i < anchors_.size(); ++i)
    cell(anchors_[i]).anchor = static_cast<std::uint16_t>(i);
}

bool Grid::any_fits(TileSet tiles) const {
  return std::ranges::any_of(anchors_, [&](GridIndex index) {
    return (at(index).fit[0] & at(index).fit[1] & tiles) != 0;
  });
}

bool Grid::in_line_of_six(GridIndex index) const {
  for (const GridIndex step : grid_step) {
    int length = 1;
    for (GridIndex i = index - step; at(i).tile < face_count; i -= step) ++length;
    for (GridIndex i = index + step; at(i).tile < face_count; i += step) ++length;
    if (length >= longest_line) return true;
  }
  return false;
}

}  // namespace sixfold
