// What kind of error an act was: the one thing that the act and the best one show most clearly.
// Over many games this is a profile of a player's weaknesses.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/review.hpp"

namespace sixfold {

/// The first that applies, in this order.
enum class Weakness : std::uint8_t {
  rolls,             ///< which cubes to roll, or whether to roll at all
  discs,             ///< a disc used badly, not used, or not collected
  endgame,           ///< the bag is empty
  misses_six,        ///< the best act completes more lines of six
  leaves_five,       ///< leaves an open line of five, which the best act does not
  trades_too_early,  ///< a placement would have been better
  trades_too_late,   ///< a trade would have been better
  misses_points,     ///< the best act scores more at once
  keeps_copies,      ///< the best act keeps fewer copies of the same tile
  takes_points,      ///< the best act scores less at once: the points cost more than they bring
  other,
};
inline constexpr int weakness_count = 11;

/// As written in JSON: its own name.
[[nodiscard]] std::string_view code_of(Weakness weakness);

/// Of an act that is worse than good; nothing for any other.
[[nodiscard]] std::optional<Weakness> weakness_in(const ReviewedAct& act);

/// The turns of all games that show a weakness.
struct WeakTurn {
  std::size_t game = 0;  ///< as its caller counts
  int turn = 0;
  double given_up = 0;
};

struct WeaknessFigures {
  Weakness weakness{};
  double given_up = 0;          ///< in all, of a win
  std::vector<WeakTurn> turns;  ///< those that gave up most first
};

/// Sums of one player, what cost most first.
class WeaknessProfile {
 public:
  /// Adds the acts of a seat.
  void add(std::size_t game, const Review& review, int seat);
  [[nodiscard]] std::vector<WeaknessFigures> figures() const;
  [[nodiscard]] int acts() const { return acts_; }

 private:
  int acts_ = 0;
  std::vector<std::pair<Weakness, WeakTurn>> turns_;
};

}  // namespace sixfold
