// Where a Redis is, and who logs in there.
#pragma once

#include <string>
#include <string_view>

namespace sixfold {

struct RedisAddress {
  std::string host;  ///< or the path of a Unix socket
  int port = 0;      ///< 0: a Unix socket
  std::string user;  ///< empty: the default user
  std::string password;

  friend bool operator==(const RedisAddress&, const RedisAddress&) = default;
};

/// Reads `redis://[[user]:password@]host[:port]` or `unix://[[user]:password@]/path`; what is not a
/// letter or digit in a user or password can be written as %XX. Throws std::runtime_error with a
/// message that does not repeat the address, since that may hold a password.
[[nodiscard]] RedisAddress parse_redis_address(std::string_view url);

/// Without user and password.
[[nodiscard]] std::string shown(const RedisAddress& address);

}  // namespace sixfold
