// The dealer answers chance: it shuffles, draws, rolls, draws lots and arranges layouts, with its
// own random stream or with any other source of picks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/random.hpp"
#include "rules/game.hpp"

namespace sixfold {

/// Picks one of 0 to bound - 1, each equally likely. A piece is picked from the bag by its position
/// among all pieces in it, in the order of Tiles::list(); then, if it is a cube, its face.
using Pick = std::function<std::uint32_t(std::uint32_t bound)>;

/// Fills the black cells, deals the hands and decides who opens, by drawing lots if necessary.
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, Random& random);
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, const Pick& pick);

/// The answer to the open question. Precondition: there is one.
[[nodiscard]] std::vector<Tile> answer_for(const Ruleset& rules, const Position& position,
                                           Random& random);
[[nodiscard]] std::vector<Tile> answer_for(const Ruleset& rules, const Position& position,
                                           const Pick& pick);

/// The layout's tableaus, each with a random turn. If both kinds may be mixed (X1), one to three of
/// each, in random places. A board that is not made of tableaus stays as it is. Precondition: the
/// variant is played on a board.
[[nodiscard]] Layout random_layout(const Ruleset& rules, Random& random);

}  // namespace sixfold
