// Files of pictures: whatever is decoded has its pixels, and can be written and read again.
#include "picture/picture.hpp"

#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  // Headers that claim many pixels only cost time.
  const auto image = picture::decode({data, size}, 64);
  if (!image) {
    require(!image.error().message.empty(), "a fault has a message");
    return 0;
  }
  const auto width = static_cast<std::size_t>(image->width);
  const auto height = static_cast<std::size_t>(image->height);
  require(width > 0 && height > 0, "a picture has pixels");
  require(image->rgb.size() == width * height * 3, "a picture has as many bytes as its size says");
  if (width * height > 100'000) return 0;
  const auto again = picture::decode(picture::png_of(*image), 1'000'000);
  require(again && *again == *image, "a picture reads back from its file");
  return 0;
}
