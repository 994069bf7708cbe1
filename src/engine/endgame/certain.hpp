// Outcomes that are certain, because the rest of the game was searched to its end.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/endgame/endgame.hpp"
#include "engine/quick/simulation.hpp"

namespace sixfold {

/// The outcome for `me`, one of two seats, of a game that ends with this lead.
[[nodiscard]] Simulated decided(int me, int lead);

/// What the act leads to if both play their best after it; empty if that takes more nodes to
/// search. Precondition: is_endgame().
[[nodiscard]] std::optional<Simulated> certain_outcome(QuickGame& game, const QuickAct& act,
                                                       std::uint64_t most_nodes, Random& random);

}  // namespace sixfold
