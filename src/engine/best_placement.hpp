// The placement with the most points, found without keeping the others.
#pragma once

#include <optional>

#include "engine/generator.hpp"
#include "engine/random.hpp"
#include "rules/placement.hpp"

namespace sixfold {

/// Ties by lot. `length`: the number of tiles that the placement must have (B2), or 0.
[[nodiscard]] std::optional<QuickPlacement> best_placement(const Grid& grid, TileSet hand,
                                                           int length, Random& lots);

/// The most points alone; 0 if no placement is legal.
[[nodiscard]] int best_points(const Grid& grid, TileSet hand);

/// The length that an opening must have (B2), 0 where it is free.
[[nodiscard]] int opening_length(const Ruleset& rules, const Decision& decision);

/// This thread's grid for the rules, set up with the decision's table and what it bars. It is
/// there until the next call.
[[nodiscard]] Grid& grid_for(const Ruleset& rules, const Decision& decision);

}  // namespace sixfold
