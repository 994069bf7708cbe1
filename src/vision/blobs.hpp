// Bright spots with dark around them: what may be symbols on tiles.
#pragma once

#include <vector>

#include "vision/geometry.hpp"
#include "vision/image.hpp"

namespace sixfold::vision {

/// A spot that keeps its form while the threshold between bright and dark changes.
struct Blob {
  Point centre;
  Linear spread;   ///< the covariance of its pixels
  int area = 0;    ///< in pixels
  int levels = 0;  ///< how many thresholds, each 1.18 times the one before, it survives
  int low = 0;     ///< the lowest and the highest of them
  int high = 0;
};

/// The longest-lived spots first; no two share their middle.
[[nodiscard]] std::vector<Blob> find_blobs(const Plane& plane);

}  // namespace sixfold::vision
