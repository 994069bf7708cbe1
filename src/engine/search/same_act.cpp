#include "engine/search/same_act.hpp"

#include <algorithm>

#include "rules/tiles.hpp"

namespace sixfold {

bool same_act(const Move& a, const Move& b) {
  if (a.index() != b.index()) return false;
  if (const auto* place = std::get_if<Place>(&a)) {
    std::vector<PlacedTile> one = place->tiles;
    std::vector<PlacedTile> other = std::get<Place>(b).tiles;
    std::ranges::sort(one);
    std::ranges::sort(other);
    return one == other;
  }
  if (const auto* trade = std::get_if<Trade>(&a))
    return Tiles(trade->tiles) == Tiles(std::get<Trade>(b).tiles);
  if (const auto* roll = std::get_if<Roll>(&a))
    return Tiles(roll->cubes) == Tiles(std::get<Roll>(b).cubes);
  return a == b;
}

}  // namespace sixfold
