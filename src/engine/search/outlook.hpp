// What the rest of a game is worth when it is cut off: the points to come, and the chance to win.
#pragma once

#include <array>

#include "engine/quick/quick_game.hpp"

namespace sixfold {

/// What a hand promises beyond its best placement, in hundredths of a point: tiles that go together
/// add value, copies reduce it. The same for every colour and every shape.
[[nodiscard]] int synergy(TileSet hand, int size);

/// The points that each seat is expected to have at the end, in hundredths, if the game is cut off
/// here; the actual points if it is over. Precondition: a turn has just ended.
[[nodiscard]] std::array<int, most_seats> expected_standing(const QuickGame& game);

/// Each seat's chance to win, from 0 to 1, together 1; a shared win counts as a fraction.
[[nodiscard]] std::array<double, most_seats> chances_to_win(
    const QuickGame& game, const std::array<int, most_seats>& points);

}  // namespace sixfold
