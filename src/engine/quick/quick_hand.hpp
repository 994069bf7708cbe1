// A hand for playing out.
#pragma once

#include <array>
#include <cstdint>

#include "engine/search/tile_set.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

/// A hand as counts and as the set of its different tiles.
class QuickHand {
 public:
  QuickHand() = default;
  explicit QuickHand(const Tiles& tiles) {
    for (const Tile tile : tiles.list()) add(tile.index());
  }

  void clear() { *this = {}; }
  void add(int tile) {
    ++nth(counts_, tile);
    ++size_;
    set_ |= set_of(tile);
  }
  /// Precondition: the tile is in the hand.
  void remove(int tile) {
    if (--nth(counts_, tile) == 0) set_ &= ~set_of(tile);
    --size_;
  }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] TileSet set() const { return set_; }
  [[nodiscard]] int count(int tile) const { return nth(counts_, tile); }

  friend bool operator==(const QuickHand&, const QuickHand&) = default;

 private:
  std::array<std::uint8_t, face_count> counts_{};
  int size_ = 0;
  TileSet set_ = 0;
};

/// Calls `use(tile)` for every tile, copies included, in index order.
template <class Use>
void for_each_tile(const QuickHand& hand, const Use& use) {
  for (TileSet set = hand.set(); set != 0; set &= set - 1)
    for (int i = hand.count(first_of(set)); i > 0; --i) use(first_of(set));
}

}  // namespace sixfold
