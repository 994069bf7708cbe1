// A multiset of tiles: the contents of a hand or a bag. It has no order, so it can hide none.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/tile.hpp"

namespace sixfold {

class Tiles {
 public:
  Tiles() = default;
  explicit Tiles(std::span<const Tile> tiles) {
    for (const Tile tile : tiles) add(tile);
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] int count(Tile tile) const { return counts_[slot(tile)]; }
  [[nodiscard]] bool contains(Tile tile) const { return count(tile) > 0; }
  [[nodiscard]] bool contains(const Tiles& other) const;

  /// Precondition: there are fewer than 255 of this tile.
  void add(Tile tile, int copies = 1);
  void add(const Tiles& other);

  /// Removes one; false, with nothing changed, if there is none.
  [[nodiscard]] bool remove(Tile tile);
  /// Removes all of them; false, with nothing changed, if one is missing.
  [[nodiscard]] bool remove(const Tiles& other);

  /// All tiles including copies, in index order.
  [[nodiscard]] std::vector<Tile> list() const;
  /// Every different tile once, in index order.
  [[nodiscard]] std::vector<Tile> kinds() const;

  friend bool operator==(const Tiles&, const Tiles&) = default;

 private:
  static std::size_t slot(Tile tile) { return static_cast<std::size_t>(tile.index()); }

  std::array<std::uint8_t, face_count> counts_{};
  int size_ = 0;
};

using Hand = Tiles;
using Bag = Tiles;

/// The size of the largest set in a hand: tiles that share a colour or a shape, no repeats (B2).
[[nodiscard]] int largest_set(const Hand& hand);

}  // namespace sixfold
