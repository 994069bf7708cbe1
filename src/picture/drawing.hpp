// Pictures that are drawn: SVG to pixels, and pixels to a film.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "picture/picture.hpp"

namespace sixfold::picture {

/// An SVG picture in its own size times `scale`. What it refers to outside of itself is left out.
/// Precondition: scale > 0.
[[nodiscard]] Result<vision::Image, PictureFault> drawn(std::string_view svg, double scale);

/// How long a picture of a film is shown.
struct Frame {
  vision::Image image;
  int ms = 0;
};
/// Pictures one after the other, over and over, as a GIF file. Preconditions: there are some, all
/// of the same size, no side longer than 65,535 pixels.
[[nodiscard]] std::vector<std::uint8_t> gif_of(std::span<const Frame> frames);

}  // namespace sixfold::picture
