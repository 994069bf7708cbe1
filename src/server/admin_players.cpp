// Administrators' decisions about players and addresses.
#include "server/account_names.hpp"
#include "server/admin.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {

namespace {

std::string name_of(store::Sql& sql, const std::optional<Id>& player) {
  const auto account = player ? store::find_account(sql, *player) : std::nullopt;
  return account ? account->name : "";
}

}  // namespace

std::vector<store::AuditEntry> list_audit(store::SqlStore& store, int most) {
  std::vector<store::AuditEntry> entries;
  store::look_up_now(store, [&](store::Sql& sql) { entries = store::audit_entries(sql, most); });
  return entries;
}

void ban_address(store::SqlStore& store, const Admin& admin, const store::BannedAddress& ban) {
  store::write_now(store, [&](store::Sql& sql) {
    store::put_address_ban(sql, ban);
    store::add_audit(sql, {admin.now_ms, admin.name, "ban-address", ban.range});
  });
}

bool unban_address(store::SqlStore& store, const Admin& admin, const std::string& range) {
  bool was_banned = false;
  store::write_now(store, [&](store::Sql& sql) {
    was_banned = store::remove_address_ban(sql, range);
    if (was_banned) store::add_audit(sql, {admin.now_ms, admin.name, "unban-address", range});
  });
  return was_banned;
}

std::vector<store::BannedAddress> list_address_bans(store::SqlStore& store, std::int64_t now_ms) {
  std::vector<store::BannedAddress> bans;
  store::look_up_now(store, [&](store::Sql& sql) { bans = store::address_bans(sql, now_ms); });
  return bans;
}

AdminOutcome mute(store::SqlStore& store, const Admin& admin, const std::string& name,
                  std::optional<std::int64_t> until_ms) {
  AdminOutcome outcome = std::monostate{};
  store::write_now(store, [&](store::Sql& sql) {
    const auto account = account_named(sql, name);
    outcome = account ? AdminOutcome(std::monostate{}) : Unexpected{std::string("no_account")};
    if (!account) return;
    if (until_ms)
      store::put_mute(sql, account->id, *until_ms);
    else if (!store::remove_mute(sql, account->id))
      outcome = Unexpected{std::string("not_muted")};
    if (outcome)
      store::add_audit(sql,
                       {admin.now_ms, admin.name, until_ms ? "mute" : "unmute", account->name});
  });
  return outcome;
}

std::vector<ReportSummary> list_reports(store::SqlStore& store, bool also_closed, int most) {
  std::vector<ReportSummary> summaries;
  store::look_up_now(store, [&](store::Sql& sql) {
    summaries.clear();
    for (const store::Report& report : list_reports(sql, also_closed, most))
      summaries.push_back({report, name_of(sql, report.reporter), name_of(sql, report.reported)});
  });
  return summaries;
}

bool close_report(store::SqlStore& store, const Admin& admin, const Id& report) {
  bool was_open = false;
  store::write_now(store, [&](store::Sql& sql) {
    was_open = close_report(sql, report);
    if (was_open)
      store::add_audit(sql, {admin.now_ms, admin.name, "close-report", to_text(report)});
  });
  return was_open;
}

}  // namespace sixfold::server
