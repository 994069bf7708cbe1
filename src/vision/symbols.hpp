// Symbols seen in a picture, before anything is known about the lattice that they lie on.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "vision/blobs.hpp"
#include "vision/outlines.hpp"

namespace sixfold::vision {

struct Symbol {
  Point centre;    ///< in pixels
  Linear upright;  ///< takes pixels around the centre to a plane where the symbol is not squeezed,
                   ///< with a radius of gyration of 1; its turn is still unknown
  Rays reach{};    ///< the outline in that plane
  std::array<double, 3> colour{};  ///< the median of its pixels
  double bright = 0;               ///< brightest channel inside
  double dark = 0;                 ///< and around it
  double ring = 0;                 ///< the part of its surroundings that is dark, 0 to 1
  double misfit = 0;               ///< distance from the nearest drawing in any turn
  const Outline* nearest = nullptr;
  int turn = 0;      ///< of that drawing, in rays
  double pitch = 0;  ///< its side of a tile in the upright plane
};

/// The distance between an outline and a drawing turned by some rays: root mean square, in radii.
[[nodiscard]] double misfit(const Rays& seen, const Outline& outline, int turn);

/// Looks closely at a spot. Nothing if it is no symbol on a dark tile.
[[nodiscard]] std::optional<Symbol> look_at(const Image& image, const Plane& plane, Point centre,
                                            Linear spread);

/// Looks where a tile should be. `tile` takes a plane in which the tile is an upright square with a
/// side of 1 to pixels. The symbol's `upright` and `turn` then follow the tile: an outline's
/// distances are measured for turns near 0 alone.
[[nodiscard]] std::optional<Symbol> look_on_tile(const Image& image, const Plane& plane,
                                                 Point centre, Linear tile);

}  // namespace sixfold::vision
