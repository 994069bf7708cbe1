// What one user is shown of a table: a ShownTable, filled in member by member, so that nothing else
// can leak. Messages take no other input.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/json.hpp"
#include "rules/view.hpp"
#include "server/table.hpp"

namespace sixfold::server {

using protocol::LobbyTable;
using protocol::OwnTable;
using protocol::ShownSeat;
using protocol::ShownTable;

/// What is known about a table apart from its events.
struct TableMoment {
  Id game;
  std::uint64_t seq = 0;
  std::int64_t now_ms = 0;
  /// Since when a user has had no connection; empty while there is one.
  std::function<std::optional<std::int64_t>(const Id& user)> away_since_ms;
};

/// `user`: empty for a spectator.
[[nodiscard]] ShownTable shown_to(const std::optional<Id>& user, const Table& table,
                                  const TableMoment& moment);

/// The messages that show a table to its viewers at one moment. Most of a message, and all of it
/// that grows with the game, is the same for everyone and is written only once.
class TableMessages {
 public:
  TableMessages(const Table& table, const TableMoment& moment);
  /// The text of `shown_to(user, …)`.
  [[nodiscard]] std::string to(const std::optional<Id>& user);

 private:
  const Table& table_;
  Json message_;  // as a spectator sees it, but for the members that to() writes
};

/// The table's entry in the lobby: what people choose by, in bounded size.
[[nodiscard]] LobbyTable lobby_entry(const ShownTable& shown, std::int64_t created_ms);

/// What the user is told about a table while not looking at it; nothing unless the user plays or
/// waits there.
[[nodiscard]] std::optional<OwnTable> own_table(const Id& user, const Table& table,
                                                const TableMoment& moment);

/// An event as everyone may see it: counts instead of drawn or traded tiles, and no users.
[[nodiscard]] Json public_event(const TableEvent& event, std::uint64_t seq, std::int64_t time_ms);

}  // namespace sixfold::server
