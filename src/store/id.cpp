#include "store/id.hpp"

#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace sixfold {

namespace {

constexpr std::string_view digits = "0123456789abcdef";

}  // namespace

std::string to_text(const Id& id) {
  std::string text;
  for (const std::uint8_t byte : id.bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::optional<Id> parse_id(std::string_view text) {
  Id id;
  if (text.size() != 2 * id.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = digits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    std::uint8_t& byte = id.bytes[i / 2];
    byte =
        static_cast<std::uint8_t>(static_cast<unsigned>(byte) << 4U | static_cast<unsigned>(digit));
  }
  return id;
}

Id random_id() {
  Id id;
  if (getrandom(id.bytes.data(), id.bytes.size(), 0) != static_cast<ssize_t>(id.bytes.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  return id;
}

}  // namespace sixfold
