// JPEG and PNG files, sound and damaged.
#include "picture/picture.hpp"

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>
#include <jpeglib.h>

namespace sixfold::picture {
namespace {

using vision::Image;
using Kind = PictureFault::Kind;

/// Every pixel differs from its neighbours; the upper left quarter is dark.
Image sample(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool dark = x < width / 2 && y < height / 2;
      for (const int value :
           {dark ? 20 : 200, dark ? 20 : x * 200 / width, dark ? 20 : y * 200 / height})
        image.rgb.push_back(static_cast<std::uint8_t>(value));
    }
  return image;
}

std::vector<std::uint8_t> jpeg_of(const Image& image, int orientation = 0,
                                  bool progressive = false) {
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
  jpeg_set_quality(&jpeg, 95, TRUE);
  if (progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  if (orientation > 0) {
    const std::vector<std::uint8_t> exif{
        'E', 'x', 'i', 'f',  0,    0, 'M', 'M', 0, 42, 0, 0, 0,
        8,   0,   1,   0x01, 0x12, 0, 3,   0,   0, 0,  1, 0, static_cast<std::uint8_t>(orientation),
        0,   0,   0,   0,    0,    0};
    jpeg_write_marker(&jpeg, JPEG_APP0 + 1, exif.data(), static_cast<unsigned>(exif.size()));
  }
  std::vector<std::uint8_t> pixels = image.rgb;
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = pixels.data() + image.at(0, static_cast<int>(jpeg.next_scanline));
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::vector<std::uint8_t> bytes(file, file + size);
  std::free(file);
  return bytes;
}

Kind kind_of(std::span<const std::uint8_t> file) {
  const auto image = decode(file);
  EXPECT_FALSE(image);
  return image ? Kind{} : image.error().kind;
}

TEST(Picture, PngKeepsEveryPixel) {
  const Image image = sample(70, 40);
  const auto again = decode(png_of(image));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, image);
}

TEST(Picture, LargePicturesComeOutSmaller) {
  for (const auto& file : {jpeg_of(sample(1200, 800)), jpeg_of(sample(1200, 800), 0, true),
                           png_of(sample(1200, 800))}) {
    const auto image = decode(file, 300);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 300);
    EXPECT_EQ(image->height, 200);
  }
}

TEST(Picture, ExifTurnsAndMirrors) {
  // Where the dark quarter is after each orientation: right and bottom count 1 and 2.
  constexpr std::array<int, 9> dark{0, 0, 1, 3, 2, 0, 1, 3, 2};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    const auto image = decode(jpeg_of(sample(80, 48), orientation));
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, orientation < 5 ? 80 : 48);
    EXPECT_EQ(image->height, orientation < 5 ? 48 : 80);
    for (int quarter = 0; quarter < 4; ++quarter) {
      const int x = image->width * (quarter % 2 == 0 ? 1 : 3) / 4;
      const int y = image->height * (quarter / 2 == 0 ? 1 : 3) / 4;
      EXPECT_EQ(image->rgb[image->at(x, y)] < 100,
                quarter == dark[static_cast<std::size_t>(orientation)])
          << quarter;
    }
  }
}

TEST(Picture, DamagedExifIsIgnored) {
  EXPECT_EQ(exif_orientation({}), 1);
  const std::vector<std::uint8_t> far{'E', 'x', 'i', 'f',  0,    0,    'I',
                                      'I', 42,  0,   0xFF, 0xFF, 0xFF, 0x7F};
  EXPECT_EQ(exif_orientation(far), 1);
  const std::vector<std::uint8_t> many{'E', 'x', 'i', 'f', 0, 0,    'I',  'I', 42,
                                       0,   8,   0,   0,   0, 0xFF, 0xFF, 1};
  EXPECT_EQ(exif_orientation(many), 1);
}

TEST(Picture, FilesThatAreNoPictures) {
  EXPECT_EQ(kind_of({}), Kind::unknown_format);
  const std::vector<std::uint8_t> text{'h', 'e', 'l', 'l', 'o'};
  EXPECT_EQ(kind_of(text), Kind::unknown_format);
}

TEST(Picture, FilesThatEndTooEarly) {
  for (const auto& file :
       {jpeg_of(sample(300, 200)), jpeg_of(sample(300, 200), 0, true), png_of(sample(300, 200))})
    for (const std::size_t part : {3U, 10U, 50U, 90U}) {
      const auto image = decode(std::span(file).first(file.size() * part / 100));
      ASSERT_FALSE(image) << part;
      EXPECT_TRUE(image.error().kind == Kind::truncated || image.error().kind == Kind::damaged);
      EXPECT_FALSE(image.error().message.empty());
    }
}

TEST(Picture, DamagedBytesNeverCrash) {
  for (auto file : {jpeg_of(sample(90, 60)), png_of(sample(90, 60))})
    for (std::size_t i = 4; i < file.size(); i += 7) {
      file[i] ^= 0x5AU;
      const auto image = decode(file);
      if (image) {
        const auto pixels =
            static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height);
        EXPECT_EQ(image->rgb.size(), 3 * pixels);
      }
      file[i] ^= 0x5AU;
    }
}

TEST(Picture, OnePixel) {
  const Image dot{1, 1, {10, 20, 30}};
  EXPECT_EQ(*decode(png_of(dot)), dot);
  const auto jpeg = decode(jpeg_of(dot));
  ASSERT_TRUE(jpeg);
  EXPECT_EQ(jpeg->width, 1);
}

TEST(Picture, HugePicturesAreRefusedBeforeTheyAreDecoded) {
  std::vector<std::uint8_t> file = png_of(sample(16, 16));
  // The size in the header, whose checksum is then wrong; libpng reports whichever it finds first.
  file[16] = 0x00;
  file[17] = 0x01;
  EXPECT_FALSE(decode(file));
  // In a JPEG the size is in the frame header: a marker, a length, eight bits, height, width.
  std::vector<std::uint8_t> jpeg = jpeg_of(sample(16, 16));
  for (std::size_t i = 2; i + 9 < jpeg.size(); ++i)
    if (jpeg[i] == 0xFF && jpeg[i + 1] == 0xC0) {
      jpeg[i + 5] = jpeg[i + 7] = 0xF0;
      break;
    }
  EXPECT_EQ(kind_of(jpeg), Kind::too_large);
}

}  // namespace
}  // namespace sixfold::picture
