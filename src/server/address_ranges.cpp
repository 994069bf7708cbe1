#include "server/address_ranges.hpp"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>

#include "rules/indexed.hpp"

namespace sixfold::server {

namespace {

constexpr int bits = 128;
constexpr int ipv4_bits = 32;
constexpr int subnet_bits = 64;
constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool is_ipv4(const AddressRange& range) {
  return range.prefix >= bits - ipv4_bits &&
         std::equal(mapped.begin(), mapped.end(), range.address.begin());
}

/// Clears the bits after the prefix.
AddressRange masked(AddressRange range) {
  for (int i = 0; i < bits / 8; ++i) {
    const int kept = std::clamp(range.prefix - 8 * i, 0, 8);
    nth(range.address, i) &= static_cast<std::uint8_t>(0xff00U >> static_cast<unsigned>(kept));
  }
  return range;
}

std::optional<AddressRange> read_address(const std::string& text) {
  AddressRange range;
  if (inet_pton(AF_INET6, text.c_str(), range.address.data()) == 1) return range;
  std::ranges::copy(mapped, range.address.begin());
  if (inet_pton(AF_INET, text.c_str(), range.address.data() + mapped.size()) == 1) return range;
  return std::nullopt;
}

}  // namespace

std::optional<AddressRange> parse_range(std::string_view text) {
  const auto slash = text.find('/');
  auto range = read_address(std::string(text.substr(0, slash)));
  if (!range) return std::nullopt;
  const int lowest = is_ipv4(*range) ? bits - ipv4_bits : 0;
  if (slash == std::string_view::npos) {
    if (lowest == 0) range->prefix = subnet_bits;
    return masked(*range);
  }
  const std::string_view digits = text.substr(slash + 1);
  int length = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (error != std::errc{} || end != digits.data() + digits.size() || length < 0 ||
      length > bits - lowest)
    return std::nullopt;
  range->prefix = lowest == 0 ? std::min(length, subnet_bits) : lowest + length;
  return masked(*range);
}

std::string to_text(const AddressRange& range) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_four = is_ipv4(range);
  inet_ntop(is_four ? AF_INET : AF_INET6, range.address.data() + (is_four ? mapped.size() : 0),
            text.data(), text.size());
  return std::string(text.data()) + "/" +
         std::to_string(is_four ? range.prefix - (bits - ipv4_bits) : range.prefix);
}

bool is_in(const std::vector<AddressRange>& ranges, std::string_view address) {
  if (ranges.empty()) return false;
  const auto found = parse_range(address);
  return found && std::ranges::any_of(ranges, [&](const AddressRange& range) {
           return range.prefix <= found->prefix && masked({found->address, range.prefix}) == range;
         });
}

}  // namespace sixfold::server
