// Bytes as text: two lower-case hexadecimal digits each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold {

[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);
/// Nothing unless the text is pairs of digits as written by to_hex().
[[nodiscard]] std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

}  // namespace sixfold
