// The last draws of a game of two: with few tiles in the bag, all ways in which the unseen tiles
// can be distributed are enumerated, and each is searched like the endgame that it leads to.
#pragma once

#include <functional>
#include <vector>

#include "engine/quick/simulation.hpp"

namespace sixfold {

/// Whether the bag is not empty but holds at most this many, in a game of two without dice and
/// discs, and all unseen tiles are in it or in the other hand. Precondition: the game is set up
/// from the view.
[[nodiscard]] bool is_near_end(const QuickGame& game, const View& view, int most_in_bag);

/// A hand that the other seat may hold, and the number of ways in which it can be dealt.
struct PossibleHand {
  QuickHand hand;
  int ways = 1;
};

/// Every hand of this many of these tiles, in a fixed order.
[[nodiscard]] std::vector<PossibleHand> possible_hands(const QuickHand& unseen, int held);

/// The chances of the acts, each against every hand that the other may hold; once the bag is empty
/// both play their best. `spent(nodes)` returns the share of the budget used, 1 being all of it.
/// The outcomes passed in come from simulations; their chances are replaced.
/// Precondition: is_near_end(), and the game is set up from the view.
void judge_near_end(QuickGame& game, const View& view, const std::vector<Candidate>& acts,
                    const std::function<double(std::uint64_t)>& spent, Random& random,
                    std::vector<Simulated>& outcomes);

}  // namespace sixfold
