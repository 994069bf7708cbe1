// Which of some acts is best: each is played out against the same deals of the unseen tiles, and
// those that fall behind are dropped.
#pragma once

#include <array>
#include <vector>

#include "engine/budget.hpp"
#include "engine/search/candidates.hpp"

namespace sixfold {

struct Simulated {
  double chance = 0;    ///< of the player to move to win, from 0 to 1
  double variance = 0;  ///< of that mean
  double lead = 0;      ///< expected points ahead of the best of the others at the end
  std::array<double, most_seats> chances{};  ///< of every seat
  int simulations = 0;
};

struct SimulationSettings {
  int plies = 6;           ///< of a playout, including the act's own turn; more with more seats
  int simulations = 2000;  ///< if the budget does not say
};

/// How a playout ended, or where it stood when it was cut off.
struct Playout {
  std::array<double, most_seats> chances{};  ///< of every seat to win
  double lead = 0;  ///< of the seat that acted, over the best of the others, in points
};

/// Plays the act and then everyone for the most points, for this many turns in all and on while the
/// bag is empty.
[[nodiscard]] Playout play_out(QuickGame& game, const QuickAct& act, int plies, Random& dealer);

/// The turns of a playout in a game with this many seats.
[[nodiscard]] int plies_of(const SimulationSettings& settings, int seats);

/// In the order of the acts. Precondition: the game is set up from the view.
[[nodiscard]] std::vector<Simulated> simulate(QuickGame& game, const View& view,
                                              const std::vector<Candidate>& acts,
                                              const Budget& budget, Random& random,
                                              const SimulationSettings& settings);

/// The same without dropping any: each act is played over all of this many deals.
[[nodiscard]] std::vector<Simulated> simulate_all(QuickGame& game, const View& view,
                                                  const std::vector<Candidate>& acts, int deals,
                                                  Random& random);

}  // namespace sixfold
