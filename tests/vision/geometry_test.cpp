// The arithmetic below the reading of photos.
#include "vision/geometry.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "vision/arithmetic.hpp"

namespace sixfold::vision {
namespace {

TEST(Arithmetic, AgreesWithTheMathLibrary) {
  for (int i = -400; i <= 400; ++i) {
    const double x = i * 0.05;
    EXPECT_NEAR(sine(x), std::sin(x), 1e-8);
    EXPECT_NEAR(cosine(x), std::cos(x), 1e-8);
    EXPECT_NEAR(exponential(x), std::exp(x), 1e-8 * std::exp(x));
    EXPECT_NEAR(angle_of(cosine(x), sine(x)), std::atan2(std::sin(x), std::cos(x)), 1e-7);
  }
}

TEST(Geometry, APerspectiveIsFoundAgain) {
  const Perspective map{{31, 4, 200, -3, 29, 150, 0.002, 0.005, 1}};
  std::vector<Match> matches;
  for (int x = 0; x < 8; ++x)
    for (int y = 0; y < 8; ++y)
      matches.push_back({{x * 1.0, y * 1.0}, map({x * 1.0, y * 1.0}), 100});
  const auto fitted = fit_perspective(matches);
  ASSERT_TRUE(fitted);
  for (const Match& match : matches) EXPECT_LT(length((*fitted)(match.from) - match.to), 0.05);
  const Perspective back = fitted->inverse();
  for (const Match& match : matches) EXPECT_LT(length(back(match.to) - match.from), 0.01);
  EXPECT_FALSE(fit_perspective({}));
}

TEST(Geometry, TheRootOfAMapSquaresToIt) {
  const Linear map{5, 2, 2, 3};
  const Linear root = root_of(map);
  EXPECT_NEAR(root.xx * root.xx + root.xy * root.yx, 5, 1e-9);
  EXPECT_NEAR(root.xx * root.xy + root.xy * root.yy, 2, 1e-9);
  EXPECT_NEAR(root.yx * root.xy + root.yy * root.yy, 3, 1e-9);
}

}  // namespace
}  // namespace sixfold::vision
