// How a tile looks on a terminal, in three sizes, with colours or without.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "rules/tile.hpp"
#include "terminal/canvas.hpp"

namespace sixfold::terminal {

/// What the terminal can show.
struct Look {
  int colours = 256;    ///< 256, 8 or 0
  bool symbols = true;  ///< shapes as symbols, else as the letters of the notation

  friend bool operator==(const Look&, const Look&) = default;
};

enum class CellSize : std::uint8_t { small, medium, large };
inline constexpr std::array cell_sizes{CellSize::small, CellSize::medium, CellSize::large};

/// What a cell of the board takes, the gap to its left included.
[[nodiscard]] Size extent_of(CellSize size);

enum class TileMark : std::uint8_t {
  lying,
  last,    ///< of the turn before
  laid,    ///< but not played
  ghost,   ///< chosen, under the cursor
  picked,  ///< to be traded, rolled or taken
};

/// Two columns: the colour's letter and the shape.
[[nodiscard]] std::string tile_text(Tile tile, const Look& look);
[[nodiscard]] std::string_view shape_text(Shape shape, const Look& look);

/// Two columns, as they stand in a line of text.
void draw_small_tile(Canvas& canvas, int row, int column, Tile tile, TileMark mark,
                     const Look& look);

/// `row` and `column` are those of the cell; brackets of small tiles reach into the gap beside it.
void draw_tile(Canvas& canvas, int row, int column, CellSize size, Tile tile, TileMark mark,
               const Look& look);

}  // namespace sixfold::terminal
