#pragma once

#include "engine/quick/quick_hand.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {

[[nodiscard]] inline QuickHand quick(const char* text) {
  QuickHand hand;
  for (const Tile tile : tiles(text)) hand.add(tile.index());
  return hand;
}

}  // namespace sixfold::tests
