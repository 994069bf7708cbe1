// What the rest of a game is worth that is broken off: the points to come, and the chance to win.
#pragma once

#include <array>

#include "engine/quick_game.hpp"

namespace sixfold {

/// What a hand promises beyond its best placement, in hundredths of a point: tiles that go together
/// are worth something, copies cost. The same for every colour and every shape.
[[nodiscard]] int synergy(TileSet hand, int size);

/// The points that each seat will have at the end, in hundredths, as expected when the game is
/// broken off here; those it has where the game is over. Precondition: a turn is just over.
[[nodiscard]] std::array<int, most_seats> expected_standing(const QuickGame& game);

/// Each seat's chance to win, from 0 to 1, together 1; a shared win counts in parts.
[[nodiscard]] std::array<double, most_seats> chances_to_win(
    const QuickGame& game, const std::array<int, most_seats>& points);

}  // namespace sixfold
