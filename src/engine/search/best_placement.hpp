// The placement with the most points, found without keeping the others.
#pragma once

#include <optional>

#include "engine/random.hpp"
#include "engine/search/generator.hpp"
#include "rules/placement.hpp"

namespace sixfold {

/// Ties are broken at random. `length`: the number of tiles the placement must have (B2), or 0.
[[nodiscard]] std::optional<QuickPlacement> best_placement(const Grid& grid, TileSet hand,
                                                           int length, Random& rng);

/// Only the most points; 0 if no placement is legal.
[[nodiscard]] int best_points(const Grid& grid, TileSet hand);

/// The length that an opening must have (B2), 0 if any length is allowed.
[[nodiscard]] int opening_length(const Ruleset& rules, const Decision& decision);

/// This thread's grid for the rules, set up with the decision's table and its barred tile. It is
/// valid until the next call.
[[nodiscard]] Grid& grid_for(const Ruleset& rules, const Decision& decision);

}  // namespace sixfold
