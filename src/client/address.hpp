// Parses the addresses of servers and links to tables, as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace sixfold::client {

struct Address {
  bool secure = false;
  std::string host;
  std::string port;

  /// For example `https://play.example` or `http://127.0.0.1:8080`.
  [[nodiscard]] std::string origin() const;
  friend bool operator==(const Address&, const Address&) = default;
};

/// A server, and a table if the text is a link to one.
struct Link {
  Address address;
  std::string code;  ///< in capitals; empty if there is none

  friend bool operator==(const Link&, const Link&) = default;
};

/// Parses `http://HOST:PORT` or `https://HOST`, with or without `/t/CODE`; the default scheme is
/// http. On failure, a description of the problem.
[[nodiscard]] Result<Link, std::string> parse_link(std::string_view text);

/// A table's six letters, in capitals; empty if the text is not a code.
[[nodiscard]] std::optional<std::string> parse_code(std::string_view text);

}  // namespace sixfold::client
