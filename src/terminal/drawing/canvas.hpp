// A picture made of characters: the contents of the whole window, as a value. The screen translates
// inks and papers to what the terminal supports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/tile.hpp"

namespace sixfold::terminal {

enum class Ink : std::uint8_t {
  plain,
  faint,
  good,
  bad,
  accent,
  dark,  ///< for coloured paper
  red,
  orange,
  yellow,
  green,
  blue,
  purple,
};
enum class Paper : std::uint8_t { none, bar, cursor, red, orange, yellow, green, blue, purple };

struct Style {
  Ink ink = Ink::plain;
  Paper paper = Paper::none;
  bool bold = false;
  bool underline = false;
  bool reverse = false;

  friend bool operator==(const Style&, const Style&) = default;
};
inline constexpr Style faint{Ink::faint};

[[nodiscard]] Ink ink_of(Colour colour);
[[nodiscard]] Paper paper_of(Colour colour);

struct Size {
  int rows = 0;
  int columns = 0;

  friend bool operator==(const Size&, const Size&) = default;
};

struct Rect {
  int row = 0;
  int column = 0;
  int rows = 0;
  int columns = 0;

  [[nodiscard]] bool holds(int at_row, int at_column) const {
    return at_row >= row && at_row < row + rows && at_column >= column &&
           at_column < column + columns;
  }
  friend bool operator==(const Rect&, const Rect&) = default;
};

struct Glyph {
  std::string text = " ";  ///< empty: the right half of the glyph to the left
  Style style;

  friend bool operator==(const Glyph&, const Glyph&) = default;
};

class Canvas {
 public:
  explicit Canvas(Size size)
      : size_(size), glyphs_(static_cast<std::size_t>(size.rows * size.columns)) {}

  [[nodiscard]] Size size() const { return size_; }
  /// Precondition: the position is on the canvas.
  [[nodiscard]] const Glyph& at(int row, int column) const { return glyphs_[index(row, column)]; }
  /// The text of a row, without trailing blanks.
  [[nodiscard]] std::string line(int row) const;

  /// Writes text to the right from a position, clipped to the canvas. Returns the column after it.
  int put(int row, int column, std::string_view text, const Style& style = {});
  /// Writes at most `columns` columns, ending in `…` if the text is cut off.
  void put_fitted(int row, int column, int columns, std::string_view text, const Style& style = {});
  void put_right(int row, int end_column, std::string_view text, const Style& style = {});
  void fill(const Rect& area, const Style& style, std::string_view with = " ");
  /// An empty frame with a title.
  void box(const Rect& area, std::string_view title, const Style& style);

 private:
  [[nodiscard]] std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_.columns) +
           static_cast<std::size_t>(column);
  }
  [[nodiscard]] bool inside(int row, int column) const {
    return row >= 0 && row < size_.rows && column >= 0 && column < size_.columns;
  }

  Size size_;
  std::vector<Glyph> glyphs_;
};

}  // namespace sixfold::terminal
