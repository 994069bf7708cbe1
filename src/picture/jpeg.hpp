// The decoder of JPEG files.
#pragma once

#include "picture/picture.hpp"

namespace sixfold::picture {

[[nodiscard]] Result<vision::Image, PictureFault> decode_jpeg(std::span<const std::uint8_t> file,
                                                              int enough);

}  // namespace sixfold::picture
