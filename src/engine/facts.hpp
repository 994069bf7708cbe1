// What is true of an act, and how many points it is worth to its player.
#pragma once

#include <optional>
#include <vector>

#include "engine/reason.hpp"

namespace sixfold {

struct Fact {
  MoveReason reason;
  double worth = 0;  ///< in points, negative if it helps the others
};

/// Precondition: the move is legal. Chances are counted over this many deals of the view.
[[nodiscard]] std::vector<Fact> facts_of(const View& view, const Move& move, int deals);

}  // namespace sixfold
