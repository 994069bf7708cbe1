// The review of a game: what every act gave up, judged by simulation from what the player could
// know; the effect of chance; and how both add up to the result.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "engine/budget.hpp"
#include "engine/random.hpp"
#include "engine/reason.hpp"
#include "rules/game.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// By the chance to win that an act gives up.
enum class MoveClass : std::uint8_t { best, good, inaccuracy, mistake, blunder };
[[nodiscard]] std::string_view code_of(MoveClass grade);

/// Up to 1, 3, 6 and 12 hundredths of a win; anything more is a blunder.
[[nodiscard]] MoveClass class_of(double given_up);

/// One chance per seat.
using Chances = std::array<double, most_seats>;

struct ReviewedMove {
  Move move;
  int points = 0;
  Chances chances{};
  double error = 0;  ///< of the player's chance, half of a 95% interval
  double lead = 0;   ///< expected lead in points at the end
  bool exact = false;
  std::vector<MoveReason> reasons;
};

/// One act of a player. A turn has several if cubes are rolled or a tile is taken.
struct ReviewedAct {
  int turn = 0;  ///< of the game, from 1
  int seat = 0;
  View seen;                       ///< what its player knew
  std::vector<ReviewedMove> best;  ///< the best acts, best first
  ReviewedMove played;
  double given_up = 0;  ///< chance to win, 0 or more
  MoveClass grade{};
  Chances skill{};  ///< what the act changed, for every seat
  Chances luck{};   ///< what happened between it and the next act: draws, rolls, what others held
};

struct SeatReview {
  double luck = 0;
  double skill = 0;     ///< from all players' acts together: start + skill + luck = result
  double start = 0;     ///< the chance before the first act
  double result = 0;    ///< 1 for a win, a fraction if it is shared
  double adjusted = 0;  ///< the result without the luck
  std::array<int, 5> grades{};
};

struct Review {
  std::vector<ReviewedAct> acts;
  std::vector<SeatReview> seats;
  bool finished = false;  ///< otherwise the last chances stand for the result
};

struct ReviewOptions {
  int simulations = 1000;  ///< to find the best acts of a decision
  int deals = 300;         ///< over which the best acts and the played one are then compared
  std::size_t shown = 3;   ///< best acts to keep
  /// The turns to judge, from 1; the others are only played. Luck and totals need all of them.
  int first = 1;
  int last = std::numeric_limits<int>::max();
};

/// An act judged on its own, without turn and luck. Precondition: the view's own seat is to move
/// and the move is legal.
[[nodiscard]] ReviewedAct judge_act(const View& seen, const Move& move,
                                    const ReviewOptions& options, Random& random);

/// Called with the number of turns done.
using ReviewProgress = std::function<void(std::size_t turns)>;

/// Precondition: the turns are a legal game from the set-up on.
[[nodiscard]] Review review(const Ruleset& rules, const Setup& setup,
                            const std::vector<Turn>& turns, const ReviewOptions& options,
                            const ReviewProgress& progress = {});

}  // namespace sixfold
