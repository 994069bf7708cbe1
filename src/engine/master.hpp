// The strongest player: it simulates promising acts; in a game of two it enumerates the last draws,
// and solves the rest once the bag is empty.
#pragma once

#include <optional>
#include <vector>

#include "engine/quick/simulation.hpp"
#include "rules/view.hpp"

namespace sixfold {

struct JudgedMove {
  Move move;
  int points = 0;      ///< scored at once
  double rank = 0;     ///< before any simulation
  Simulated outcome;   ///< chance and lead
  bool exact = false;  ///< the rest was searched exhaustively: chance and lead are certain
};

struct MasterSettings {
  std::size_t candidates = 12;  ///< placements and trades to simulate
  bool endgame = true;
  int near_end = 2;  ///< enumerate the unseen tiles if the bag has at most this many
  SimulationSettings simulation;
};

/// The acts that were examined, best first. Precondition: the view's own seat is to move and may
/// place, trade, roll or take.
[[nodiscard]] std::vector<JudgedMove> judge_moves(const View& view, const Budget& budget,
                                                  Random& random,
                                                  const MasterSettings& settings = {});

/// The outcomes of these legal moves against the same deals, in their order; if the end can be
/// searched exhaustively, the certain outcomes (with no simulations).
[[nodiscard]] std::vector<Simulated> outcomes_of(const View& view, const std::vector<Move>& moves,
                                                 int deals, Random& random);

/// The placement or trade that ranks highest without any simulation; empty only if the view is not
/// one that a game could show. Precondition: one is open.
[[nodiscard]] std::optional<Move> best_ranked(const View& view, Random& random);

}  // namespace sixfold
