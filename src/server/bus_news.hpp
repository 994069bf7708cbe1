// What servers that share a store tell each other between two polls of it. News may be lost: a
// change is then seen later, and a phrase is not seen on other servers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "store/store.hpp"

namespace sixfold::server {

/// A player said a phrase at a table.
struct SaidPhrase {
  Id node;  ///< where it was said
  Id game;
  int seat = 0;
  std::string_view phrase;  ///< one of `phrases`
  friend bool operator==(const SaidPhrase&, const SaidPhrase&) = default;
};

/// The connections of a session must be closed.
struct EndedSession {
  Id session;
  friend bool operator==(const EndedSession&, const EndedSession&) = default;
};

/// A game has a new event, a phrase was said at its table, or a session has ended.
using BusNews = std::variant<store::EventPlace, SaidPhrase, EndedSession>;

[[nodiscard]] std::string to_text(const BusNews& news);
[[nodiscard]] std::optional<BusNews> parse_news(std::string_view text);

}  // namespace sixfold::server
