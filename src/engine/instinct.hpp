// How a good player plays without looking ahead: points, what is kept in hand, and what is left
// open to the others. Fast enough to play every turn of a playout.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/quick_game.hpp"

namespace sixfold {

/// Weights in hundredths of a point. The same for every colour and every shape.
struct Instinct {
  /// By how many different tiles of one colour, or of one shape, are kept.
  std::array<int, 7> kept{};
  int duplicate = 0;  ///< a tile kept more than once
  /// A line of five left open, by how many of its sixth tile are unseen.
  std::array<int, 4> five{};
  /// A line of four left open, by how many of its two missing tiles are unseen at all.
  std::array<int, 3> four{};
  std::array<int, 4> three{};
  int two = 0;
  int own_sixth = 0;  ///< the sixth tile of such a line of five is kept
  int next = 0;       ///< of a hundred: how much the best placement of what is kept counts
  std::array<int, 7> floor{};
  int poor = 0;  ///< a placement worth less than this is not made if tiles can be traded
};

/// The placement of the mover's hand with the highest worth; none if there is none. The worth is
/// left in `worth`, in hundredths of a point.
[[nodiscard]] std::optional<QuickPlacement> instinctive(const QuickGame& game,
                                                        const Instinct& instinct, int& worth);
}  // namespace sixfold
