// The appearance of tiles on a terminal, in three sizes, with or without colours.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "rules/tile.hpp"
#include "terminal/drawing/canvas.hpp"

namespace sixfold::terminal {

/// What the terminal can show.
struct Look {
  int colours = 256;    ///< 256, 8 or 0
  bool symbols = true;  ///< shapes as symbols rather than the notation's letters

  friend bool operator==(const Look&, const Look&) = default;
};

enum class CellSize : std::uint8_t { small, medium, large };
inline constexpr std::array cell_sizes{CellSize::small, CellSize::medium, CellSize::large};

/// The size of a cell on the board, including the gap to its left.
[[nodiscard]] Size extent_of(CellSize size);

enum class TileMark : std::uint8_t {
  lying,
  last,    ///< of the previous turn
  laid,    ///< placed, but not played yet
  ghost,   ///< selected, under the cursor
  picked,  ///< to be traded, rolled or taken
};

/// Two columns: the letter of the colour, and the shape.
[[nodiscard]] std::string tile_text(Tile tile, const Look& look);
[[nodiscard]] std::string_view shape_text(Shape shape, const Look& look);

/// Two columns wide, for use within a line of text.
void draw_small_tile(Canvas& canvas, int row, int column, Tile tile, TileMark mark,
                     const Look& look);

/// `row` and `column` are those of the cell; brackets of small tiles extend into the gap beside it.
void draw_tile(Canvas& canvas, int row, int column, CellSize size, Tile tile, TileMark mark,
               const Look& look);

}  // namespace sixfold::terminal
