// Network addresses, as rate limits see them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>

namespace sixfold::server {

/// Turns an IPv4-mapped IPv6 address (::ffff:192.0.2.1) into the IPv4 address.
[[nodiscard]] boost::asio::ip::address normalized(const boost::asio::ip::address& address);

/// Parses an address from X-Forwarded-For: `192.0.2.1` or `2001:db8::1`, with or without a port.
[[nodiscard]] std::optional<boost::asio::ip::address> parse_address(std::string_view text);

/// The addresses that share limits: a single IPv4 address, or the /64 that a provider assigns to
/// one customer.
[[nodiscard]] std::string group_of(const boost::asio::ip::address& address);

}  // namespace sixfold::server
