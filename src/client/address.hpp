// Where a server is, as people write it, with the table that a link leads to.
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

  /// As in `https://play.example` or `http://127.0.0.1:8080`.
  [[nodiscard]] std::string origin() const;
  friend bool operator==(const Address&, const Address&) = default;
};

/// A server, and a table if the text is the link to one.
struct Link {
  Address address;
  std::string code;  ///< in large letters; empty if no table is named

  friend bool operator==(const Link&, const Link&) = default;
};

/// `http://HOST:PORT`, `https://HOST`, with or without `/t/CODE`; without a scheme it is http. What
/// is wrong, in words, where it is none of these.
[[nodiscard]] Result<Link, std::string> parse_link(std::string_view text);

/// The six letters of a table, in large letters; nothing where the text is no code.
[[nodiscard]] std::optional<std::string> parse_code(std::string_view text);

}  // namespace sixfold::client
