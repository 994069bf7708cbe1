// What a photo shows: tiles on cells, each with what the eye makes of it. Rules come later.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/indexed.hpp"
#include "rules/layout.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"
#include "vision/colours.hpp"
#include "vision/geometry.hpp"
#include "vision/image.hpp"

namespace sixfold::vision {

/// Logarithms of probabilities, up to a constant; the best is 0.
using ShapeScores = std::array<double, shape_count>;

struct SeenTile {
  Cell cell;
  Point centre;  ///< in pixels
  ColourScores colours{};
  ShapeScores shapes{};
  double presence = 0;  ///< the logarithm of the odds that a tile is there at all

  [[nodiscard]] double score(Tile tile) const {
    return nth(colours, tile.colour) + nth(shapes, tile.shape);
  }
};

struct SeenTable {
  Perspective pixel_of;         ///< from cells, whole numbers at their middle, to pixels
  std::vector<SeenTile> tiles;  ///< sorted by cell
  std::vector<Cell> unread;  ///< cells that seem to hold a tile whose symbol cannot be read, sorted
  std::optional<Layout> layout;  ///< the board as it lies there; its own cells
};

enum class SeeFault : std::uint8_t {
  too_small,  ///< fewer pixels than one tile needs
  no_tiles,   ///< nothing that looks like a tile
  no_board,   ///< the game has a board, and it cannot be told where its cells are
};

/// What happens to tiles that do not touch the table, where there is no board.
enum class Apart : std::uint8_t { dropped, kept };

/// Finds the tiles of a game. Coordinates of `pixel_of` and `centre` are those of the given
/// picture.
[[nodiscard]] Result<SeenTable, SeeFault> see_table(const Image& image, const Ruleset& rules,
                                                    Apart apart = Apart::dropped);

/// The corners of a cell in pixels, clockwise from the one that is upper left on the lattice.
[[nodiscard]] std::array<Point, 4> corners_of(const SeenTable& table, Cell cell);

/// The picture with the lattice's tiles outlined; doubtful ones in another colour.
void outline(Image& image, const SeenTable& table, Cell cell,
             const std::array<std::uint8_t, 3>& ink);

}  // namespace sixfold::vision
