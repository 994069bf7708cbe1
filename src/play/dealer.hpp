// The dealer answers chance: it shuffles, draws, rolls, casts lots and arranges layouts, from a
// random stream of its own, or from whatever else picks for it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/random.hpp"
#include "rules/game.hpp"

namespace sixfold {

/// Picks one of 0 to bound - 1, each equally likely. A piece is picked from the bag by its place
/// among all that are in it, in the order of Tiles::list(); then, if it is a cube, its face.
using Pick = std::function<std::uint32_t(std::uint32_t bound)>;

/// Fills the black cells, deals the hands and settles who opens, by lot where the rules leave it.
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, Random& random);
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, const Pick& pick);

/// The answer to the question that is open. Precondition: one is.
[[nodiscard]] std::vector<Tile> answer_for(const Ruleset& rules, const Position& position,
                                           Random& random);
[[nodiscard]] std::vector<Tile> answer_for(const Ruleset& rules, const Position& position,
                                           const Pick& pick);

/// The layout's tableaus, each with a random turn. Where both kinds may be mixed (X1), one to three
/// of either, at random places. Precondition: the variant is played on a board.
[[nodiscard]] Layout random_layout(const Ruleset& rules, Random& random);

}  // namespace sixfold
