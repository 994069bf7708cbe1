#include "picture/picture.hpp"

#include <algorithm>
#include <array>

#include <png.h>

#include "picture/jpeg.hpp"

namespace sixfold::picture {

namespace {

// A PNG file is decoded as a whole before it is made smaller.
constexpr std::uint64_t most_png_pixels = 40'000'000;

constexpr std::array<std::uint8_t, 3> jpeg_start{0xFF, 0xD8, 0xFF};
constexpr std::array<std::uint8_t, 8> png_start{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::array<std::uint8_t, 12> png_end{0,   0,   0,    0,    'I',  'E',
                                               'N', 'D', 0xAE, 0x42, 0x60, 0x82};

bool starts_with(std::span<const std::uint8_t> file, std::span<const std::uint8_t> start) {
  return file.size() >= start.size() && std::ranges::equal(file.first(start.size()), start);
}

Result<vision::Image, PictureFault> decode_png(std::span<const std::uint8_t> file, int enough) {
  using Kind = PictureFault::Kind;
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const auto fault = [&] {
    const bool complete = !std::ranges::search(file, png_end).empty();
    PictureFault result{
        complete ? Kind::damaged : Kind::truncated,
        complete ? std::string("damaged PNG: ") + png.message : "the file ends too early"};
    png_image_free(&png);
    return Unexpected{result};
  };
  if (png_image_begin_read_from_memory(&png, file.data(), file.size()) == 0) return fault();
  if (std::uint64_t{png.width} * png.height > most_png_pixels) {
    PictureFault result{Kind::too_large, "the picture is too large: " + std::to_string(png.width) +
                                             " × " + std::to_string(png.height) + " pixels"};
    png_image_free(&png);
    return Unexpected{result};
  }
  png.format = PNG_FORMAT_RGB;
  vision::Image image;
  image.width = static_cast<int>(png.width);
  image.height = static_cast<int>(png.height);
  image.rgb.resize(PNG_IMAGE_SIZE(png));
  const png_color white{255, 255, 255};
  if (png_image_finish_read(&png, &white, image.rgb.data(), 0, nullptr) == 0) return fault();
  const int factor = std::max(image.width, image.height) / enough;
  return factor > 1 ? vision::shrunk(image, factor) : image;
}

}  // namespace

Result<vision::Image, PictureFault> decode(std::span<const std::uint8_t> file, int enough) {
  if (starts_with(file, jpeg_start)) return decode_jpeg(file, enough);
  if (starts_with(file, png_start)) return decode_png(file, enough);
  return Unexpected{PictureFault{
      PictureFault::Kind::unknown_format,
      file.empty() ? "the file is empty" : "the file is neither a JPEG nor a PNG picture"}};
}

std::vector<std::uint8_t> png_of(const vision::Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::vector<std::uint8_t> file(size);
  if (png_image_write_to_memory(&png, file.data(), &size, 0, image.rgb.data(), 0, nullptr) == 0)
    size = 0;
  file.resize(size);
  return file;
}

}  // namespace sixfold::picture
