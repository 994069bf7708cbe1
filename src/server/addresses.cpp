#include "server/addresses.hpp"

#include <algorithm>

namespace sixfold::server {

namespace ip = boost::asio::ip;

namespace {

constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Strips the port from `[2001:db8::1]:443` or `192.0.2.1:443`.
std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) {
    text.remove_prefix(1);
    return text.substr(0, text.find(']'));
  }
  return std::ranges::count(text, ':') == 1 ? text.substr(0, text.find(':')) : text;
}

}  // namespace

ip::address normalized(const ip::address& address) {
  if (!address.is_v6()) return address;
  const ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, v6);
  // A scope names a network interface of this machine, not the peer.
  return ip::address_v6(v6.to_bytes());
}

std::optional<ip::address> parse_address(std::string_view text) {
  boost::system::error_code error;
  const ip::address address = ip::make_address(std::string(without_port(trimmed(text))), error);
  if (error) return std::nullopt;
  return normalized(address);
}

std::string group_of(const ip::address& address) {
  const ip::address plain = normalized(address);
  if (plain.is_v4()) return plain.to_string();
  ip::address_v6::bytes_type bytes = plain.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return ip::address_v6(bytes).to_string() + "/64";
}

}  // namespace sixfold::server
