// Ids of games, users and commands: 128 random bits, so that any node can make one and nobody can
// guess one.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sixfold {

struct Id {
  std::array<std::uint8_t, 16> bytes{};

  friend auto operator<=>(const Id&, const Id&) = default;
};

/// 32 hexadecimal digits, lower case.
[[nodiscard]] std::string to_text(const Id& id);
[[nodiscard]] std::optional<Id> parse_id(std::string_view text);

}  // namespace sixfold
