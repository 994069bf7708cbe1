#include "picture/jpeg.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>

#include <jerror.h>
#include <jpeglib.h>

namespace sixfold::picture {

namespace {

// The largest cameras of phones have 200 megapixels.
constexpr std::uint64_t most_pixels = 220'000'000;
// A progressive picture has to be held as a whole before a small version can be made of it.
constexpr std::uint64_t most_progressive_pixels = 25'000'000;

/// libjpeg reports errors by a jump; this is where it lands.
struct Errors {
  jpeg_error_mgr manager{};  // must be first: libjpeg knows only this part
  std::jmp_buf landing{};
  std::array<char, JMSG_LENGTH_MAX> message{};
  bool ended_early = false;
};

Errors& errors_of(j_common_ptr jpeg) { return *reinterpret_cast<Errors*>(jpeg->err); }

[[noreturn]] void on_error(j_common_ptr jpeg) {
  Errors& errors = errors_of(jpeg);
  errors.manager.format_message(jpeg, errors.message.data());
  std::longjmp(errors.landing, 1);
}

void on_message(j_common_ptr jpeg, int level) {
  if (level < 0 && (jpeg->err->msg_code == JWRN_JPEG_EOF || jpeg->err->msg_code == JWRN_HIT_MARKER))
    errors_of(jpeg).ended_early = true;
}

void print_nothing(j_common_ptr) {}

struct Decoded {
  vision::Image image;
  int orientation = 1;
  bool too_large = false;
  bool empty = false;
};

void read_orientation(const jpeg_decompress_struct& jpeg, Decoded& decoded) {
  for (jpeg_saved_marker_ptr marker = jpeg.marker_list; marker; marker = marker->next)
    if (marker->marker == JPEG_APP0 + 1)
      if (const int found = exif_orientation({marker->data, marker->data_length}); found != 1)
        decoded.orientation = found;
}

/// libjpeg can leave out detail while it decodes, in eighths.
unsigned eighths_for(const jpeg_decompress_struct& jpeg, int enough) {
  const unsigned side = std::max(jpeg.image_width, jpeg.image_height);
  unsigned eighths = 8;
  while (eighths > 1 && side * (eighths / 2) / 8 >= static_cast<unsigned>(enough)) eighths /= 2;
  return eighths;
}

/// Nothing here has a destructor that a jump would skip: everything that grows is the caller's.
void decompress(jpeg_decompress_struct& jpeg, std::span<const std::uint8_t> file, int enough,
                Decoded& decoded) {
  jpeg_create_decompress(&jpeg);
  jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_mem_src(&jpeg, file.data(), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&jpeg, TRUE);
  const std::uint64_t pixels = std::uint64_t{jpeg.image_width} * jpeg.image_height;
  if (pixels > (jpeg_has_multiple_scans(&jpeg) ? most_progressive_pixels : most_pixels)) {
    decoded.too_large = true;
    decoded.image.width = static_cast<int>(jpeg.image_width);
    decoded.image.height = static_cast<int>(jpeg.image_height);
    return;
  }
  read_orientation(jpeg, decoded);
  jpeg.out_color_space = JCS_RGB;
  jpeg.scale_num = eighths_for(jpeg, enough);
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  decoded.image.width = static_cast<int>(jpeg.output_width);
  decoded.image.height = static_cast<int>(jpeg.output_height);
  const std::size_t row_size = std::size_t{3} * jpeg.output_width;
  decoded.image.rgb.resize(row_size * jpeg.output_height);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = decoded.image.rgb.data() + row_size * jpeg.output_scanline;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
}

}  // namespace

Result<vision::Image, PictureFault> decode_jpeg(std::span<const std::uint8_t> file, int enough) {
  using Kind = PictureFault::Kind;
  jpeg_decompress_struct jpeg{};
  Errors errors;
  Decoded decoded;
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = on_error;
  errors.manager.emit_message = on_message;
  errors.manager.output_message = print_nothing;
  if (setjmp(errors.landing) != 0) {
    jpeg_destroy_decompress(&jpeg);
    const Kind kind = errors.ended_early ? Kind::truncated : Kind::damaged;
    return Unexpected{PictureFault{
        kind, errors.ended_early ? "the file ends too early"
                                 : std::string("damaged JPEG: ") + errors.message.data()}};
  }
  decompress(jpeg, file, enough, decoded);
  jpeg_destroy_decompress(&jpeg);
  if (decoded.too_large)
    return Unexpected{PictureFault{
        Kind::too_large, "the picture is too large: " + std::to_string(decoded.image.width) +
                             " × " + std::to_string(decoded.image.height) + " pixels"}};
  if (errors.ended_early)
    return Unexpected{PictureFault{Kind::truncated, "the file ends too early"}};
  return oriented(std::move(decoded.image), decoded.orientation);
}

}  // namespace sixfold::picture
