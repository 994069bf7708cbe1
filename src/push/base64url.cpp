#include "push/base64url.hpp"

#include <cstdint>

namespace sixfold::push {

namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned bits_of_letter = 6;

}  // namespace

std::string to_base64url(std::string_view bytes) {
  std::string text;
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  for (const char byte : bytes) {
    buffer = buffer << 8U | static_cast<std::uint8_t>(byte);
    for (bits += 8; bits >= bits_of_letter; bits -= bits_of_letter)
      text += letters[buffer >> (bits - bits_of_letter) & 0x3fU];
  }
  if (bits > 0) text += letters[buffer << (bits_of_letter - bits) & 0x3fU];
  return text;
}

std::optional<std::string> parse_base64url(std::string_view text) {
  std::string bytes;
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  for (const char letter : text) {
    const auto value = letters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    buffer = buffer << bits_of_letter | static_cast<std::uint32_t>(value);
    bits += bits_of_letter;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(buffer >> bits & 0xffU);
  }
  // Anything else would be a second spelling of the same bytes.
  if (to_base64url(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace sixfold::push
