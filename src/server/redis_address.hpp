// The address of a Redis server, with credentials.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::server {

struct RedisAddress {
  std::string host;  ///< or the path of a Unix socket
  int port = 0;      ///< 0: a Unix socket
  std::string user;  ///< empty: the default user
  std::string password;

  friend bool operator==(const RedisAddress&, const RedisAddress&) = default;
};

/// Parses `redis://[[user]:password@]host[:port]` or `unix://[[user]:password@]/path`; special
/// characters in the user or password can be written as %XX. Throws std::runtime_error with a
/// message that does not repeat the address, which may contain a password.
[[nodiscard]] RedisAddress parse_redis_address(std::string_view url);

/// The address without user and password.
[[nodiscard]] std::string shown(const RedisAddress& address);

}  // namespace sixfold::server
