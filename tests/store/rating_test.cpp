#include "store/rating.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace sixfold::store {
namespace {

/// The worked example of Glickman's paper, "Example of the Glicko-2 system".
TEST(RatingTest, Glicko2AgreesWithItsPaper) {
  const Rating player{1500, 200, 0.06};
  const std::array<GlickoResult, 3> results{
      {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}}};
  const Rating after = glicko2(player, results);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

/// One game of equals, place by place, on our scale. The figures were published with OpenSkill, an
/// implementation of Weng and Lin's models, for Plackett-Luce.
void expect_game_of_equals(const std::vector<std::array<double, 2>>& published) {
  const std::vector<Rating> before(published.size(), first_of_many);
  std::vector<int> places;
  for (int place = 1; place <= static_cast<int>(published.size()); ++place) places.push_back(place);
  const std::vector<Rating> after = weng_lin(before, places);
  constexpr double scale = 60;
  for (std::size_t i = 0; i < published.size(); ++i) {
    EXPECT_NEAR(after[i].rating, scale * published[i][0], 1e-9);
    EXPECT_NEAR(after[i].deviation, scale * published[i][1], 1e-9);
  }
}

TEST(RatingTest, WengLinAgreesWithWhatIsPublished) {
  expect_game_of_equals(
      {{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}});
  expect_game_of_equals({{27.868876552746237, 8.204837030780652},
                         {25.717219138186557, 8.057829747583874},
                         {21.413904309067206, 8.057829747583874}});
}

TEST(RatingTest, WengLinLeavesEqualsWhoShareThePlaceWhereTheyWere) {
  const std::vector<Rating> before(4, first_of_many);
  for (const Rating& after : weng_lin(before, std::array{1, 1, 1, 1})) {
    EXPECT_NEAR(after.rating, first_of_many.rating, 1e-9);
    EXPECT_LT(after.deviation, first_of_many.deviation);
  }
}

TEST(RatingTest, RestMakesUncertainButNotBeyondTheFirstRating) {
  const Rating sure{1700, 50, 0.06};
  EXPECT_GT(after_rest(sure, 10).deviation, sure.deviation);
  EXPECT_EQ(after_rest(sure, 10).rating, sure.rating);
  EXPECT_EQ(after_rest(sure, 1e9).deviation, 350);
}

}  // namespace
}  // namespace sixfold::store
