// Operations for administrators, which also work while the server runs. They only change the store;
// the server notices within about a second. All functions block and throw SqlError on failure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/accounts.hpp"
#include "store/moderation.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

/// The acting administrator and the time. Every change is recorded in the audit log in the same
/// transaction.
struct Admin {
  std::string name;
  std::int64_t now_ms = 0;
};

struct TableSummary {
  store::GameRow row;
  std::string variant;
  std::int64_t created_ms = 0;
  std::int64_t changed_ms = 0;
  std::vector<std::string> players;  ///< everyone who ever sat down, except the server's bots
};
/// The most recently changed first.
[[nodiscard]] std::vector<TableSummary> list_tables(store::SqlStore& store,
                                                    std::optional<GameStatus> status, int most);

struct UserSummary {
  store::Account account;
  std::string owner;  ///< the name of a bot's owner
};
/// The newest first.
[[nodiscard]] std::vector<UserSummary> list_users(store::SqlStore& store, int most);

/// A player whose games look like rating manipulation.
struct FlaggedPlayer {
  std::string name;  ///< empty if the player is gone
  Id player;
  std::string reason;  ///< as in the results of these games
  std::int64_t games = 0;
  Id last_game;
  std::int64_t last_ms = 0;
};
/// The most recently flagged first.
[[nodiscard]] std::vector<FlaggedPlayer> list_flags(store::SqlStore& store, int most);

/// Bars an account and its bots from connecting, or allows them again. False if there is no account
/// with this name.
[[nodiscard]] bool set_banned(store::SqlStore& store, const Admin& admin, const std::string& name,
                              bool banned);

/// Success, or an error code.
using AdminOutcome = Result<std::monostate, std::string>;
/// Subject to the same rule as deletion by the owner: refused while its games are running.
[[nodiscard]] AdminOutcome delete_user(store::SqlStore& store, const Admin& admin,
                                       const std::string& name);

/// By id or code.
[[nodiscard]] std::optional<Id> find_table(store::SqlStore& store, const std::string& id_or_code);
/// Closes a waiting table or aborts a running game. Refused if the game is over.
[[nodiscard]] AdminOutcome close_table(store::SqlStore& store, const Admin& admin, const Id& game);

/// Counts the games that ended before a time, or deletes them with everything about them except
/// their effect on ratings.
[[nodiscard]] std::int64_t count_old_games(store::SqlStore& store, std::int64_t before_ms);
std::int64_t remove_old_games(store::SqlStore& store, const Admin& admin, std::int64_t before_ms);

/// The newest first.
[[nodiscard]] std::vector<store::AuditEntry> list_audit(store::SqlStore& store, int most);

/// Bars a range of addresses from all servers until the ban expires. `range` is written by to_text.
void ban_address(store::SqlStore& store, const Admin& admin, const store::BannedAddress& ban);
[[nodiscard]] bool unban_address(store::SqlStore& store, const Admin& admin,
                                 const std::string& range);
[[nodiscard]] std::vector<store::BannedAddress> list_address_bans(store::SqlStore& store,
                                                                  std::int64_t now_ms);

/// Hides an account's phrases from everyone until the given time, or shows them again if there is
/// none.
[[nodiscard]] AdminOutcome mute(store::SqlStore& store, const Admin& admin, const std::string& name,
                                std::optional<std::int64_t> until_ms);

struct ReportSummary {
  store::Report report;
  std::string reporter;  ///< names of accounts, if any
  std::string reported;
};
[[nodiscard]] std::vector<ReportSummary> list_reports(store::SqlStore& store, bool also_closed,
                                                      int most);
[[nodiscard]] bool close_report(store::SqlStore& store, const Admin& admin, const Id& report);

}  // namespace sixfold::server
