// The last draws of a game of two: with few tiles in the bag, the ways in which the unseen ones can
// lie are counted out, and each is searched like the endgame that it will be.
#pragma once

#include <functional>
#include <vector>

#include "engine/simulation.hpp"

namespace sixfold {

/// Whether the bag is not empty but holds no more than this, in a game of two without dice and
/// discs, and all that is unseen is in it or in the other hand. Precondition: the game is set up
/// from the view.
[[nodiscard]] bool is_near_end(const QuickGame& game, const View& view, int most_in_bag);

/// A hand that the other seat may hold, and in how many ways it may be dealt.
struct PossibleHand {
  QuickHand hand;
  int ways = 1;
};

/// Every hand of so many of these tiles, in a fixed order.
[[nodiscard]] std::vector<PossibleHand> possible_hands(const QuickHand& unseen, int held);

/// The chances of the acts, each against every hand that the other may hold; once the bag is empty
/// both play their best. `spent(nodes)` tells how much of what may be spent is gone, 1 being all.
/// The outcomes are given with what simulations have found, and their chances are replaced.
/// Precondition: is_near_end(), and the game is set up from the view.
void judge_near_end(QuickGame& game, const View& view, const std::vector<Candidate>& acts,
                    const std::function<double(std::uint64_t)>& spent, Random& random,
                    std::vector<Simulated>& outcomes);

}  // namespace sixfold
