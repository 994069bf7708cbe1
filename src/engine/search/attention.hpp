// Players who overlook things, as people do: they do not look everywhere, see short placements more
// easily than long ones, and count a crossing line only if they are used to it. They play well what
// they see.
#pragma once

#include <optional>

#include "engine/random.hpp"
#include "engine/search/generator.hpp"

namespace sixfold {

struct Attention {
  int places = 100;     ///< of a hundred spots on the table, how many are looked at
  int most_tiles = 6;   ///< in one placement
  int crossings = 100;  ///< of a hundred points besides those of the longest line, how many count
};

/// The placement that seems best; empty only if there is none. `length` as in best_placement().
[[nodiscard]] std::optional<QuickPlacement> noticed_placement(const Grid& grid, TileSet hand,
                                                              int length,
                                                              const Attention& attention,
                                                              Random& random);

}  // namespace sixfold
