// What whoever runs a server may do to it, also while it runs: by way of the store alone, where the
// server finds it within about a second. All functions wait; what goes wrong is thrown as SqlError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/accounts.hpp"
#include "store/moderation.hpp"
#include "store/sql_store.hpp"

namespace sixfold {

/// Who acts, and when: every change is written to the audit log together with it.
struct Admin {
  std::string name;
  std::int64_t now_ms = 0;
};

struct TableSummary {
  GameRow row;
  std::string variant;
  std::int64_t created_ms = 0;
  std::int64_t changed_ms = 0;
  std::vector<std::string> players;  ///< everyone who ever sat down, bots of the server's aside
};
/// Those that changed last first.
[[nodiscard]] std::vector<TableSummary> list_tables(SqlStore& store,
                                                    std::optional<GameStatus> status, int most);

struct UserSummary {
  Account account;
  std::string owner;  ///< of a bot: its name
};
/// The newest first.
[[nodiscard]] std::vector<UserSummary> list_users(SqlStore& store, int most);

/// Somebody whose games look made to win rating.
struct FlaggedPlayer {
  std::string name;  ///< empty if they are gone
  Id player;
  std::string reason;  ///< as in the results of those games
  std::int64_t games = 0;
  Id last_game;
  std::int64_t last_ms = 0;
};
/// Those flagged last first.
[[nodiscard]] std::vector<FlaggedPlayer> list_flags(SqlStore& store, int most);

/// An account, with its bots, may have no connection any more, or may again. False if there is none
/// of that name.
[[nodiscard]] bool set_banned(SqlStore& store, const Admin& admin, const std::string& name,
                              bool banned);

/// What was done, or the code of what is in the way.
using AdminOutcome = Result<std::monostate, std::string>;
/// As the account itself may: refused while its games go on.
[[nodiscard]] AdminOutcome delete_user(SqlStore& store, const Admin& admin,
                                       const std::string& name);

/// By its id or its code.
[[nodiscard]] std::optional<Id> find_table(SqlStore& store, const std::string& id_or_code);
/// A table that waits is closed, a game that runs is aborted. Refused if it is over.
[[nodiscard]] AdminOutcome close_table(SqlStore& store, const Admin& admin, const Id& game);

/// How many games ended before that time; and removes them, with everything about them but what
/// they did to ratings.
[[nodiscard]] std::int64_t count_old_games(SqlStore& store, std::int64_t before_ms);
std::int64_t remove_old_games(SqlStore& store, const Admin& admin, std::int64_t before_ms);

/// The newest first.
[[nodiscard]] std::vector<AuditEntry> list_audit(SqlStore& store, int most);

/// Nobody comes in from there until then, on any server. `range` as to_text writes it.
void ban_address(SqlStore& store, const Admin& admin, const BannedAddress& ban);
[[nodiscard]] bool unban_address(SqlStore& store, const Admin& admin, const std::string& range);
[[nodiscard]] std::vector<BannedAddress> list_address_bans(SqlStore& store, std::int64_t now_ms);

/// Nobody is shown the phrases of an account until then; or again, where no time is given.
[[nodiscard]] AdminOutcome mute(SqlStore& store, const Admin& admin, const std::string& name,
                                std::optional<std::int64_t> until_ms);

struct ReportSummary {
  Report report;
  std::string reporter;  ///< the names of the accounts, where they have any
  std::string reported;
};
[[nodiscard]] std::vector<ReportSummary> list_reports(SqlStore& store, bool also_closed, int most);
[[nodiscard]] bool close_report(SqlStore& store, const Admin& admin, const Id& report);

}  // namespace sixfold
