// The end of a game of two with an empty bag: nothing is hidden any more, so it can be solved.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/quick/quick_game.hpp"

namespace sixfold {

struct EndgameResult {
  std::optional<QuickPlacement> best;  ///< empty: the player to move can only pass
  int gain = 0;        ///< points that the player to move scores from here on, minus the other's
  bool exact = false;  ///< both play their best until the end; otherwise only as far as searched
  int depth = 0;       ///< plies searched in full
  std::uint64_t nodes = 0;
};

/// Whether solve_endgame() can play this game: two seats, empty bag, no discs, no dice.
[[nodiscard]] bool is_endgame(const QuickGame& game);

/// Deepens the search until it reaches the end or `stop(nodes)`, called now and then, returns true.
/// With a level it finds out, faster, whether the gain is more, equal or less, but not how much.
/// Precondition: is_endgame(), both hands known, the player to move at the start of a turn.
[[nodiscard]] EndgameResult solve_endgame(QuickGame& game,
                                          const std::function<bool(std::uint64_t)>& stop,
                                          std::optional<int> level = std::nullopt);

}  // namespace sixfold
