// How strong players are, from how their games ended: Glicko-2 where two play, the Plackett-Luce
// model of Weng and Lin where more do.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sixfold {

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;  ///< Glicko-2 alone has it

  friend bool operator==(const Rating&, const Rating&) = default;
};

struct GlickoResult {
  Rating opponent;
  double score = 0;  ///< 1, 0.5 or 0
};

/// After one rating period with these results.
[[nodiscard]] Rating glicko2(const Rating& before, std::span<const GlickoResult> results);

/// How uncertain a rating has become after so many periods without a game.
[[nodiscard]] Rating after_rest(const Rating& before, double periods);

/// What a player begins with where more than two play: 60 times the 25 and 25/3 of the paper, so
/// that both systems begin at 1500.
inline constexpr Rating first_of_many{1500, 500, 0};

/// After a game of several: each with the place they came to; equal places are shared.
[[nodiscard]] std::vector<Rating> weng_lin(std::span<const Rating> before,
                                           std::span<const int> places);

}  // namespace sixfold
