// The strongest player: promising acts are simulated; in a game of two the last draws are counted
// out, and the rest is solved once the bag is empty.
#pragma once

#include <optional>
#include <vector>

#include "engine/simulation.hpp"
#include "rules/view.hpp"

namespace sixfold {

struct JudgedMove {
  Move move;
  int points = 0;      ///< made at once
  double rank = 0;     ///< before any simulation
  Simulated outcome;   ///< chance and lead
  bool exact = false;  ///< the end was searched through: chance and lead are certain
};

struct MasterSettings {
  std::size_t candidates = 12;  ///< placements and trades that are simulated
  bool endgame = true;
  int near_end = 2;  ///< tiles in the bag with which the unseen are counted out
  SimulationSettings simulation;
};

/// The acts that were looked at, best first. Precondition: the view's own seat is at turn and may
/// place, trade, roll or take.
[[nodiscard]] std::vector<JudgedMove> judge_moves(const View& view, const Budget& budget,
                                                  Random& random,
                                                  const MasterSettings& settings = {});

/// What comes of these legal moves against the same deals, in their order; where the end can be
/// searched through, what comes of them for certain (with no simulations).
[[nodiscard]] std::vector<Simulated> outcomes_of(const View& view, const std::vector<Move>& moves,
                                                 int deals, Random& random);

/// The placement or trade that ranks highest without any simulation; none only where the view is
/// not what a game could show. Precondition: one is open.
[[nodiscard]] std::optional<Move> best_ranked(const View& view, Random& random);

}  // namespace sixfold
