// Ranges of network addresses, as in 192.0.2.0/24 and 2001:db8::/32.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold {

/// An address with the length of its prefix. IPv4 is kept as IPv6, mapped.
struct AddressRange {
  std::array<std::uint8_t, 16> address{};
  int prefix = 128;

  friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

/// Without a length, one IPv4 address. Of IPv6 a /64 at least: who has one of its addresses has all
/// of them.
[[nodiscard]] std::optional<AddressRange> parse_range(std::string_view text);
[[nodiscard]] std::string to_text(const AddressRange& range);

/// Whether the address or group of addresses, in text, is in one of the ranges.
[[nodiscard]] bool is_in(const std::vector<AddressRange>& ranges, std::string_view address);

}  // namespace sixfold
