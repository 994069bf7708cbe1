// Addresses of the network, as limits see them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/ip/address.hpp>

namespace sixfold {

/// An IPv4 address that is written as an IPv6 one (::ffff:192.0.2.1) is the IPv4 address.
[[nodiscard]] boost::asio::ip::address normalized(const boost::asio::ip::address& address);

/// An address as it stands in X-Forwarded-For: `192.0.2.1`, `2001:db8::1`, with or without a port.
[[nodiscard]] std::optional<boost::asio::ip::address> parse_address(std::string_view text);

/// Those who share limits: an IPv4 address, or the /64 that a provider gives to one customer.
[[nodiscard]] std::string group_of(const boost::asio::ip::address& address);

}  // namespace sixfold
