// A second placement generator, to judge the first. It is deliberately plain and shares no code
// with it: the table is a grid of numbers, tiles of the hand are placed in every order on
// successive empty cells from every relevant cell, to the right and downwards, and the result is
// judged and scored by reading every row and column of the whole table again.
#pragma once

#include <vector>

#include "rules/cell.hpp"
#include "rules/placement.hpp"
#include "rules/ruleset.hpp"

namespace sixfold::tests {

struct JudgedPlacement {
  std::vector<PlacedTile> tiles;  ///< sorted by cell
  int points = 0;

  friend auto operator<=>(const JudgedPlacement&, const JudgedPlacement&) = default;
};

/// Every legal placement once, sorted; on an empty table without bounds, from 0,0 to the right.
[[nodiscard]] std::vector<JudgedPlacement> judged_placements(const Ruleset& rules,
                                                             const Decision& decision);

}  // namespace sixfold::tests
