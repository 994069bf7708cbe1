#include "store/rating.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sixfold::store {

namespace {

// Glicko-2: the factor between the scale that is shown and the one used for computing, and how much
// volatility may change.
constexpr double glicko_scale = 173.7178;
constexpr double glicko_middle = 1500;
constexpr double tau = 0.5;
constexpr double most_deviation = 350;
constexpr double precise = 1e-6;

// Weng-Lin: half of the initial deviation, and the smallest factor by which one game may multiply a
// variance.
constexpr double beta = first_of_many.deviation / 2;
constexpr double kappa = 1e-4;

double square(double value) { return value * value; }

double weight(double deviation) {
  return 1 / std::sqrt(1 + 3 * square(deviation) / square(std::numbers::pi));
}

/// Step 5 of the paper: the Illinois variant of regula falsi.
double new_volatility(double deviation, double volatility, double variance, double improvement) {
  const double start = std::log(square(volatility));
  const auto f = [&](double x) {
    const double grown = square(deviation) + variance + std::exp(x);
    return std::exp(x) * (square(improvement) - grown) / (2 * square(grown)) -
           (x - start) / square(tau);
  };
  double a = start;
  double b = start - tau;
  if (square(improvement) > square(deviation) + variance)
    b = std::log(square(improvement) - square(deviation) - variance);
  else
    while (f(b) < 0) b -= tau;
  double at_a = f(a);
  double at_b = f(b);
  while (std::abs(b - a) > precise) {
    const double c = a + (a - b) * at_a / (at_b - at_a);
    const double at_c = f(c);
    if (at_c * at_b <= 0) {
      a = b;
      at_a = at_b;
    } else {
      at_a /= 2;
    }
    b = c;
    at_b = at_c;
  }
  return std::exp(a / 2);
}

}  // namespace

Rating glicko2(const Rating& before, std::span<const GlickoResult> results) {
  if (results.empty()) return after_rest(before, 1);
  const double mu = (before.rating - glicko_middle) / glicko_scale;
  const double phi = before.deviation / glicko_scale;
  double information = 0;
  double surprise = 0;
  for (const GlickoResult& result : results) {
    const double g = weight(result.opponent.deviation / glicko_scale);
    const double other = (result.opponent.rating - glicko_middle) / glicko_scale;
    const double expected = 1 / (1 + std::exp(-g * (mu - other)));
    information += square(g) * expected * (1 - expected);
    surprise += g * (result.score - expected);
  }
  const double variance = 1 / information;
  const double sigma = new_volatility(phi, before.volatility, variance, variance * surprise);
  const double rested = std::sqrt(square(phi) + square(sigma));
  const double phi_after = 1 / std::sqrt(1 / square(rested) + information);
  const double mu_after = mu + square(phi_after) * surprise;
  return {glicko_scale * mu_after + glicko_middle, glicko_scale * phi_after, sigma};
}

Rating after_rest(const Rating& before, double periods) {
  const double phi = before.deviation / glicko_scale;
  Rating after = before;
  after.deviation = std::min(
      most_deviation, glicko_scale * std::sqrt(square(phi) + periods * square(before.volatility)));
  return after;
}

std::vector<Rating> weng_lin(std::span<const Rating> before, std::span<const int> places) {
  double all = 0;
  for (const Rating& player : before) all += square(player.deviation) + square(beta);
  const double c = std::sqrt(all);
  std::vector<double> strength;
  for (const Rating& player : before) strength.push_back(std::exp(player.rating / c));
  std::vector<Rating> after(before.begin(), before.end());
  for (std::size_t i = 0; i < before.size(); ++i) {
    double omega = 0;
    double delta = 0;
    for (std::size_t q = 0; q < before.size(); ++q) {
      if (places[q] > places[i]) continue;
      // The strength of all players who were still in the running for q's place.
      double field = 0;
      for (std::size_t s = 0; s < before.size(); ++s)
        if (places[s] >= places[q]) field += strength[s];
      const auto sharing = static_cast<double>(std::ranges::count(places, places[q]));
      const double chance = strength[i] / field;
      omega += ((i == q ? 1 : 0) - chance) / sharing;
      delta += chance * (1 - chance) / sharing;
    }
    const double variance = square(before[i].deviation);
    const double gamma = before[i].deviation / c;
    after[i].rating += variance / c * omega;
    after[i].deviation *= std::sqrt(std::max(1 - gamma * variance / square(c) * delta, kappa));
  }
  return after;
}

}  // namespace sixfold::store
