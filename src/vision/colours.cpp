#include "vision/colours.hpp"

#include <algorithm>
#include <cmath>

#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

/// A colour without its brightness: the shares of red and green.
struct Tint {
  double red = 0;
  double green = 0;
};

constexpr double tint_spread = 0.042;  // of one colour within a photo
// Nothing is further away than this: a smudge or a reflection can give any tint.
constexpr double furthest = 30;

Tint tint_of(const Rgb& colour) {
  // The offset keeps the tint of nearly black colours from being noise.
  const double sum = colour[0] + colour[1] + colour[2] + 12;
  return {(colour[0] + 4) / sum, (colour[1] + 4) / sum};
}

using Palette = std::array<Rgb, colour_count>;

// Paint in neutral light, without what it reflects: of the usual sets, and of those with white for
// purple.
constexpr Palette with_purple{
    {{182, 20, 32}, {200, 68, 20}, {195, 168, 10}, {8, 100, 24}, {8, 88, 172}, {95, 40, 125}}};
constexpr Palette with_white{
    {{182, 20, 32}, {200, 68, 20}, {195, 168, 10}, {8, 100, 24}, {8, 88, 172}, {225, 225, 225}}};

double square_distance(Tint a, Tint b) {
  const double red = a.red - b.red;
  const double green = a.green - b.green;
  return (red * red + green * green) / (2 * tint_spread * tint_spread);
}

/// What the light does to red and blue, green staying as it is.
struct Light {
  double red = 1;
  double blue = 1;
};

using Tints = std::array<Tint, colour_count>;

Tints tints_of(const Palette& palette, Light light) {
  Tints tints;
  for (std::size_t i = 0; i < palette.size(); ++i)
    tints[i] = tint_of({palette[i][0] * light.red, palette[i][1], palette[i][2] * light.blue});
  return tints;
}

/// A light and a palette, how badly they explain what was seen, and each symbol's part in that.
struct Explanation {
  Tints tints{};
  double cost = 1e18;
  std::vector<double> parts;
};

Explanation explained(const Tints& tints, const std::vector<Tint>& seen, double unusual) {
  Explanation explanation{tints, unusual, {}};
  for (const Tint& tint : seen) {
    double nearest = furthest;
    for (const Tint& known : tints) nearest = std::min(nearest, square_distance(tint, known));
    explanation.cost += nearest;
    explanation.parts.push_back(nearest);
  }
  return explanation;
}

/// Every light from candle to blue sky that explains what was seen nearly as well as the best.
std::vector<Explanation> possible_lights(const std::vector<Tint>& seen) {
  std::vector<Explanation> all;
  constexpr int steps = 10;
  constexpr double margin = 10;
  double best = 1e18;
  for (const Palette& palette : {with_purple, with_white})
    for (int r = -steps; r <= steps; ++r)
      for (int b = -steps; b <= steps; ++b) {
        const double red = 0.06 * r;
        const double blue = 0.06 * b;
        const double unusual = (red * red + blue * blue) / (2 * 0.2 * 0.2);
        Explanation tried =
            explained(tints_of(palette, {exponential(red), exponential(blue)}), seen, unusual);
        if (tried.cost > best + margin) continue;
        best = std::min(best, tried.cost);
        all.push_back(std::move(tried));
      }
  std::erase_if(all, [&](const Explanation& e) { return e.cost > best + margin; });
  std::stable_sort(all.begin(), all.end(),
                   [](const Explanation& a, const Explanation& b) { return a.cost < b.cost; });
  return all;
}

/// Moves each colour towards the symbols that have it.
void adapt(Tints& tints, const std::vector<Tint>& seen) {
  constexpr double trust = 2;  // as many symbols are worth what was known before
  const Tints before = tints;
  for (int round = 0; round < 4; ++round) {
    std::array<double, colour_count> count{};
    Tints sum{};
    for (const Tint& tint : seen) {
      std::size_t nearest = 0;
      for (std::size_t i = 1; i < tints.size(); ++i)
        if (square_distance(tint, tints[i]) < square_distance(tint, tints[nearest])) nearest = i;
      if (square_distance(tint, tints[nearest]) > 8) continue;
      ++count[nearest];
      sum[nearest].red += tint.red;
      sum[nearest].green += tint.green;
    }
    for (std::size_t i = 0; i < tints.size(); ++i)
      tints[i] = {(sum[i].red + trust * before[i].red) / (count[i] + trust),
                  (sum[i].green + trust * before[i].green) / (count[i] + trust)};
  }
}

}  // namespace

std::vector<ColourScores> judge_colours(const std::vector<Rgb>& seen) {
  std::vector<Tint> tints;
  tints.reserve(seen.size());
  for (const Rgb& colour : seen) tints.push_back(tint_of(colour));
  if (seen.empty()) return {};
  const std::vector<Explanation> lights = possible_lights(tints);
  Tints known = lights.front().tints;
  adapt(known, tints);
  std::vector<ColourScores> scores;
  scores.reserve(seen.size());
  for (std::size_t s = 0; s < tints.size(); ++s) {
    ColourScores score{};
    double best = -1e18;
    for (std::size_t i = 0; i < known.size(); ++i) {
      // Far away, distances count less: paint is not that even.
      const double distance = square_distance(tints[s], known[i]);
      score[i] = -(distance < 8 ? distance : 8 + (distance - 8) / (1 + (distance - 8) / 12));
      best = std::max(best, score[i]);
    }
    for (double& value : score) value -= best;
    // In another light that explains the whole photo, the symbol may have another colour.
    for (const Explanation& light : lights)
      for (std::size_t i = 0; i < known.size(); ++i)
        score[i] = std::max(score[i], lights.front().cost - light.cost + light.parts[s] -
                                          square_distance(tints[s], light.tints[i]));
    best = *std::max_element(score.begin(), score.end());
    for (double& value : score) value -= best;
    scores.push_back(score);
  }
  return scores;
}

}  // namespace sixfold::vision
