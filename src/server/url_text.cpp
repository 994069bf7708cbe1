#include "server/url_text.hpp"

#include <charconv>

#include <unicode/unistr.h>

namespace sixfold::server {

std::string from_url(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const digits = text.data() + i + 1;
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    decoded += is_escape ? static_cast<char>(value) : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

bool is_utf8(std::string_view text) {
  // Malformed bytes become U+FFFD, so that the text does not come back as it was.
  std::string again;
  icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())))
      .toUTF8String(again);
  return again == text;
}

}  // namespace sixfold::server
