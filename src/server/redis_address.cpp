#include "server/redis_address.hpp"

#include <charconv>
#include <stdexcept>

namespace sixfold::server {

namespace {

constexpr int default_port = 6379;
constexpr std::string_view over_tcp = "redis://";
constexpr std::string_view over_tls = "rediss://";
constexpr std::string_view over_unix = "unix://";

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error("--bus: " + why); }

template <class Number>
bool parse(std::string_view digits, Number& number, int base) {
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  return !digits.empty() && error == std::errc{} && end == digits.data() + digits.size();
}

std::string decoded(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (text.front() != '%') {
      result += text.front();
      text.remove_prefix(1);
      continue;
    }
    unsigned char byte = 0;
    if (text.size() < 3 || !parse(text.substr(1, 2), byte, 16))
      refuse("a % in the user or password must be followed by two hexadecimal digits");
    result += static_cast<char>(byte);
    text.remove_prefix(3);
  }
  return result;
}

/// Removes `user:password@` from the front.
void take_login(std::string_view& rest, RedisAddress& address) {
  const auto at = rest.rfind('@');
  if (at == std::string_view::npos) return;
  const std::string_view login = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  const auto colon = login.find(':');
  if (colon == std::string_view::npos)
    refuse("the login must have the form user:password@ or :password@");
  address.user = decoded(login.substr(0, colon));
  address.password = decoded(login.substr(colon + 1));
  if (address.password.empty()) refuse("the password is empty");
}

void take_host(std::string_view rest, RedisAddress& address) {
  rest = rest.substr(0, rest.find('/'));
  address.port = default_port;
  std::string_view host = rest;
  std::string_view port;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) refuse("the ] after the IPv6 address is missing");
    host = rest.substr(1, end - 1);
    port = rest.substr(end + 1);
  } else if (const auto colon = rest.rfind(':'); colon != std::string_view::npos) {
    host = rest.substr(0, colon);
    port = rest.substr(colon);
  }
  if (host.empty()) refuse("the host is missing");
  if (!port.empty() && (port.front() != ':' || !parse(port.substr(1), address.port, 10) ||
                        address.port < 1 || address.port > 65'535))
    refuse("the port must be a number from 1 to 65535");
  address.host = host;
}

}  // namespace

RedisAddress parse_redis_address(std::string_view url) {
  RedisAddress address;
  if (url.starts_with(over_tls))
    refuse(
        "rediss:// is not supported; run stunnel on this machine for TLS and give its address as "
        "redis://127.0.0.1:PORT");
  if (url.starts_with(over_unix)) {
    url.remove_prefix(over_unix.size());
    if (!url.starts_with('/')) take_login(url, address);
    if (!url.starts_with('/'))
      refuse("unix:// must be followed by the path of a socket, such as /run/redis.sock");
    address.host = url;
    return address;
  }
  if (!url.starts_with(over_tcp)) refuse("the address must start with redis:// or unix://");
  url.remove_prefix(over_tcp.size());
  take_login(url, address);
  take_host(url, address);
  return address;
}

std::string shown(const RedisAddress& address) {
  if (address.port == 0) return std::string(over_unix) + address.host;
  const bool is_v6 = address.host.find(':') != std::string::npos;
  return std::string(over_tcp) + (is_v6 ? "[" + address.host + "]" : address.host) + ":" +
         std::to_string(address.port);
}

}  // namespace sixfold::server
