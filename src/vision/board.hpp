// Where the board lies under the tiles.
#pragma once

#include <optional>
#include <vector>

#include "rules/ruleset.hpp"

namespace sixfold::vision {

struct BoardPlace {
  Cell origin;    ///< the board's 0,0 as a cell of the lattice
  Layout layout;  ///< with the quarters turned as they lie there
};

/// Finds the board whose preset cells all have tiles. Nothing if the game's board has no preset
/// cells, or if too few of them are covered.
[[nodiscard]] std::optional<BoardPlace> place_board(const Layout& usual,
                                                    const std::vector<Cell>& tiles);

}  // namespace sixfold::vision
