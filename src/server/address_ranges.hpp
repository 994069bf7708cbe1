// Ranges of network addresses, such as 192.0.2.0/24 and 2001:db8::/32.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold::server {

/// An address and the length of its prefix. IPv4 is stored as mapped IPv6.
struct AddressRange {
  std::array<std::uint8_t, 16> address{};
  int prefix = 128;

  friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

/// Without a length, an IPv4 address stands for itself. IPv6 ranges are at least a /64, because
/// whoever has one of its addresses has all of them.
[[nodiscard]] std::optional<AddressRange> parse_range(std::string_view text);
[[nodiscard]] std::string to_text(const AddressRange& range);

/// Whether the address or group of addresses is in one of the ranges.
[[nodiscard]] bool is_in(const std::vector<AddressRange>& ranges, std::string_view address);

}  // namespace sixfold::server
