// What the seat to move in a quick game can do, as a value.
#pragma once

#include <variant>

#include "engine/quick/quick_game.hpp"

namespace sixfold {

struct QuickTrade {
  QuickHand tiles;
};
struct QuickRoll {
  QuickHand cubes;
};
struct QuickTake {
  GridIndex cell = 0;
};

using QuickAct = std::variant<QuickPlacement, QuickTrade, QuickRoll, QuickTake>;

[[nodiscard]] Move to_move(const QuickAct& act, const Grid& grid);
/// Precondition: the move is legal and not a pass.
[[nodiscard]] QuickAct to_act(const Move& move, const QuickGame& game);

/// Plays the act and, if it does not end the turn, the rest of the turn for the most points.
void play_turn(QuickGame& game, const QuickAct& act, Random& dealer);

}  // namespace sixfold
