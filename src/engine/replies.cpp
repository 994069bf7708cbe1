#include "engine/replies.hpp"

#include <algorithm>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// The cell of a reply from which a run of tiles leads to one of the new tiles, if there is one.
std::optional<GridIndex> cell_beside(const Grid& grid, const QuickPlacement& reply,
                                     const std::vector<GridIndex>& fresh) {
  const auto cells = std::span(reply.cells).first(static_cast<std::size_t>(reply.count));
  for (const GridIndex cell : cells)
    for (const GridIndex along : grid_step)
      for (const GridIndex step : {-along, along})
        for (GridIndex at = cell + step;
             grid.at(at).tile < face_count || std::ranges::count(cells, at) != 0; at += step)
          if (std::ranges::count(fresh, at) != 0) return cell;
  return std::nullopt;
}

/// How often each cell was filled.
class CellCounts {
 public:
  void add(GridIndex cell) {
    const auto found = std::ranges::find(counts_, cell, &Count::cell);
    if (found == counts_.end())
      counts_.push_back({cell, 1});
    else
      ++found->times;
  }
  [[nodiscard]] std::optional<GridIndex> most() const {
    const auto found = std::ranges::max_element(counts_, {}, &Count::times);
    return found == counts_.end() ? std::nullopt : std::optional(found->cell);
  }

 private:
  struct Count {
    GridIndex cell;
    int times;
  };
  std::vector<Count> counts_;
};

}  // namespace

Replies replies_to(const View& view, const Move& move, int deals) {
  std::int64_t points = 0;
  int large = 0;
  int there = 0;
  CellCounts counts;
  std::vector<GridIndex> fresh;
  const auto* const place = std::get_if<Place>(&move);
  for_each_reply(view, move, deals, [&](QuickGame& game) {
    const Grid& grid = game.grid();
    if (place != nullptr && fresh.empty())
      for (const PlacedTile& placed : place->tiles) fresh.push_back(grid.index_of(placed.cell));
    int best = 0;
    std::optional<GridIndex> beside;
    generate(grid, game.hand(game.turn()).set(), [&](const QuickPlacement& reply) {
      best = std::max(best, reply.points);
      if (reply.points >= large_reply && !beside) beside = cell_beside(grid, reply, fresh);
    });
    points += best;
    large += best >= large_reply ? 1 : 0;
    there += beside ? 1 : 0;
    if (beside) counts.add(*beside);
  });
  Replies replies;
  const auto all = static_cast<double>(deals);
  replies.average = static_cast<double>(points) / all;
  replies.large = large / all;
  replies.large_there = there / all;
  if (const auto most = counts.most()) replies.where = game_for(view.rules).grid().cell_of(*most);
  return replies;
}

}  // namespace sixfold
