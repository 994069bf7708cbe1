#include <algorithm>
#include <array>
#include <memory>

#include <gif_lib.h>

#include "picture/drawing.hpp"

namespace sixfold::picture {

namespace {

constexpr int colours = 256;

struct Area {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

/// What differs from the picture before; one pixel if nothing does.
Area changed(const vision::Image& before, const vision::Image& now) {
  int left = now.width;
  int right = -1;
  int top = now.height;
  int bottom = -1;
  for (int y = 0; y < now.height; ++y)
    for (int x = 0; x < now.width; ++x) {
      const auto at = static_cast<std::ptrdiff_t>(now.at(x, y));
      if (std::equal(now.rgb.begin() + at, now.rgb.begin() + at + 3, before.rgb.begin() + at))
        continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
  if (right < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

class Writer {
 public:
  Writer() : gif_(EGifOpen(&file_, write, nullptr)) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { close(); }

  void begin(int width, int height) {
    EGifSetGifVersion(gif_, true);
    EGifPutScreenDesc(gif_, width, height, 8, 0, nullptr);
    constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
    EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE);
    EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0");
    EGifPutExtensionBlock(gif_, for_ever.size(), for_ever.data());
    EGifPutExtensionTrailer(gif_);
  }

  void add(const Frame& frame, const Area& area) {
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, frame.ms / 10, NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> block{};
    EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE,
                     static_cast<int>(EGifGCBToExtension(&control, block.data())), block.data());
    std::array<std::vector<GifByteType>, 3> channels;
    for (int y = area.top; y < area.top + area.height; ++y)
      for (int x = area.left; x < area.left + area.width; ++x)
        for (std::size_t i = 0; i < 3; ++i)
          channels.at(i).push_back(frame.image.rgb.at(frame.image.at(x, y) + i));
    const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> palette(
        GifMakeMapObject(colours, nullptr), GifFreeMapObject);
    std::vector<GifByteType> pixels(channels[0].size());
    int count = colours;
    GifQuantizeBuffer(static_cast<unsigned>(area.width), static_cast<unsigned>(area.height), &count,
                      channels[0].data(), channels[1].data(), channels[2].data(), pixels.data(),
                      palette->Colors);
    EGifPutImageDesc(gif_, area.left, area.top, area.width, area.height, false, palette.get());
    for (auto row = pixels.begin(); row != pixels.end(); row += area.width)
      EGifPutLine(gif_, std::to_address(row), area.width);
  }

  std::vector<std::uint8_t> take() {
    close();
    return std::move(file_);
  }

 private:
  static int write(GifFileType* gif, const GifByteType* bytes, int count) {
    auto& file = *static_cast<std::vector<std::uint8_t>*>(gif->UserData);
    const std::span added(bytes, static_cast<std::size_t>(count));
    file.insert(file.end(), added.begin(), added.end());
    return count;
  }
  void close() {
    if (gif_ != nullptr) EGifCloseFile(gif_, nullptr);
    gif_ = nullptr;
  }

  std::vector<std::uint8_t> file_;
  GifFileType* gif_;
};

}  // namespace

std::vector<std::uint8_t> gif_of(std::span<const Frame> frames) {
  Writer writer;
  const vision::Image& first = frames.front().image;
  writer.begin(first.width, first.height);
  const Frame* before = nullptr;
  for (const Frame& frame : frames) {
    writer.add(frame, before == nullptr ? Area{0, 0, first.width, first.height}
                                        : changed(before->image, frame.image));
    before = &frame;
  }
  return writer.take();
}

}  // namespace sixfold::picture
