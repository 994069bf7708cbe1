// What operators know and decide about players: reports, banned addresses, muted players, and the
// audit log of decisions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

/// An action of an administrator.
struct AuditEntry {
  std::int64_t time_ms = 0;
  std::string who;      ///< the user name on the system
  std::string action;   ///< `ban`, `close`, …
  std::string subject;  ///< the account, table or address; empty if forgotten

  friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};
void add_audit(Sql& sql, const AuditEntry& entry);
/// The newest first.
[[nodiscard]] std::vector<AuditEntry> audit_entries(Sql& sql, int most);

struct BannedAddress {
  std::string range;  ///< an address with a prefix length
  std::int64_t until_ms = 0;

  friend bool operator==(const BannedAddress&, const BannedAddress&) = default;
};
void put_address_ban(Sql& sql, const BannedAddress& ban);
/// False if there was no such ban.
[[nodiscard]] bool remove_address_ban(Sql& sql, const std::string& range);
/// Those that have not expired; the next to expire first.
[[nodiscard]] std::vector<BannedAddress> address_bans(Sql& sql, std::int64_t now_ms);

/// A player's report about another at the same table.
struct Report {
  Id id;
  Id game;
  int seat = 0;  ///< the reported seat
  Id reporter;
  std::optional<Id> reported;  ///< empty: a bot of the server, or a forgotten player
  std::string reason;          ///< one of a few codes
  std::int64_t time_ms = 0;
  bool closed = false;

  friend bool operator==(const Report&, const Report&) = default;
};
/// A player can report a seat of a game only once; false if they already have.
[[nodiscard]] bool insert_report(Sql& sql, const Report& report);
/// The newest first.
[[nodiscard]] std::vector<Report> list_reports(Sql& sql, bool also_closed, int most);
[[nodiscard]] std::vector<Report> reports_by(Sql& sql, const Id& reporter);
/// False if there is no such report, or it is already closed.
[[nodiscard]] bool close_report(Sql& sql, const Id& report);

/// Hides the player's phrases from everyone until then.
void put_mute(Sql& sql, const Id& player, std::int64_t until_ms);
/// False if the player was not muted.
[[nodiscard]] bool remove_mute(Sql& sql, const Id& player);
[[nodiscard]] std::vector<Id> muted_players(Sql& sql, std::int64_t now_ms);

/// Deletes the reports by and about a player who is forgotten, and any mute. The audit log stays,
/// without the name.
void forget_moderation(Sql& sql, const Id& player, const std::string& name);

}  // namespace sixfold::store
