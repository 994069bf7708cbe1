#include "store/moderation.hpp"

#include "store/random_id.hpp"

namespace sixfold::store {

namespace {

Report report_of(const SqlRow& row) {
  return {row.id(0),      row.id(1),          static_cast<int>(row.integer(2)),
          row.id(3),      row.optional_id(4), row.text(5),
          row.integer(6), row.integer(7) != 0};
}

std::vector<Report> reports_of(const SqlRows& rows) {
  std::vector<Report> reports;
  for (const SqlRow& row : rows) reports.push_back(report_of(row));
  return reports;
}

}  // namespace

void add_audit(Sql& sql, const AuditEntry& entry) {
  sql.run("INSERT INTO audit (entry, time_ms, who, action, subject) VALUES ($1, $2, $3, $4, $5)",
          {random_id(), entry.time_ms, entry.who, entry.action, entry.subject});
}

std::vector<AuditEntry> audit_entries(Sql& sql, int most) {
  std::vector<AuditEntry> entries;
  for (const SqlRow& row :
       sql.run("SELECT time_ms, who, action, subject FROM audit ORDER BY time_ms DESC, entry "
               "LIMIT $1",
               {std::int64_t{most}}))
    entries.push_back({row.integer(0), row.text(1), row.text(2), row.text(3)});
  return entries;
}

void put_address_ban(Sql& sql, const BannedAddress& ban) {
  sql.run(
      "INSERT INTO address_bans (address, until_ms) VALUES ($1, $2) ON CONFLICT (address) "
      "DO UPDATE SET until_ms = excluded.until_ms",
      {ban.range, ban.until_ms});
}

bool remove_address_ban(Sql& sql, const std::string& range) {
  return !sql.run("DELETE FROM address_bans WHERE address = $1 RETURNING until_ms", {range})
              .empty();
}

std::vector<BannedAddress> address_bans(Sql& sql, std::int64_t now_ms) {
  std::vector<BannedAddress> bans;
  for (const SqlRow& row : sql.run("SELECT address, until_ms FROM address_bans WHERE until_ms > $1 "
                                   "ORDER BY until_ms, address",
                                   {now_ms}))
    bans.push_back({row.text(0), row.integer(1)});
  return bans;
}

bool insert_report(Sql& sql, const Report& report) {
  return !sql.run(
                 "INSERT INTO reports (report, game, seat, reporter, reported, reason, time_ms, "
                 "closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING "
                 "RETURNING seat",
                 {report.id, report.game, std::int64_t{report.seat}, report.reporter,
                  or_null(report.reported), report.reason, report.time_ms,
                  std::int64_t{report.closed}})
              .empty();
}

std::vector<Report> list_reports(Sql& sql, bool also_closed, int most) {
  return reports_of(
      sql.run("SELECT report, game, seat, reporter, reported, reason, time_ms, closed "
              "FROM reports WHERE closed <= $1 ORDER BY time_ms DESC, report LIMIT $2",
              {std::int64_t{also_closed}, std::int64_t{most}}));
}

std::vector<Report> reports_by(Sql& sql, const Id& reporter) {
  return reports_of(
      sql.run("SELECT report, game, seat, reporter, reported, reason, time_ms, closed "
              "FROM reports WHERE reporter = $1 ORDER BY time_ms DESC, report",
              {reporter}));
}

bool close_report(Sql& sql, const Id& report) {
  return !sql.run("UPDATE reports SET closed = 1 WHERE report = $1 AND closed = 0 RETURNING seat",
                  {report})
              .empty();
}

void put_mute(Sql& sql, const Id& player, std::int64_t until_ms) {
  sql.run(
      "INSERT INTO mutes (player, until_ms) VALUES ($1, $2) ON CONFLICT (player) "
      "DO UPDATE SET until_ms = excluded.until_ms",
      {player, until_ms});
}

bool remove_mute(Sql& sql, const Id& player) {
  return !sql.run("DELETE FROM mutes WHERE player = $1 RETURNING until_ms", {player}).empty();
}

std::vector<Id> muted_players(Sql& sql, std::int64_t now_ms) {
  std::vector<Id> players;
  for (const SqlRow& row : sql.run("SELECT player FROM mutes WHERE until_ms > $1", {now_ms}))
    players.push_back(row.id(0));
  return players;
}

void forget_moderation(Sql& sql, const Id& player, const std::string& name) {
  sql.run("DELETE FROM reports WHERE reporter = $1", {player});
  sql.run("UPDATE reports SET reported = NULL WHERE reported = $1", {player});
  sql.run("DELETE FROM mutes WHERE player = $1", {player});
  if (!name.empty()) sql.run("UPDATE audit SET subject = '' WHERE subject = $1", {name});
}

}  // namespace sixfold::store
