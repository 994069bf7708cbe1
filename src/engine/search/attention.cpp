#include "engine/search/attention.hpp"

#include <algorithm>

#include "engine/search/best_placement.hpp"

namespace sixfold {

namespace {

/// The points of the longest line that the placement forms.
int longest_alone(const Grid& grid, const QuickPlacement& placement) {
  if (placement.length > 0) return grid.line_points(placement.length);
  const GridCell& cell = grid.at(placement.cells[0]);
  return std::max({1, static_cast<int>(cell.points[0]), static_cast<int>(cell.points[1])});
}

}  // namespace

std::optional<QuickPlacement> noticed_placement(const Grid& grid, TileSet hand, int length,
                                                const Attention& attention, Random& random) {
  // A spot is looked at or not, whatever could be placed there.
  const std::uint64_t gaze = random.next();
  const auto looked_at = [&](GridIndex cell) {
    return Random(gaze, static_cast<std::uint64_t>(cell)).below(100) <
           static_cast<std::uint32_t>(attention.places);
  };
  QuickPlacement best;
  int most = 0;
  std::uint32_t ties = 0;
  generate(grid, hand, [&](const QuickPlacement& placement) {
    if (length != 0 ? placement.count != length : placement.count > attention.most_tiles) return;
    const int longest = longest_alone(grid, placement);
    const int points = 100 * longest + attention.crossings * (placement.points - longest);
    if (points < most || !looked_at(placement.cells[0])) return;
    ties = points == most ? ties + 1 : 1;
    most = points;
    if (ties == 1 || random.below(ties) == 0) best = placement;
  });
  if (ties > 0) return best;
  // Nothing was noticed: now look at everything.
  return best_placement(grid, hand, length, random);
}

}  // namespace sixfold
