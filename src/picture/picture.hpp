// Pictures as files: JPEG and PNG to pixels, and pixels to PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rules/result.hpp"
#include "vision/image.hpp"

namespace sixfold::picture {

struct PictureFault {
  enum class Kind : std::uint8_t {
    unknown_format,  ///< neither JPEG nor PNG
    damaged,         ///< not what a file of this format may contain
    truncated,       ///< ends too early
    too_large,       ///< more pixels than are decoded
  };
  Kind kind{};
  std::string message;  ///< a sentence without its full stop

  friend bool operator==(const PictureFault&, const PictureFault&) = default;
};

/// Decodes a file, the right way up: the orientation in its EXIF data is applied. Large pictures
/// come out smaller, their longer side between `enough` and twice that: more pixels do not make
/// tiles easier to read.
[[nodiscard]] Result<vision::Image, PictureFault> decode(std::span<const std::uint8_t> file,
                                                         int enough = 1400);

/// The picture as a PNG file. Precondition: it has pixels.
[[nodiscard]] std::vector<std::uint8_t> png_of(const vision::Image& image);

/// Turned and mirrored as the EXIF orientation (1 to 8) asks for; unchanged for any other number.
[[nodiscard]] vision::Image oriented(vision::Image image, int orientation);

/// The orientation in the EXIF data of a JPEG file's APP1 segment; 1 if there is none.
[[nodiscard]] int exif_orientation(std::span<const std::uint8_t> segment);

}  // namespace sixfold::picture
