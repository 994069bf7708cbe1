#include "photos/harder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/core.h>
#include <jpeglib.h>

#include "engine/random.hpp"
#include "picture/picture.hpp"
#include "vision/arithmetic.hpp"
#include "vision/geometry.hpp"

namespace sixfold::photos {

namespace {

using vision::Image;
using vision::Perspective;
using vision::Point;

Image of_size(int width, int height) {
  Image image{width, height, {}};
  image.rgb.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  return image;
}

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5, 0.0, 255.0));
}

/// The picture seen through a map from its pixels; outside it is grey.
Image warped(const Image& image, const Perspective& map) {
  const double w = image.width;
  const double h = image.height;
  double left = 1e9;
  double top = 1e9;
  double right = -1e9;
  double bottom = -1e9;
  for (const Point corner : {Point{0, 0}, Point{w, 0}, Point{0, h}, Point{w, h}}) {
    const Point p = map(corner);
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  const Perspective back = map.inverse();
  Image result = of_size(static_cast<int>(right - left), static_cast<int>(bottom - top));
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < result.width; ++x) {
      const Point p = back({x + left, y + top});
      const std::size_t to = result.at(x, y);
      if (!(p.x >= 0 && p.y >= 0 && p.x < image.width - 1 && p.y < image.height - 1)) {
        for (std::size_t c = 0; c < 3; ++c) result.rgb[to + c] = 128;
        continue;
      }
      const int px = static_cast<int>(p.x);
      const int py = static_cast<int>(p.y);
      const double ax = p.x - px;
      const double ay = p.y - py;
      const std::size_t a = image.at(px, py);
      const std::size_t b = image.at(px, py + 1);
      for (std::size_t c = 0; c < 3; ++c)
        result.rgb[to + c] =
            byte_of((image.rgb[a + c] * (1 - ax) + image.rgb[a + 3 + c] * ax) * (1 - ay) +
                    (image.rgb[b + c] * (1 - ax) + image.rgb[b + 3 + c] * ax) * ay);
    }
  return result;
}

Image rotated(const Image& image, double degrees) {
  const double c = vision::cosine(degrees * vision::pi / 180);
  const double s = vision::sine(degrees * vision::pi / 180);
  return warped(image, {{c, -s, 0, s, c, 0, 0, 0, 1}});
}

/// The photo as if the camera were tilted by so much, around an axis across the picture or down.
Image tilted(const Image& image, double degrees, bool down) {
  const double c = vision::cosine(degrees * vision::pi / 180);
  const double s = vision::sine(degrees * vision::pi / 180);
  const double far = 1.6 * std::max(image.width, image.height);
  const double cx = image.width / 2.0;
  const double cy = image.height / 2.0;
  // (x, y) in the plane of the table, turned in space, then seen from a distance.
  const Perspective seen = down ? Perspective{{c * far, 0, 0, 0, far, 0, s, 0, far}}
                                : Perspective{{far, 0, 0, 0, c * far, 0, 0, s, far}};
  Perspective map;
  const auto& m = seen.m;
  for (std::size_t row = 0; row < 3; ++row) {
    map.m[3 * row] = m[3 * row];
    map.m[3 * row + 1] = m[3 * row + 1];
    map.m[3 * row + 2] = m[3 * row + 2] - m[3 * row] * cx - m[3 * row + 1] * cy;
  }
  return warped(image, map);
}

Image tinted(Image image, std::array<double, 3> gains) {
  for (std::size_t i = 0; i < image.rgb.size(); ++i)
    image.rgb[i] = byte_of(image.rgb[i] * gains[i % 3]);
  return image;
}

/// A soft shadow over a slanted half of the picture.
Image shaded(Image image, double factor) {
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const double across = (x + 0.5 * y - 0.75 * image.width) / (0.02 * image.width);
      const double share = std::clamp(across + 0.5, 0.0, 1.0);
      for (std::size_t c = 0; c < 3; ++c) {
        std::uint8_t& value = image.rgb[image.at(x, y) + c];
        value = byte_of(value * (factor + (1 - factor) * share));
      }
    }
  return image;
}

