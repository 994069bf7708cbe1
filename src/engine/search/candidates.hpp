// The acts that are worth a closer look, ranked by reply tables: the points at once, what the next
// seat would score on the table, and what one's own hand would score.
#pragma once

#include <vector>

#include "engine/quick/quick_act.hpp"
#include "rules/view.hpp"

namespace sixfold {

struct Candidate {
  QuickAct act;
  int points = 0;   ///< scored at once
  double rank = 0;  ///< in points; only comparable with the others
};

/// The best placements and trades, at most `most`, and some rolls and takes. Rolls are judged by
/// their exact expectation. Precondition: the game is set up from the view, hidden hands are dealt,
/// and the player to move may place, trade, roll or take.
[[nodiscard]] std::vector<Candidate> candidates(QuickGame& game, const View& view, std::size_t most,
                                                Random& random);

class ReplyTable;

/// What rolling some cubes brings, over all possible faces.
struct RollOdds {
  double average = 0;  ///< of the most points that can be scored afterwards
  double more = 0;     ///< the chance of more than some number of points
};

/// Precondition: the cubes are in the hand.
[[nodiscard]] RollOdds roll_odds(const ReplyTable& table, const QuickHand& hand,
                                 const QuickHand& cubes, int more_than);

}  // namespace sixfold
