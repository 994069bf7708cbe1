// Photos of tables that never were: tiles drawn from our own symbols, seen by a tilted and turned
// camera, in some light, with noise, from a seed.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/board.hpp"
#include "rules/layout.hpp"
#include "rules/placement.hpp"
#include "vision/geometry.hpp"
#include "vision/image.hpp"

namespace sixfold::vision {

struct Scene {
  Board board;
  std::optional<Layout> layout;  ///< a printed board under the tiles
  int width = 900;
  int height = 760;
  double side = 44;  ///< of a tile, in pixels
  double turn = 0;   ///< of the camera, in degrees
  double tilt = 0;   ///< in degrees
  double brightness = 1;
  std::array<double, 3> light{1, 1, 1};
  std::array<double, 3> table{190, 160, 120};
  bool white_for_purple = false;
  double askew = 0;  ///< how far tiles lie beside the middle of their cells
  int noise = 3;
  std::uint64_t seed = 1;
};

/// Where the middle of each cell is in the picture.
[[nodiscard]] Perspective camera_of(const Scene& scene);
[[nodiscard]] Image rendered(const Scene& scene);

/// The table after so many random legal moves, and the last of them.
struct PlayedTable {
  Ruleset rules;
  Board before;
  Place move;
  Board after;
  int points = 0;
};
[[nodiscard]] PlayedTable played(const Ruleset& rules, int moves, std::uint64_t seed);

}  // namespace sixfold::vision