/// Averages over `radius` pixels to each side, three times in both directions: nearly a Gaussian.
Image blurred(Image image, int radius) {
  const auto pass = [&](bool across) {
    const Image from = image;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        std::array<int, 3> sum{};
        for (int d = -radius; d <= radius; ++d) {
          const std::size_t at = across ? from.at(std::clamp(x + d, 0, image.width - 1), y)
                                        : from.at(x, std::clamp(y + d, 0, image.height - 1));
          for (std::size_t c = 0; c < 3; ++c) sum[c] += from.rgb[at + c];
        }
        for (std::size_t c = 0; c < 3; ++c)
          image.rgb[image.at(x, y) + c] = static_cast<std::uint8_t>(sum[c] / (2 * radius + 1));
      }
  };
  for (int i = 0; i < 2; ++i) {
    pass(true);
    pass(false);
  }
  return image;
}

Image noisy(Image image, int strength) {
  Random random(7);
  for (std::uint8_t& value : image.rgb) {
    int sum = 0;
    for (int i = 0; i < 4; ++i)
      sum +=
          static_cast<int>(random.below(2 * static_cast<std::uint32_t>(strength) + 1)) - strength;
    value = byte_of(value + sum * 0.87);
  }
  return image;
}

Image through_jpeg(const Image& image, int quality) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* file = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &file, &size);
  jpeg.image_width = static_cast<JDIMENSION>(image.width);
  jpeg.image_height = static_cast<JDIMENSION>(image.height);
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(image.width) * 3);
  while (jpeg.next_scanline < jpeg.image_height) {
    const auto from = image.rgb.begin() + static_cast<std::ptrdiff_t>(
                                              image.at(0, static_cast<int>(jpeg.next_scanline)));
    std::copy(from, from + static_cast<std::ptrdiff_t>(row.size()), row.begin());
    JSAMPROW pointer = row.data();
    jpeg_write_scanlines(&jpeg, &pointer, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  auto decoded = picture::decode({file, size}, 100000);
  std::free(file);
  return decoded ? std::move(decoded).value() : Image{};
}

}  // namespace

std::vector<Change> all_changes() {
  std::vector<Change> changes;
  for (const int angle : {5, 20, 37, 90, 133, 180, 251})
    changes.push_back({"rotation", fmt::format("{}°", angle),
                       [angle](const Image& i) { return rotated(i, angle); }, true});
  for (const int angle : {10, 20, 30, 40}) {
    changes.push_back({"tilt back", fmt::format("{}°", angle),
                       [angle](const Image& i) { return tilted(i, angle, false); }});
    changes.push_back({"tilt aside", fmt::format("{}°", angle),
                       [angle](const Image& i) { return tilted(i, angle, true); }});
  }
  for (const double factor : {0.25, 0.4, 0.6, 1.4, 1.8})
    changes.push_back({"brightness", fmt::format("× {}", factor),
                       [factor](const Image& i) { return tinted(i, {factor, factor, factor}); }});
  changes.push_back({"cast", "warm", [](const Image& i) { return tinted(i, {1.1, 1, 0.8}); }});
  changes.push_back({"cast", "candle", [](const Image& i) { return tinted(i, {1.2, 0.95, 0.6}); }});
  changes.push_back({"cast", "cold", [](const Image& i) { return tinted(i, {0.8, 0.95, 1.15}); }});
  changes.push_back({"cast", "green", [](const Image& i) { return tinted(i, {0.85, 1.1, 0.85}); }});
  for (const double factor : {0.6, 0.4, 0.25})
    changes.push_back({"shadow", fmt::format("× {}", factor),
                       [factor](const Image& i) { return shaded(i, factor); }});
  for (const int radius : {1, 2, 4, 6})
    changes.push_back({"blur", fmt::format("± {} pixels", radius),
                       [radius](const Image& i) { return blurred(i, radius); }});
  for (const int strength : {4, 8, 16})
    changes.push_back({"noise", fmt::format("± {}", strength),
                       [strength](const Image& i) { return noisy(i, strength); }});
  for (const int quality : {40, 20, 10})
    changes.push_back({"JPEG", fmt::format("{}", quality),
                       [quality](const Image& i) { return through_jpeg(i, quality); }});
  for (const int factor : {2, 3, 4})
    changes.push_back({"smaller", fmt::format("1/{}", factor),
                       [factor](const Image& i) { return vision::shrunk(i, factor); }});
  changes.push_back({"together", "turn 28°, tilt 20°, × 0.7, warm, JPEG 40",
                     [](const Image& i) {
                       return through_jpeg(
                           tinted(tilted(rotated(i, 28), 20, false), {0.77, 0.7, 0.56}), 40);
                     },
                     true});
  return changes;
}

}  // namespace sixfold::photos
