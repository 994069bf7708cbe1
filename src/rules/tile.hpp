// A tile: one of six colours and one of six shapes (B1). In Cubes the same value is a cube showing
// this face.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "rules/indexed.hpp"

namespace sixfold {

enum class Colour : std::uint8_t { red, orange, yellow, green, blue, purple };
enum class Shape : std::uint8_t { circle, square, diamond, clover, cross, starburst };

inline constexpr int colour_count = 6;
inline constexpr int shape_count = 6;
inline constexpr int face_count = colour_count * shape_count;

struct Tile {
  Colour colour{};
  Shape shape{};

  /// 0 to 35, colour by colour.
  [[nodiscard]] constexpr int index() const {
    return static_cast<int>(colour) * shape_count + static_cast<int>(shape);
  }

  friend constexpr auto operator<=>(const Tile&, const Tile&) = default;
};

/// The tile with this index. Precondition: 0 <= index < 36.
constexpr Tile tile_at(int index) {
  return {static_cast<Colour>(index / shape_count), static_cast<Shape>(index % shape_count)};
}

/// All 36 faces in index order.
constexpr std::array<Tile, face_count> all_tiles() {
  std::array<Tile, face_count> tiles{};
  for (int i = 0; i < face_count; ++i) nth(tiles, i) = tile_at(i);
  return tiles;
}

}  // namespace sixfold
