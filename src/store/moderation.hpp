// What whoever runs a server knows and decides about players, beside their accounts: reports of
// players, addresses that are banned, players who are muted, and who decided what.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold {

/// Something that an admin did.
struct AuditEntry {
  std::int64_t time_ms = 0;
  std::string who;      ///< the name of the system's user
  std::string action;   ///< `ban`, `close`, …
  std::string subject;  ///< the account, table or address; empty where it is forgotten

  friend bool operator==(const AuditEntry&, const AuditEntry&) = default;
};
void add_audit(Sql& sql, const AuditEntry& entry);
/// The newest first.
[[nodiscard]] std::vector<AuditEntry> audit_entries(Sql& sql, int most);

struct BannedAddress {
  std::string range;  ///< an address with the length of its prefix
  std::int64_t until_ms = 0;

  friend bool operator==(const BannedAddress&, const BannedAddress&) = default;
};
void put_address_ban(Sql& sql, const BannedAddress& ban);
/// False if there was none.
[[nodiscard]] bool remove_address_ban(Sql& sql, const std::string& range);
/// Those that have not expired, the next to expire first.
[[nodiscard]] std::vector<BannedAddress> address_bans(Sql& sql, std::int64_t now_ms);

/// What a player says of another at the same table.
struct Report {
  Id id;
  Id game;
  int seat = 0;  ///< of whom it is about
  Id reporter;
  std::optional<Id> reported;  ///< none: a bot of the server's, or somebody who is forgotten
  std::string reason;          ///< one of a few codes
  std::int64_t time_ms = 0;
  bool closed = false;

  friend bool operator==(const Report&, const Report&) = default;
};
/// The same player can report a seat of a game once; false if they have.
[[nodiscard]] bool insert_report(Sql& sql, const Report& report);
/// The newest first.
[[nodiscard]] std::vector<Report> list_reports(Sql& sql, bool also_closed, int most);
[[nodiscard]] std::vector<Report> reports_by(Sql& sql, const Id& reporter);
/// False if there is no such report, or it is closed.
[[nodiscard]] bool close_report(Sql& sql, const Id& report);

/// Nobody is shown what the player says until then.
void put_mute(Sql& sql, const Id& player, std::int64_t until_ms);
/// False if the player was not muted.
[[nodiscard]] bool remove_mute(Sql& sql, const Id& player);
[[nodiscard]] std::vector<Id> muted_players(Sql& sql, std::int64_t now_ms);

/// Reports by and about a player who is forgotten, and whether they were muted. What admins did
/// stays, without the name.
void forget_moderation(Sql& sql, const Id& player, const std::string& name);

}  // namespace sixfold
