// Drawings to pixels, and films read back by another reader than the one that shows them.
#include "picture/drawing.hpp"

#include <gif_lib.h>
#include <gtest/gtest.h>

namespace sixfold::picture {
namespace {

using vision::Image;

std::array<int, 3> pixel(const Image& image, int x, int y) {
  const std::size_t at = image.at(x, y);
  return {image.rgb.at(at), image.rgb.at(at + 1), image.rgb.at(at + 2)};
}

TEST(Drawing, HasTheSizeAndTheColoursOfTheSvg) {
  const auto image = drawn(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
         <rect width="40" height="20" fill="#102030"/><rect x="20" width="20" height="20" fill="#e5484d"/></svg>)",
      2);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 80);
  EXPECT_EQ(image->height, 40);
  EXPECT_EQ(pixel(*image, 10, 10), (std::array{0x10, 0x20, 0x30}));
  EXPECT_EQ(pixel(*image, 70, 30), (std::array{0xe5, 0x48, 0x4d}));
}

TEST(Drawing, TakesNothingFromOutside) {
  const std::string file = std::string(SIXFOLD_SOURCE_DIR) + "/web/public/icon-192.png";
  for (const std::string& address : {file, "file://" + file}) {
    const auto image = drawn(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "width=\"20\" height=\"20\"><rect width=\"20\" height=\"20\" fill=\"#fff\"/><image "
        "width=\"20\" height=\"20\" xlink:href=\"" +
            address + "\"/></svg>",
        1);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->rgb, std::vector<std::uint8_t>(std::size_t{20} * 20 * 3, 255)) << address;
  }
}

TEST(Drawing, RefusesWhatCannotBeDrawn) {
  using Kind = PictureFault::Kind;
  const auto kind_of = [](std::string_view svg) {
    const auto image = drawn(svg, 1);
    EXPECT_FALSE(image) << svg;
    return image ? Kind{} : image.error().kind;
  };
  EXPECT_EQ(kind_of(""), Kind::damaged);
  EXPECT_EQ(kind_of("<svg"), Kind::damaged);
  EXPECT_EQ(kind_of("<p>no</p>"), Kind::damaged);
  EXPECT_EQ(kind_of(R"(<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>)"),
            Kind::damaged);
  EXPECT_EQ(kind_of(R"(<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>)"),
            Kind::too_large);
}

struct Reading {
  std::span<const std::uint8_t> left;
};
int read(GifFileType* gif, GifByteType* to, int count) {
  auto& reading = *static_cast<Reading*>(gif->UserData);
  const auto taken =
      reading.left.first(std::min(reading.left.size(), static_cast<std::size_t>(count)));
  std::ranges::copy(taken, to);
  reading.left = reading.left.subspan(taken.size());
  return static_cast<int>(taken.size());
}

/// What is on the screen after each frame, and how long.
std::vector<Frame> played(const std::vector<std::uint8_t>& file) {
  Reading reading{file};
  GifFileType* const gif = DGifOpen(&reading, read, nullptr);
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  std::vector<Frame> frames;
  Image screen{gif->SWidth, gif->SHeight, {}};
  screen.rgb.resize(screen.at(0, screen.height));
  for (const SavedImage& saved :
       std::span(gif->SavedImages, static_cast<std::size_t>(gif->ImageCount))) {
    const GifImageDesc& area = saved.ImageDesc;
    const std::span bits(saved.RasterBits, static_cast<std::size_t>(area.Width * area.Height));
    std::size_t next = 0;
    for (int y = area.Top; y < area.Top + area.Height; ++y)
      for (int x = area.Left; x < area.Left + area.Width; ++x) {
        const GifColorType& colour = std::span(area.ColorMap->Colors, 256)[bits[next++]];
        const std::size_t at = screen.at(x, y);
        screen.rgb.at(at) = colour.Red;
        screen.rgb.at(at + 1) = colour.Green;
        screen.rgb.at(at + 2) = colour.Blue;
      }
    GraphicsControlBlock control{};
    DGifSavedExtensionToGCB(gif, static_cast<int>(frames.size()), &control);
    frames.push_back({screen, control.DelayTime * 10});
  }
  DGifCloseFile(gif, nullptr);
  return frames;
}

TEST(Film, ShowsEveryPictureInItsTime) {
  std::vector<Frame> frames;
  for (int i = 0; i < 4; ++i) {
    Image image{60, 30, std::vector<std::uint8_t>(std::size_t{60} * 30 * 3, 40)};
    // Each has one more square than the one before; the last two are equal.
    for (int square = 0; square <= std::min(i, 2); ++square)
      for (int y = 8; y < 20; ++y)
        for (int x = 4 + 18 * square; x < 16 + 18 * square; ++x)
          image.rgb.at(image.at(x, y) + static_cast<std::size_t>(square)) = 200;
    frames.push_back({image, 500 + 100 * i});
  }
  const auto file = gif_of(frames);
  const std::vector<Frame> shown = played(file);
  ASSERT_EQ(shown.size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(shown[i].ms, frames[i].ms);
    EXPECT_EQ(shown[i].image.width, 60);
    EXPECT_EQ(shown[i].image.height, 30);
    int worst = 0;
    for (std::size_t at = 0; at < frames[i].image.rgb.size(); ++at)
      worst = std::max(worst, std::abs(int{frames[i].image.rgb[at]} - int{shown[i].image.rgb[at]}));
    // GIF's palettes have five bits for each colour.
    EXPECT_LE(worst, 8) << i;
  }
}

}  // namespace
}  // namespace sixfold::picture
