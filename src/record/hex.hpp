// Bytes as text: two hexadecimal digits each, lower case.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold {

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
/// None where it is anything but pairs of digits as to_hex() writes them.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

}  // namespace sixfold
