#include "vision/image.hpp"

namespace sixfold::vision {

Plane brightest_channel(const Image& image, int factor) {
  Plane plane;
  plane.width = image.width / factor;
  plane.height = image.height / factor;
  plane.values.resize(static_cast<std::size_t>(plane.width) *
                      static_cast<std::size_t>(plane.height));
  const int area = factor * factor;
  for (int y = 0; y < plane.height; ++y)
    for (int x = 0; x < plane.width; ++x) {
      int red = 0;
      int green = 0;
      int blue = 0;
      for (int dy = 0; dy < factor; ++dy) {
        std::size_t from = image.at(x * factor, y * factor + dy);
        for (int dx = 0; dx < factor; ++dx, from += 3) {
          red += image.rgb[from];
          green += image.rgb[from + 1];
          blue += image.rgb[from + 2];
        }
      }
      plane.values[plane.at(x, y)] = static_cast<std::uint8_t>(std::max({red, green, blue}) / area);
    }
  return plane;
}

Image shrunk(const Image& image, int factor) {
  Image small;
  small.width = image.width / factor;
  small.height = image.height / factor;
  small.rgb.resize(static_cast<std::size_t>(small.width) * static_cast<std::size_t>(small.height) *
                   3);
  const int area = factor * factor;
  for (int y = 0; y < small.height; ++y)
    for (int x = 0; x < small.width; ++x)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        int sum = 0;
        for (int dy = 0; dy < factor; ++dy)
          for (int dx = 0; dx < factor; ++dx)
            sum += image.rgb[image.at(x * factor + dx, y * factor + dy) + channel];
        small.rgb[small.at(x, y) + channel] = static_cast<std::uint8_t>(sum / area);
      }
  return small;
}

}  // namespace sixfold::vision
