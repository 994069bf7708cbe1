// The dealer answers chance: it shuffles, draws, rolls, casts lots and arranges layouts, from a
// random stream of its own.
#pragma once

#include <vector>

#include "engine/random.hpp"
#include "rules/game.hpp"

namespace sixfold {

/// Fills the black cells, deals the hands and settles who opens, by lot where the rules leave it.
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, Random& random);

/// The answer to the question that is open. Precondition: one is.
[[nodiscard]] std::vector<Tile> answer_for(const Ruleset& rules, const Position& position,
                                           Random& random);

/// The layout's tableaus, each with a random turn. Where both kinds may be mixed (X1), one to three
/// of either, at random places. Precondition: the variant is played on a board.
[[nodiscard]] Layout random_layout(const Ruleset& rules, Random& random);

}  // namespace sixfold
