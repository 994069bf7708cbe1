// Ratings, computed from results: Glicko-2 for two players, the Plackett-Luce model of Weng and Lin
// for more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sixfold::store {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;  ///< used by Glicko-2 only

  friend bool operator==(const Rating&, const Rating&) = default;
};

struct GlickoResult {
  Rating opponent;
  double score = 0;  ///< 1, 0.5 or 0
};

/// The rating after one rating period with these results.
[[nodiscard]] Rating glicko2(const Rating& before, std::span<const GlickoResult> results);

/// The rating after some periods without a game: more uncertain.
[[nodiscard]] Rating after_rest(const Rating& before, double periods);

/// The initial rating in games of more than two: 60 times the paper's 25 and 25/3, so that both
/// systems start at 1500.
inline constexpr Rating first_of_many{1500, 500, 0};

/// The ratings after a game of several players, given their places; ties have equal places.
[[nodiscard]] std::vector<Rating> weng_lin(std::span<const Rating> before,
                                           std::span<const int> places);

}  // namespace sixfold::store
