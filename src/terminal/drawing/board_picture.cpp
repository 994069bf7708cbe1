#include "terminal/drawing/board_picture.hpp"

#include <algorithm>
#include <string>

#include "record/notation.hpp"
#include "terminal/drawing/text.hpp"

namespace sixfold::terminal {

namespace {

constexpr int number_columns = 4;
constexpr int label_rows = 1;
constexpr int sight = 2;  // cells kept in sight around the cursor

bool among(const std::vector<Cell>& cells, Cell cell) {
  return std::ranges::find(cells, cell) != cells.end();
}

Size cells_in(Size area, CellSize size) {
  const Size extent = extent_of(size);
  // One extra column for a bracket after the last cell.
  return {(area.rows - label_rows) / extent.rows,
          (area.columns - number_columns - 1) / extent.columns};
}

bool fits_in(const Extent& extent, Size cells) {
  return extent.high.x - extent.low.x < cells.columns && extent.high.y - extent.low.y < cells.rows;
}

/// The first visible cell of a row or column, chosen so that the cursor is in sight.
int scrolled(int first, int count, int low, int high, int cursor) {
  if (high - low < count)
    return std::clamp(low - (count - (high - low + 1)) / 2, cursor - count + 1, cursor);
  const int margin = std::min(sight, (count - 1) / 2);
  first = std::clamp(first, cursor - count + 1 + margin, cursor - margin);
  return std::clamp(first, std::min(low, cursor), std::max(high, cursor) - count + 1);
}

/// The mark printed on an empty cell.
struct Mark {
  std::string_view text;
  Style style;
};

Mark mark_of(const View& view, Cell cell, const Look& look) {
  const Mark plain{look.symbols ? "·" : ".", {Ink::faint}};
  if (!view.rules.layout) return plain;
  if (std::ranges::binary_search(view.stars, cell))
    return {look.symbols ? "◎" : "*", {Ink::accent, Paper::none, true}};
  if (view.rules.start_cells_count && view.rules.layout->is_start(cell))
    return {"S", {Ink::good, Paper::none, true}};
  switch (view.rules.layout->bonus_at(cell)) {
    case 0:
      return plain;
    case 1:
      return {"+1", {Ink::good}};
    case 2:
      return {"+2", {Ink::good, Paper::none, true}};
    default:
      return {"+", {Ink::good, Paper::none, true}};
  }
}

class BoardPainter {
 public:
  BoardPainter(Canvas& canvas, const Rect& area, const View& view, const BoardMarks& marks,
               const Camera& camera, const Look& look)
      : canvas_(canvas),
        area_(area),
        view_(view),
        marks_(marks),
        camera_(camera),
        look_(look),
        extent_(extent_of(camera.size)) {}

  void draw() {
    draw_labels();
    for (int y = camera_.corner.y; y < camera_.corner.y + camera_.rows; ++y)
      for (int x = camera_.corner.x; x < camera_.corner.x + camera_.columns; ++x)
        if (on_board(view_.rules, {x, y})) draw_cell({x, y});
    draw_brackets();
  }

 private:
  [[nodiscard]] int row_of(int y) const {
    return area_.row + label_rows + (y - camera_.corner.y) * extent_.rows;
  }
  [[nodiscard]] int column_of(int x) const {
    return area_.column + number_columns + (x - camera_.corner.x) * extent_.columns;
  }
  /// The position of a cell's text.
  [[nodiscard]] int middle_row(int y) const {
    return row_of(y) + (camera_.size == CellSize::large ? 1 : 0);
  }

  [[nodiscard]] Style label_style(bool at_cursor) const {
    return at_cursor ? Style{Ink::accent, Paper::none, true} : Style{Ink::faint};
  }

  /// Next to the board, even if it does not fill the area.
  void draw_labels() {
    const bool bounded = view_.rules.layout.has_value();
    const int label_row = row_of(bounded ? std::max(camera_.corner.y, 0) : camera_.corner.y) - 1;
    const int label_column =
        column_of(bounded ? std::max(camera_.corner.x, 0) : camera_.corner.x) - 1;
    for (int x = camera_.corner.x; x < camera_.corner.x + camera_.columns; ++x) {
      if (!on_board(view_.rules, {x, 0})) continue;
      const std::string text = std::to_string(x);
      if (columns_of(text) > extent_.columns - 1 && x % 5 != 0) continue;
      canvas_.put_right(label_row, column_of(x) + std::min(4, extent_.columns), text,
                        label_style(marks_.cursor && marks_.cursor->x == x));
    }
    for (int y = camera_.corner.y; y < camera_.corner.y + camera_.rows; ++y)
      if (on_board(view_.rules, {0, y}))
        canvas_.put_right(middle_row(y), label_column, std::to_string(y),
                          label_style(marks_.cursor && marks_.cursor->y == y));
  }

