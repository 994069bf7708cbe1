// The review of a game: what every act gave up, judged by simulation from what the player could
// know; the effect of chance; and how both add up to the result.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "engine/explanation.hpp"
#include "engine/reason.hpp"
#include "rules/game.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// By the chance to win that an act gives up.
enum class MoveClass : std::uint8_t { best, good, inaccuracy, mistake, blunder };
[[nodiscard]] std::string_view code_of(MoveClass grade);

/// Up to 1, 3, 6 and 12 hundredths of a win; anything more is a blunder.
[[nodiscard]] MoveClass class_of(double given_up);

/// One chance per seat; together 1. All chances of a review, and all differences between them, are
/// multiples of a thousandth, so that they add up exactly also when they are printed.
using Chances = std::array<double, most_seats>;

struct ReviewedMove {
  Move move;
  int points = 0;
  Chances chances{};
  double error = 0;  ///< of the player's chance, half of a 95% interval
  double lead = 0;   ///< expected lead in points at the end
  bool exact = false;
  double behind = 0;        ///< the player's chance that it gives up against the best act
  double behind_error = 0;  ///< of that difference, over the same deals
  std::vector<MoveReason> reasons;
};

/// One act of a player. A turn has several if cubes are rolled or a tile is taken.
struct ReviewedAct {
  int turn = 0;  ///< of the game, from 1
  int seat = 0;
  View seen;                             ///< what its player knew
  int deals = 0;                         ///< over which every act was judged
  std::vector<ReviewedMove> candidates;  ///< the best acts and the played one, best first
  ReviewedMove played;
  Explanation explanation;
  double given_up = 0;  ///< chance to win, 0 or more
  /// Another act is ahead, but not by more than the error: never worse than good.
  bool equal = false;
  MoveClass grade{};
  Chances skill{};  ///< what the act changed, for every seat
  Chances luck{};   ///< what happened between it and the next act: draws, rolls, what others held
};

struct SeatReview {
  double luck = 0;
  double skill = 0;     ///< from all players' acts together: start + skill + luck = result
  double start = 0;     ///< the chance before the first act
  double result = 0;    ///< 1 for a win, a fraction if it is shared
  double adjusted = 0;  ///< start + skill within 0 and 1, scaled so that all seats add up to 1
  std::array<int, 5> grades{};
};

struct Review {
  std::vector<ReviewedAct> acts;
  std::vector<SeatReview> seats;
  /// Whether the game was played to its end. If not, also because somebody left, the last chances
  /// stand for the result.
  bool finished = false;
};

struct ReviewOptions {
  /// Over which acts are compared. From hint_deals on, a hint is never worse than good.
  int deals = 240;
  /// The turns to judge, from 1; the others are only played. Luck and totals need all of them.
  int first = 1;
  int last = std::numeric_limits<int>::max();
};

/// The number of deals for a setting in simulations per decision.
[[nodiscard]] int deals_for(int simulations);

/// An act judged on its own, without turn and luck: its figures are those of the review.
/// Precondition: the view's own seat is to move and the move is legal.
[[nodiscard]] ReviewedAct judge_act(const View& seen, const Move& move, int deals);

/// Called with the number of turns done.
using ReviewProgress = std::function<void(std::size_t turns)>;

/// Precondition: the turns are a legal game from the set-up on.
[[nodiscard]] Review review(const Ruleset& rules, const Setup& setup,
                            const std::vector<Turn>& turns, const ReviewOptions& options,
                            const ReviewProgress& progress = {});

}  // namespace sixfold
