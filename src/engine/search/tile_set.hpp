// Sets of different tiles as 36 bits: what a line holds, what would fit it, what a hand offers. A
// line never holds a tile twice, so copies make no difference within a move.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rules/indexed.hpp"
#include "rules/tiles.hpp"

namespace sixfold {

using TileSet = std::uint64_t;

inline constexpr TileSet every_tile = (TileSet{1} << face_count) - 1;

constexpr TileSet set_of(int tile_index) { return TileSet{1} << tile_index; }

namespace tile_set_tables {

constexpr std::array<TileSet, face_count> of_same(bool colour) {
  std::array<TileSet, face_count> sets{};
  for (int i = 0; i < face_count; ++i)
    for (int j = 0; j < face_count; ++j)
      if (colour ? tile_at(i).colour == tile_at(j).colour : tile_at(i).shape == tile_at(j).shape)
        nth(sets, i) |= set_of(j);
  return sets;
}

/// By tile: all tiles of its colour, all of its shape, itself included.
inline constexpr std::array<TileSet, face_count> same_colour = of_same(true);
inline constexpr std::array<TileSet, face_count> same_shape = of_same(false);

}  // namespace tile_set_tables

/// The index of the first tile. Precondition: the set is not empty.
inline int first_of(TileSet set) { return std::countr_zero(set); }

/// The tiles that extend a line that holds exactly these (B5); empty if they do not form a line.
/// Precondition: the set is not empty.
inline TileSet lengthening(TileSet line) {
  const auto tile = static_cast<std::size_t>(first_of(line));
  const TileSet colour = tile_set_tables::same_colour[tile];
  const TileSet shape = tile_set_tables::same_shape[tile];
  return (((line & ~colour) == 0 ? colour : 0) | ((line & ~shape) == 0 ? shape : 0)) & ~line;
}

/// Every different tile of a hand.
inline TileSet set_of(const Tiles& tiles) {
  TileSet set = 0;
  for (const Tile tile : tiles.kinds()) set |= set_of(tile.index());
  return set;
}

}  // namespace sixfold
