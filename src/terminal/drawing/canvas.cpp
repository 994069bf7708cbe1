#include "terminal/drawing/canvas.hpp"

#include "terminal/drawing/text.hpp"

namespace sixfold::terminal {

Ink ink_of(Colour colour) {
  return static_cast<Ink>(static_cast<int>(Ink::red) + static_cast<int>(colour));
}

Paper paper_of(Colour colour) {
  return static_cast<Paper>(static_cast<int>(Paper::red) + static_cast<int>(colour));
}

std::string Canvas::line(int row) const {
  std::string text;
  for (int column = 0; column < size_.columns; ++column) text += at(row, column).text;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

int Canvas::put(int row, int column, std::string_view text, const Style& style) {
  for (const Cluster& cluster : clusters_of(text)) {
    if (inside(row, column) && inside(row, column + cluster.columns - 1)) {
      glyphs_[index(row, column)] = {cluster.text, style};
      if (cluster.columns == 2) glyphs_[index(row, column + 1)] = {"", style};
    }
    column += cluster.columns;
  }
  return column;
}

void Canvas::put_fitted(int row, int column, int columns, std::string_view text,
                        const Style& style) {
  put(row, column, fitted(text, columns), style);
}

void Canvas::put_right(int row, int end_column, std::string_view text, const Style& style) {
  put(row, end_column - columns_of(text), text, style);
}

void Canvas::fill(const Rect& area, const Style& style, std::string_view with) {
  for (int row = area.row; row < area.row + area.rows; ++row)
    for (int column = area.column; column < area.column + area.columns; ++column)
      put(row, column, with, style);
}

void Canvas::box(const Rect& area, std::string_view title, const Style& style) {
  fill(area, {});
  const int bottom = area.row + area.rows - 1;
  const int right = area.column + area.columns - 1;
  for (int column = area.column + 1; column < right; ++column) {
    put(area.row, column, "─", style);
    put(bottom, column, "─", style);
  }
  for (int row = area.row + 1; row < bottom; ++row) {
    put(row, area.column, "│", style);
    put(row, right, "│", style);
  }
  put(area.row, area.column, "╭", style);
  put(area.row, right, "╮", style);
  put(bottom, area.column, "╰", style);
  put(bottom, right, "╯", style);
  if (title.empty()) return;
  Style bold = style;
  bold.bold = true;
  put(area.row, area.column + 2, " " + fitted(title, area.columns - 6) + " ", bold);
}

}  // namespace sixfold::terminal
