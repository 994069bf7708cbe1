// Administrators' decisions about players and addresses.
#include "server/account_names.hpp"
#include "server/admin.hpp"
#include "store/waiting.hpp"

namespace sixfold {

namespace {

std::string name_of(Sql& sql, const std::optional<Id>& player) {
  const auto account = player ? find_account(sql, *player) : std::nullopt;
  return account ? account->name : "";
}

}  // namespace

std::vector<AuditEntry> list_audit(SqlStore& store, int most) {
  std::vector<AuditEntry> entries;
  look_up_now(store, [&](Sql& sql) { entries = audit_entries(sql, most); });
  return entries;
}

void ban_address(SqlStore& store, const Admin& admin, const BannedAddress& ban) {
  write_now(store, [&](Sql& sql) {
    put_address_ban(sql, ban);
    add_audit(sql, {admin.now_ms, admin.name, "ban-address", ban.range});
  });
}

bool unban_address(SqlStore& store, const Admin& admin, const std::string& range) {
  bool was_banned = false;
  write_now(store, [&](Sql& sql) {
    was_banned = remove_address_ban(sql, range);
    if (was_banned) add_audit(sql, {admin.now_ms, admin.name, "unban-address", range});
  });
  return was_banned;
}

std::vector<BannedAddress> list_address_bans(SqlStore& store, std::int64_t now_ms) {
  std::vector<BannedAddress> bans;
  look_up_now(store, [&](Sql& sql) { bans = address_bans(sql, now_ms); });
  return bans;
}

AdminOutcome mute(SqlStore& store, const Admin& admin, const std::string& name,
                  std::optional<std::int64_t> until_ms) {
  AdminOutcome outcome = std::monostate{};
  write_now(store, [&](Sql& sql) {
    const auto account = account_named(sql, name);
    outcome = account ? AdminOutcome(std::monostate{}) : Unexpected{std::string("no_account")};
    if (!account) return;
    if (until_ms)
      put_mute(sql, account->id, *until_ms);
    else if (!remove_mute(sql, account->id))
      outcome = Unexpected{std::string("not_muted")};
    if (outcome)
      add_audit(sql, {admin.now_ms, admin.name, until_ms ? "mute" : "unmute", account->name});
  });
  return outcome;
}

std::vector<ReportSummary> list_reports(SqlStore& store, bool also_closed, int most) {
  std::vector<ReportSummary> summaries;
  look_up_now(store, [&](Sql& sql) {
    summaries.clear();
    for (const Report& report : list_reports(sql, also_closed, most))
      summaries.push_back({report, name_of(sql, report.reporter), name_of(sql, report.reported)});
  });
  return summaries;
}

bool close_report(SqlStore& store, const Admin& admin, const Id& report) {
  bool was_open = false;
  write_now(store, [&](Sql& sql) {
    was_open = close_report(sql, report);
    if (was_open) add_audit(sql, {admin.now_ms, admin.name, "close-report", to_text(report)});
  });
  return was_open;
}

}  // namespace sixfold
