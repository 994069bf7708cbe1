// A picture as a value: rows of red, green and blue bytes, from the top left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sixfold::vision {

struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< width × height × 3 bytes

  /// The first of the three bytes of a pixel. Precondition: the pixel is inside.
  [[nodiscard]] std::size_t at(int x, int y) const {
    return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(x));
  }

  friend bool operator==(const Image&, const Image&) = default;
};

/// One byte per pixel: the brightest of the three channels. Painted symbols of every colour are
/// bright in one of them, the black of a tile in none.
struct Plane {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> values;

  [[nodiscard]] std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  /// Between four pixels; the edge repeats outside. Precondition: the plane is not empty.
  [[nodiscard]] double sample(double x, double y) const {
    x = std::clamp(x, 0.0, static_cast<double>(width - 1));
    y = std::clamp(y, 0.0, static_cast<double>(height - 1));
    const int left = std::min(static_cast<int>(x), std::max(0, width - 2));
    const int top = std::min(static_cast<int>(y), std::max(0, height - 2));
    const double across = x - left;
    const double down = y - top;
    const int right = std::min(left + 1, width - 1);
    const int bottom = std::min(top + 1, height - 1);
    const double above = values[at(left, top)] * (1 - across) + values[at(right, top)] * across;
    const double below =
        values[at(left, bottom)] * (1 - across) + values[at(right, bottom)] * across;
    return above * (1 - down) + below * down;
  }
};

/// The brightest channel, averaged over squares of `factor` pixels. Precondition: factor > 0.
[[nodiscard]] Plane brightest_channel(const Image& image, int factor);

/// The picture made smaller by a whole factor, each pixel the average of a square.
[[nodiscard]] Image shrunk(const Image& image, int factor);

}  // namespace sixfold::vision
