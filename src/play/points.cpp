#include "play/points.hpp"

namespace sixfold {

std::string_view code_of(PointsFor what) {
  switch (what) {
    case PointsFor::line:
      return "line";
    case PointsFor::sixfold:
      return "line.six";
    case PointsFor::lone_tile:
      return "lone";
    case PointsFor::bonus_cell:
      return "bonus";
    case PointsFor::going_out:
      return "out";
  }
  return "";
}

std::vector<PointsItem> itemized(const Score& score) {
  std::vector<PointsItem> items;
  items.reserve(score.lines.size() + score.bonus_cells.size() + 2);
  for (const ScoredLine& line : score.lines)
    items.push_back({line.bonus != 0 ? PointsFor::sixfold : PointsFor::line, line.points(),
                     line.length(), line.direction, std::nullopt});
  if (score.lone_tile != 0) items.push_back({PointsFor::lone_tile, score.lone_tile, 0, {}, {}});
  for (const BonusCell& bonus : score.bonus_cells)
    items.push_back({PointsFor::bonus_cell, bonus.value, 0, {}, bonus.cell});
  if (score.going_out != 0) items.push_back({PointsFor::going_out, score.going_out, 0, {}, {}});
  return items;
}

}  // namespace sixfold
