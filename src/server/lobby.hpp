// The lobby: which tables it shows, as one encoded entry per listed table, in pages, and the
// changes since the last message. Messages are put together from entries that are already text, not
// written from a LobbyPage: a full lobby is sent to everyone who enters, and an entry changes far
// less often.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "record/id.hpp"
#include "server/client_message.hpp"
#include "server/table_view.hpp"

namespace sixfold::server {

/// Whether a player waits at the table for strangers, who may sit down.
[[nodiscard]] bool is_listed(const Table& table, const TableMoment& moment);

class Lobby {
 public:
  /// To be called whenever a table or the presence of its players has changed.
  void update(const Table& table, const TableMoment& moment);

  /// Whether the table may be shown, now or when a player returns. It must then stay in memory.
  [[nodiscard]] bool contains(const Id& game) const { return tables_.contains(game); }
  /// Those of these tables at which the user has a seat.
  [[nodiscard]] const std::set<Id>& tables_of(const Id& user) const;
  /// The tables shown now that a quick match with this plan would lead to.
  [[nodiscard]] const std::set<Id>& matches(const TablePlan& plan) const;

  /// The message `{"lobby":{…}}` with the tables after the given one, sorted by id; `next` is where
  /// the next page begins. `most`: how many tables, if the caller has a wish.
  [[nodiscard]] std::string page(const std::optional<Id>& after,
                                 std::optional<std::size_t> most = std::nullopt) const;

  /// The message `{"lobby_changes":{…}}`; if too much has changed for one message, the rest follows
  /// in the next. Empty if nothing has changed.
  [[nodiscard]] std::string take_changes();

 private:
  struct Place {
    std::vector<Id> users;           // who have a seat
    std::optional<MatchKind> match;  // if it is shown
  };

  void place(const Id& game, std::optional<Place> now);
  void put(const Id& game, std::string entry);

  std::map<Id, Place> tables_;
  std::map<Id, std::set<Id>> tables_of_;       // by user
  std::map<MatchKind, std::set<Id>> matches_;  // shown ones
  std::map<Id, std::string> entries_;
  std::deque<Id> changed_;  // in order of their first change
  std::set<Id> waiting_;    // the same tables
};

}  // namespace sixfold::server
