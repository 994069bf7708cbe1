// What a photo adds to a table whose tiles are known, as to a score sheet that is kept along.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "rules/result.hpp"
#include "vision/table.hpp"

namespace sixfold::vision {

/// A tile on the photo.
struct FoundTile {
  PlacedTile placed;
  bool is_new = false;
  bool in_move = false;            ///< new, and part of what was placed
  bool doubtful = false;           ///< should be confirmed by a person
  bool differs = false;            ///< known, but it looks like another tile
  std::vector<Tile> likely;        ///< if it is new: what it may be, the tile itself first
  std::array<Point, 4> corners{};  ///< in pixels
};

/// A cell that seems to hold a tile that cannot be read.
struct FoundCell {
  Cell cell;
  std::array<Point, 4> corners{};
};

/// Cells are those of the known table; if nothing was known, those of the photo.
struct FoundMove {
  std::vector<FoundTile> tiles;  ///< sorted by cell
  std::vector<FoundCell> unread;
  int missing = 0;                     ///< known tiles that the photo does not show
  std::optional<Layout> layout;        ///< the board as it lies there, if nothing was known
  std::optional<IllegalMove> illegal;  ///< why the new tiles are no legal move
};

enum class FindFault : std::uint8_t {
  too_small,    ///< fewer pixels than one tile needs
  no_tiles,     ///< nothing that looks like a tile
  no_board,     ///< it cannot be told where the board's cells are
  other_table,  ///< the known tiles are not there
};

/// The known tiles are taken for granted; at the start of the game, there are none. The photo may
/// be turned against their cells by quarter turns. Where the cells of a board cannot be told from
/// its preset tiles, the known ones tell them.
[[nodiscard]] Result<FoundMove, FindFault> find_move(const Image& image, const Ruleset& rules,
                                                     std::span<const PlacedTile> known);

}  // namespace sixfold::vision
