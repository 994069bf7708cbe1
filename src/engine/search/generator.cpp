#include "engine/search/generator.hpp"

#include <algorithm>

namespace sixfold {

Place QuickPlacement::to_place(const Grid& grid) const {
  Place place;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    place.tiles.push_back({grid.cell_of(cells[i]), tile_at(tiles[i])});
  std::ranges::sort(place.tiles);
  return place;
}

}  // namespace sixfold
