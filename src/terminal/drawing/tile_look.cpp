#include "terminal/drawing/tile_look.hpp"

#include <array>

#include "record/notation.hpp"
#include "rules/indexed.hpp"

namespace sixfold::terminal {

namespace {

constexpr int most_colours = 256;

bool painted(const Look& look) { return look.colours >= most_colours; }

struct Brackets {
  std::string_view left = " ";
  std::string_view right = " ";
};

Brackets brackets_of(TileMark mark) {
  switch (mark) {
    case TileMark::laid:
      return {"[", "]"};
    case TileMark::ghost:
      return {"(", ")"};
    case TileMark::picked:
      return {"<", ">"};
    default:
      return {};
  }
}

Style style_of(Tile tile, TileMark mark, const Look& look) {
  Style style;
  if (mark == TileMark::ghost) {
    style.ink = ink_of(tile.colour);
    style.paper = Paper::cursor;
  } else if (painted(look)) {
    style.ink = Ink::dark;
    style.paper = paper_of(tile.colour);
  } else {
    style.ink = ink_of(tile.colour);
    style.reverse = mark == TileMark::laid;
  }
  style.bold = true;
  style.underline = mark == TileMark::last;
  return style;
}

void draw_frame(Canvas& canvas, int row, int column, const Style& style) {
  canvas.put(row, column, "╭───╮", style);
  canvas.put(row + 1, column, "│   │", style);
  canvas.put(row + 2, column, "╰───╯", style);
}

}  // namespace

Size extent_of(CellSize size) {
  switch (size) {
    case CellSize::small:
      return {1, 3};
    case CellSize::medium:
      return {2, 5};
    case CellSize::large:
      return {3, 6};
  }
  return {1, 3};
}

std::string_view shape_text(Shape shape, const Look& look) {
  constexpr std::array<std::string_view, shape_count> symbols{"●", "■", "◆", "♣", "✕", "✸"};
  constexpr std::array<std::string_view, shape_count> letters{"c", "s", "d", "l", "x", "t"};
  return nth((look.symbols ? symbols : letters), shape);
}

std::string tile_text(Tile tile, const Look& look) {
  return std::string(1, letter_of(tile.colour)) + std::string(shape_text(tile.shape, look));
}

void draw_small_tile(Canvas& canvas, int row, int column, Tile tile, TileMark mark,
                     const Look& look) {
  canvas.put(row, column, tile_text(tile, look), style_of(tile, mark, look));
}

void draw_tile(Canvas& canvas, int row, int column, CellSize size, Tile tile, TileMark mark,
               const Look& look) {
  const Style style = style_of(tile, mark, look);
  const Brackets brackets = brackets_of(mark);
  const std::string text = tile_text(tile, look);
  if (size == CellSize::small) {
    const Style gap{Ink::plain, mark == TileMark::ghost ? Paper::cursor : Paper::none, true, false,
                    false};
    if (brackets.left != " ") {
      canvas.put(row, column, brackets.left, gap);
      canvas.put(row, column + 3, brackets.right, gap);
    }
    canvas.put(row, column + 1, text, style);
    return;
  }
  Style edge;
  edge.ink = ink_of(tile.colour);
  if (size == CellSize::medium) {
    canvas.put(row, column + 1, std::string(brackets.left) + text + std::string(brackets.right),
               style);
    if (painted(look) && mark != TileMark::ghost) canvas.put(row + 1, column + 1, "▀▀▀▀", edge);
    return;
  }
  const std::string wide = std::string(brackets.left) + text.substr(0, 1) + " " + text.substr(1) +
                           std::string(brackets.right);
  if (!painted(look)) {
    draw_frame(canvas, row, column + 1, edge);
    canvas.put(row + 1, column + 2, wide.substr(1, wide.size() - 2), style);
    if (brackets.left != " ") {
      canvas.put(row + 1, column + 1, brackets.left, style);
      canvas.put(row + 1, column + 5, brackets.right, style);
    }
    return;
  }
  canvas.put(row + 1, column + 1, wide, style);
  if (mark == TileMark::ghost) return;
  canvas.put(row, column + 1, "▄▄▄▄▄", edge);
  canvas.put(row + 2, column + 1, "▀▀▀▀▀", edge);
}

}  // namespace sixfold::terminal
