// The end of a game of two with an empty bag: nothing is hidden any more, so it can be solved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/quick_game.hpp"

namespace sixfold {

struct EndgameResult {
  std::optional<QuickPlacement> best;  ///< none: the mover can only pass
  int gain = 0;        ///< points that the mover makes from here on, less the other's
  bool exact = false;  ///< both play their best until the end; else as far as it was searched
  int depth = 0;       ///< plies that were searched in full
  std::uint64_t nodes = 0;
};

/// Whether the game is one that solve_endgame() plays: two seats, no bag, no discs, no dice.
[[nodiscard]] bool is_endgame(const QuickGame& game);

/// Deepens the search until the end is reached or `stop(nodes)`, asked now and then, says so. With
/// a level it finds out, faster, whether the gain is more, just that or less, but not how much.
/// Precondition: is_endgame(), both hands known, the mover at the start of a turn.
[[nodiscard]] EndgameResult solve_endgame(QuickGame& game,
                                          const std::function<bool(std::uint64_t)>& stop,
                                          std::optional<int> level = std::nullopt);

}  // namespace sixfold
