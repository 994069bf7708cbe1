#include "engine/search/best_placement.hpp"

#include <algorithm>

namespace sixfold {

std::optional<QuickPlacement> best_placement(const Grid& grid, TileSet hand, int length,
                                             Random& rng) {
  QuickPlacement best;
  std::uint32_t ties = 0;
  generate(grid, hand, [&](const QuickPlacement& placement) {
    if (placement.points < best.points || (length != 0 && placement.count != length)) return;
    ties = placement.points == best.points ? ties + 1 : 1;
    if (ties == 1 || rng.below(ties) == 0) best = placement;
  });
  if (ties == 0) return std::nullopt;
  return best;
}

int best_points(const Grid& grid, TileSet hand) {
  int best = 0;
  generate(grid, hand,
           [&](const QuickPlacement& placement) { best = std::max(best, placement.points); });
  return best;
}

int opening_length(const Ruleset& rules, const Decision& decision) {
  const bool bound = decision.opening && decision.board.empty() && opens_with_largest_set(rules);
  return bound ? largest_set(decision.hand) : 0;
}

Grid& grid_for(const Ruleset& rules, const Decision& decision) {
  // A grid is large and costly to make; tables for which it would be the same share one.
  struct Cached {
    std::optional<Layout> layout;
    bool start_cells_count;
    int bonus_for_six;
    Grid grid;
  };
  thread_local std::optional<Cached> cached;
  if (!cached || cached->layout != rules.layout ||
      cached->start_cells_count != rules.start_cells_count ||
      cached->bonus_for_six != rules.bonus_for_six)
    cached.emplace(Cached{rules.layout, rules.start_cells_count, rules.bonus_for_six, Grid(rules)});
  Grid& grid = cached->grid;
  grid.set_up(decision.board);
  if (decision.barred)
    grid.bar(grid.index_of(decision.barred->cell), decision.barred->tile.index());
  return grid;
}

}  // namespace sixfold
