// Cells where a single tile would complete a line of six.
#pragma once

#include <vector>

#include "rules/board.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

/// Every cell and tile with which a placement of that tile alone completes a line of six, sorted.
[[nodiscard]] std::vector<PlacedTile> six_spots(const Ruleset& rules, const Board& board);

}  // namespace sixfold
