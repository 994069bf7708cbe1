#include "play/points.hpp"

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

TEST(Points, EveryItemIsNamedAndTheyAddUp) {
  Score score;
  score.lines.push_back({Direction::across, {{0, 0}, {1, 0}, {2, 0}}, 0});
  score.lines.push_back({Direction::down, std::vector<Cell>(6), 6});
  score.bonus_cells.push_back({{2, 0}, 3});
  score.going_out = 6;
  const std::vector<PointsItem> items = itemized(score);
  EXPECT_EQ(items, (std::vector<PointsItem>{{PointsFor::line, 3, 3, Direction::across, {}},
                                            {PointsFor::sixfold, 12, 6, Direction::down, {}},
                                            {PointsFor::bonus_cell, 3, 0, {}, Cell{2, 0}},
                                            {PointsFor::going_out, 6, 0, {}, {}}}));
  int sum = 0;
  for (const PointsItem& item : items) sum += item.points;
  EXPECT_EQ(sum, score.points() + score.going_out);
  score = {};
  score.lone_tile = 1;
  EXPECT_EQ(itemized(score), (std::vector<PointsItem>{{PointsFor::lone_tile, 1, 0, {}, {}}}));
}

}  // namespace
}  // namespace sixfold::tests
