// The best reply of any hand on one table, by look-up. The tiles of a placement share a colour or a
// shape, so twelve entries, one for each colour and shape, hold the answer for every hand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/search/grid.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

/// A colour (0 to 5) or a shape (6 to 11).
inline constexpr int attribute_count = colour_count + shape_count;

/// The tiles of the set that have the attribute, as six bits: shapes for a colour and colours for a
/// shape.
inline std::uint32_t part_of(TileSet tiles, int attribute) {
  if (attribute < colour_count)
    return static_cast<std::uint32_t>(tiles >> (attribute * shape_count)) & 63;
  // Every sixth bit from that of the shape on, gathered by one multiplication without carries.
  constexpr std::uint64_t every_sixth = 0x41041041;
  constexpr std::uint64_t gather = 0x42108420;
  return static_cast<std::uint32_t>(
             ((tiles >> (attribute - colour_count)) & every_sixth) * gather >> 30) &
         63;
}

class ReplyTable {
 public:
  /// Replies on the table as it is now, without what is barred. Precondition: it is not empty.
  void build(const Grid& grid);

  /// The most points that a placement of tiles from the hand scores; 0 if none is legal.
  [[nodiscard]] int best(TileSet hand) const {
    int most = 0;
    for (int a = 0; a < attribute_count; ++a)
      most = std::max<int>(most, nth(best_, a)[part_of(hand, a)]);
    return most;
  }

  /// The same, only for placements of this attribute.
  [[nodiscard]] int best(int attribute, std::uint32_t part) const {
    return nth(best_, attribute)[part];
  }

 private:
  std::array<std::array<std::uint8_t, 64>, attribute_count> best_{};
};

}  // namespace sixfold
