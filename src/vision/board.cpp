#include "vision/board.hpp"

#include <algorithm>
#include <set>

#include "rules/indexed.hpp"

namespace sixfold::vision {

namespace {

/// The preset cells of one quarter, in every way that it can lie.
struct Quarter {
  Tableau tableau;
  std::vector<Cell> presets;
};

std::vector<Quarter> quarters_of(const Tableaus& usual) {
  std::vector<Quarter> all;
  for (const Tableau& tableau : usual)
    for (int turns = 0; turns < different_turns(tableau.kind); ++turns) {
      const Tableau turned{tableau.kind, turns};
      if (std::any_of(all.begin(), all.end(),
                      [&](const Quarter& quarter) { return quarter.tableau == turned; }))
        continue;
      Quarter quarter{turned, {}};
      for (const Cell cell : assemble({turned, turned, turned, turned}).presets)
        if (cell.x < tableau_side && cell.y < tableau_side) quarter.presets.push_back(cell);
      all.push_back(quarter);
    }
  return all;
}

struct Fit {
  int score = 0;
  Tableaus tableaus{};
};

Fit fit_at(Cell origin, const std::vector<Quarter>& quarters, const std::set<Cell>& taken) {
  Fit fit;
  for (int i = 0; i < 4; ++i) {
    const Cell corner{origin.x + i % 2 * tableau_side, origin.y + i / 2 * tableau_side};
    int best = -1000;
    for (const Quarter& quarter : quarters) {
      int score = 0;
      for (const Cell cell : quarter.presets)
        score += taken.contains({corner.x + cell.x, corner.y + cell.y}) ? 1 : -1;
      if (score <= best) continue;
      best = score;
      nth(fit.tableaus, i) = quarter.tableau;
    }
    fit.score += best;
  }
  return fit;
}

}  // namespace

std::optional<BoardPlace> place_board(const Layout& usual, const std::vector<Cell>& tiles) {
  const auto tableaus = tableaus_of(usual);
  if (!tableaus || usual.presets.empty() || tiles.empty()) return std::nullopt;
  const std::vector<Quarter> quarters = quarters_of(*tableaus);
  const std::set<Cell> taken(tiles.begin(), tiles.end());
  const auto [left, right] =
      std::minmax_element(tiles.begin(), tiles.end(), [](Cell a, Cell b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(tiles.begin(), tiles.end(), [](Cell a, Cell b) { return a.y < b.y; });
  const int presets = static_cast<int>(usual.presets.size());
  std::optional<BoardPlace> best;
  int best_score = presets / 2;
  int second = -1000;
  const int side = 2 * tableau_side;
  for (int x = left->x - side; x <= right->x; ++x)
    for (int y = top->y - side; y <= bottom->y; ++y) {
      int outside = 0;
      for (const Cell cell : tiles)
        if (cell.x < x || cell.y < y || cell.x >= x + side || cell.y >= y + side) ++outside;
      Fit fit = fit_at({x, y}, quarters, taken);
      fit.score -= 2 * outside;
      if (fit.score <= best_score) {
        second = std::max(second, fit.score);
        continue;
      }
      second = best ? best_score : second;
      best_score = fit.score;
      best = BoardPlace{{x, y}, assemble(fit.tableaus)};
    }
  if (second == best_score) return std::nullopt;
  return best;
}

}  // namespace sixfold::vision
