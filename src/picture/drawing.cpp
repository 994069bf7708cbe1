#include "picture/drawing.hpp"

#include <cmath>
#include <memory>

#include <librsvg/rsvg.h>

namespace sixfold::picture {

namespace {

constexpr double most_drawn_pixels = 40'000'000;

template <class T, auto release>
struct Releasing {
  void operator()(T* held) const { release(held); }
};
template <class T, auto release>
using Held = std::unique_ptr<T, Releasing<T, release>>;

using Fault = PictureFault::Kind;

Unexpected<PictureFault> fault_of(GError* error) {
  PictureFault fault{Fault::damaged, error == nullptr ? "not an SVG picture" : error->message};
  g_clear_error(&error);
  return Unexpected{fault};
}

vision::Image image_of(cairo_surface_t* surface, int width, int height) {
  cairo_surface_flush(surface);
  vision::Image image{width, height, {}};
  image.rgb.reserve(image.at(0, height));
  const unsigned char* const rows = cairo_image_surface_get_data(surface);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    // NOLINTNEXTLINE(*-reinterpret-cast, *-pointer-arithmetic): a pixel is a number of 32 bits.
    const auto* const row = reinterpret_cast<const std::uint32_t*>(rows + y * stride);
    for (const std::uint32_t pixel : std::span(row, static_cast<std::size_t>(width)))
      for (const int shift : {16, 8, 0})
        image.rgb.push_back(static_cast<std::uint8_t>(pixel >> shift));
  }
  return image;
}

}  // namespace

Result<vision::Image, PictureFault> drawn(std::string_view svg, double scale) {
  GError* error = nullptr;
  // NOLINTNEXTLINE(*-reinterpret-cast): GLib's bytes are unsigned.
  const auto* const bytes = reinterpret_cast<const guint8*>(svg.data());
  const Held<RsvgHandle, g_object_unref> handle(
      rsvg_handle_new_from_data(bytes, svg.size(), &error));
  if (!handle) return fault_of(error);
  RsvgRectangle view{};
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &view.width, &view.height) == 0)
    return fault_of(nullptr);
  view.width = std::round(view.width * scale);
  view.height = std::round(view.height * scale);
  if (view.width < 1 || view.height < 1) return fault_of(nullptr);
  if (view.width * view.height > most_drawn_pixels)
    return Unexpected{PictureFault{Fault::too_large, "the picture is too large"}};
  const auto width = static_cast<int>(view.width);
  const auto height = static_cast<int>(view.height);
  const Held<cairo_surface_t, cairo_surface_destroy> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Held<cairo_t, cairo_destroy> context(cairo_create(surface.get()));
  if (rsvg_handle_render_document(handle.get(), context.get(), &view, &error) == 0)
    return fault_of(error);
  return image_of(surface.get(), width, height);
}

}  // namespace sixfold::picture
