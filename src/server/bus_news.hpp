// What servers that share a store tell each other between two looks at it. It may be lost: then a
// change is seen later, and a phrase by nobody elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "store/store.hpp"

namespace sixfold {

/// Somebody said a phrase at a table.
struct SaidPhrase {
  Id node;  ///< where it was said
  Id game;
  int seat = 0;
  std::string_view phrase;  ///< one of the phrases there are
  friend bool operator==(const SaidPhrase&, const SaidPhrase&) = default;
};

/// The connections of a session have to end.
struct EndedSession {
  Id session;
  friend bool operator==(const EndedSession&, const EndedSession&) = default;
};

/// A game has a new event, something was said at its table, or somebody has been signed out.
using BusNews = std::variant<EventPlace, SaidPhrase, EndedSession>;

[[nodiscard]] std::string to_text(const BusNews& news);
[[nodiscard]] std::optional<BusNews> parse_news(std::string_view text);

}  // namespace sixfold
