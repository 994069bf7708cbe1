// The strongest player: every promising act is tried against many deals of what is unseen, played
// on for some turns, and the rest is judged.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/budget.hpp"
#include "engine/instinct.hpp"
#include "engine/random.hpp"
#include "rules/view.hpp"

namespace sixfold {

struct MasterSettings {
  int looked_at = 40;   ///< placements that are judged by tables
  int candidates = 12;  ///< acts that are simulated
  int table_hands = 60;
  int reply_weight = 100;  ///< of a hundred
  int own_weight = 100;
  int plies = 6;
  int simulations = 2000;  ///< where the budget does not say
  bool trades = true;
  bool instinct = false;
  int leaf_own = 0;
  int leaf_other = 0;
  int win_aim = 0;
  Instinct sense;
};

struct JudgedMove {
  Move move;
  int points = 0;       ///< made at once
  double value = 0;     ///< points ahead at the end of the playout, or what is aimed at
  double variance = 0;  ///< of the mean
  int simulations = 0;
};

/// The acts that were looked at, best first. Precondition: the view's own seat is at turn and has
/// an act open.
[[nodiscard]] std::vector<JudgedMove> judge_moves(const View& view, const Budget& budget,
                                                  Random& random, const MasterSettings& settings);

}  // namespace sixfold
