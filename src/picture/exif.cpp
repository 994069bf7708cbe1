#include <algorithm>
#include <array>
#include <optional>

#include "picture/picture.hpp"

namespace sixfold::picture {

namespace {

/// Numbers of two or four bytes at a place; 0 outside.
class Bytes {
 public:
  Bytes(std::span<const std::uint8_t> bytes, bool big_endian)
      : bytes_(bytes), big_endian_(big_endian) {}

  [[nodiscard]] std::uint32_t two(std::size_t at) const { return number(at, 2); }
  [[nodiscard]] std::uint32_t four(std::size_t at) const { return number(at, 4); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || bytes_.size() - at < count) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value = value << 8U | bytes_[at + (big_endian_ ? i : count - 1 - i)];
    return value;
  }
  std::span<const std::uint8_t> bytes_;
  bool big_endian_;
};

}  // namespace

int exif_orientation(std::span<const std::uint8_t> segment) {
  constexpr std::array<std::uint8_t, 6> name{'E', 'x', 'i', 'f', 0, 0};
  constexpr std::uint32_t orientation_tag = 0x0112;
  constexpr std::size_t entry_size = 12;
  if (segment.size() < name.size() + 8 || !std::equal(name.begin(), name.end(), segment.begin()))
    return 1;
  const auto body = segment.subspan(name.size());
  const Bytes bytes(body, body[0] == 'M');
  const std::size_t start = bytes.four(4);
  const std::uint32_t entries = bytes.two(start);
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::size_t at = start + 2 + i * entry_size;
    if (at + entry_size > bytes.size()) break;
    if (bytes.two(at) != orientation_tag) continue;
    const std::uint32_t value = bytes.two(at + 8);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

vision::Image oriented(vision::Image image, int orientation) {
  if (orientation < 2 || orientation > 8) return image;
  vision::Image turned;
  const bool swapped = orientation >= 5;
  turned.width = swapped ? image.height : image.width;
  turned.height = swapped ? image.width : image.height;
  turned.rgb.resize(image.rgb.size());
  for (int y = 0; y < turned.height; ++y)
    for (int x = 0; x < turned.width; ++x) {
      const int across = swapped ? y : x;
      const int down = swapped ? x : y;
      // 2 mirrors, 3 turns by half, 4 flips; 5 to 8 do the same after swapping the axes.
      const bool from_right =
          orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
      const bool from_bottom =
          orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
      const int from_x = from_right ? image.width - 1 - across : across;
      const int from_y = from_bottom ? image.height - 1 - down : down;
      const std::size_t to = turned.at(x, y);
      const std::size_t from = image.at(from_x, from_y);
      for (std::size_t c = 0; c < 3; ++c) turned.rgb[to + c] = image.rgb[from + c];
    }
  return turned;
}

}  // namespace sixfold::picture