  void draw_cell(Cell cell) {
    const int row = row_of(cell.y);
    const int column = column_of(cell.x);
    const auto laid = std::ranges::find(marks_.laid, cell, &PlacedTile::cell);
    const bool here = marks_.cursor == cell;
    if (laid != marks_.laid.end()) {
      // Draw the brackets of small tiles last, because they overlap the neighbours.
      draw_tile(canvas_, row, column, camera_.size, laid->tile, TileMark::laid, look_);
    } else if (const auto tile = view_.board.at(cell)) {
      const TileMark mark = here && marks_.taking      ? TileMark::picked
                            : among(marks_.last, cell) ? TileMark::last
                                                       : TileMark::lying;
      draw_tile(canvas_, row, column, camera_.size, *tile, mark, look_);
    } else if (here && marks_.chosen) {
      draw_tile(canvas_, row, column, camera_.size, *marks_.chosen, TileMark::ghost, look_);
    } else {
      draw_empty(cell);
    }
  }

  void draw_empty(Cell cell) {
    Mark mark = mark_of(view_, cell, look_);
    const bool plain = mark.style.ink == Ink::faint;
    if (among(marks_.hinted, cell))
      mark = {"?", {Ink::accent, Paper::none, true}};
    else if (among(marks_.fits, cell))
      mark = {plain ? (look_.symbols ? "◦" : "o") : mark.text, {Ink::good, Paper::none, true}};
    const int inner = extent_.columns - 1;
    const int width = columns_of(mark.text);
    const int at = column_of(cell.x) + 1 + (inner - width + (camera_.size == CellSize::small)) / 2;
    canvas_.put(middle_row(cell.y), at, mark.text, mark.style);
  }

  /// The cursor, if no tile is selected, and the brackets around small tiles.
  void draw_brackets() {
    // Adjacent small tiles share one pair of brackets.
    for (const PlacedTile& placed : marks_.laid)
      if (const Cell left = step(placed.cell, Direction::across, -1);
          camera_.size == CellSize::small && camera_.sees(placed.cell) &&
          std::ranges::find(marks_.laid, left, &PlacedTile::cell) != marks_.laid.end())
        canvas_.put(row_of(placed.cell.y), column_of(placed.cell.x), " ");
    if (!marks_.cursor || !camera_.sees(*marks_.cursor)) return;
    const Cell cell = *marks_.cursor;
    const bool laid = std::ranges::find(marks_.laid, cell, &PlacedTile::cell) != marks_.laid.end();
    if (marks_.chosen && !view_.board.at(cell) && !laid) return;
    // A small provisional tile keeps its brackets.
    const std::string_view both = marks_.taking                             ? "<>"
                                  : laid && camera_.size == CellSize::small ? "[]"
                                                                            : "()";
    const Style style{Ink::plain, Paper::cursor, true};
    canvas_.put(middle_row(cell.y), column_of(cell.x), both.substr(0, 1), style);
    canvas_.put(middle_row(cell.y), column_of(cell.x) + extent_.columns, both.substr(1), style);
  }

  Canvas& canvas_;
  const Rect& area_;
  const View& view_;
  const BoardMarks& marks_;
  const Camera& camera_;
  const Look& look_;
  Size extent_;
};

}  // namespace

Extent extent_of(const View& view, const std::vector<PlacedTile>& laid) {
  if (view.rules.layout)
    return {{0, 0}, {view.rules.layout->width - 1, view.rules.layout->height - 1}};
  Extent extent{{-2, -1}, {2, 1}};
  const auto include = [&](Cell cell) {
    extent.low = {std::min(extent.low.x, cell.x - 1), std::min(extent.low.y, cell.y - 1)};
    extent.high = {std::max(extent.high.x, cell.x + 1), std::max(extent.high.y, cell.y + 1)};
  };
  if (!view.board.empty()) {
    const Cell first = view.board.tiles().front().cell;
    extent = {first, first};
  }
  for (const PlacedTile& placed : view.board.tiles()) include(placed.cell);
  for (const PlacedTile& placed : laid) include(placed.cell);
  return extent;
}

Camera camera_for(const Extent& extent, Cell cursor, const Camera& before,
                  std::optional<CellSize> wanted, Size area) {
  Camera camera = before;
  camera.size = CellSize::small;
  for (const CellSize size : cell_sizes)
    if (fits_in(extent, cells_in(area, size))) camera.size = size;
  if (wanted) camera.size = *wanted;
  const Size cells = cells_in(area, camera.size);
  camera.columns = std::max(1, cells.columns);
  camera.rows = std::max(1, cells.rows);
  camera.corner.x =
      scrolled(before.corner.x, camera.columns, extent.low.x, extent.high.x, cursor.x);
  camera.corner.y = scrolled(before.corner.y, camera.rows, extent.low.y, extent.high.y, cursor.y);
  return camera;
}

void draw_board(Canvas& canvas, const Rect& area, const View& view, const BoardMarks& marks,
                const Camera& camera, const Look& look) {
  BoardPainter(canvas, area, view, marks, camera, look).draw();
}

std::optional<Cell> cell_at(const Rect& area, const Camera& camera, int row, int column) {
  const Size extent = extent_of(camera.size);
  const int y = row - area.row - label_rows;
  const int x = column - area.column - number_columns;
  if (y < 0 || x < 0) return std::nullopt;
  const Cell cell{camera.corner.x + x / extent.columns, camera.corner.y + y / extent.rows};
  if (!camera.sees(cell)) return std::nullopt;
  return cell;
}

}  // namespace sixfold::terminal
