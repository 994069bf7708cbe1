#include "store/node_reports.hpp"

#include <algorithm>

#include "store/moderation.hpp"
#include "store/sessions.hpp"

namespace sixfold::store {

namespace {

// A node that has not reported for so long is forgotten.
constexpr std::int64_t node_forgotten_ms = 60'000;
// Nodes report every second. If none has for this long, none could.
constexpr std::int64_t shortest_outage_ms = 3'000;
constexpr std::int64_t outage_kept_ms = 86'400'000;
// The number of rows handled at a time.
constexpr std::int64_t page_size = 500;
constexpr std::int64_t give_back_page_size = 200;

std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

void append_ids(const SqlRows& rows, std::vector<Id>& to) {
  for (const SqlRow& row : rows) to.push_back(row.id(0));
}

/// An array in PostgreSQL's syntax.
template <class Value, class Text>
std::string array_of(const std::vector<Value>& values, const Text& text_of) {
  std::string text = "{";
  for (const Value& value : values) {
    if (text.size() > 1) text += ',';
    text += text_of(value);
  }
  return text + "}";
}

std::string games_array(const std::vector<EventPlace>& tables) {
  return array_of(tables,
                  [](const EventPlace& table) { return R"("\\x)" + to_text(table.game) + "\""; });
}

/// The time used to compare nodes. If several share a database, it is the database's time, because
/// their own clocks may differ.
std::int64_t common_time(Sql& sql, const NodeReport& report) {
  if (!sql.is_shared()) return report.time_ms;
  return sql.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", {})
      .front()
      .integer(0);
}

/// Corrects signs of life in the future, left by a clock that has been set back since. They would
/// hide the next outage.
void correct_signs_of_life(Sql& sql, std::int64_t now_ms) {
  if (!sql.is_shared()) return;
  sql.run("UPDATE server SET alive_ms = $1 WHERE alive_ms > $1", {now_ms});
  sql.run(
      "UPDATE nodes SET alive_ms = $1 WHERE node IN "
      "(SELECT node FROM nodes WHERE alive_ms > $1 FOR UPDATE SKIP LOCKED)",
      {now_ms});
}

/// Records a period in which nobody could write, or a change of the clock. `alive_ms` is the time
/// of the last write.
void note_outage(Sql& sql, const NodeReport& report, std::int64_t alive_ms, std::int64_t now_ms) {
  // A server that does not share its games knows whether anything went wrong since its last report.
  if (!sql.is_shared() && !report.is_first && !report.is_unsure) return;
  const bool was_stopped = !sql.is_shared() && report.is_first;
  const std::int64_t silence_ms = now_ms - alive_ms;
  if (silence_ms <= (was_stopped ? 0 : shortest_outage_ms) && silence_ms >= -shortest_outage_ms)
    return;
  sql.run(
      "INSERT INTO outages (began_ms, ended_ms) VALUES ($1, $2) ON CONFLICT (began_ms) DO NOTHING",
      {alive_ms, now_ms});
  sql.run("DELETE FROM outages WHERE is_done = 1 AND ended_ms < $1", {now_ms - outage_kept_ms});
  if (silence_ms < 0) correct_signs_of_life(sql, now_ms);
}

/// True if the other nodes had forgotten this one, and who was there.
bool note_alive(Sql& sql, const NodeReport& report, std::int64_t now_ms) {
  if (!sql.is_shared()) {
    sql.run(
        "INSERT INTO server (id, alive_ms) VALUES (1, $1) ON CONFLICT (id) "
        "DO UPDATE SET alive_ms = excluded.alive_ms",
        {now_ms});
    return false;
  }
  // One row per node, so that a node that is blocked here does not keep others from reporting.
  if (!sql.run("UPDATE nodes SET alive_ms = $1 WHERE node = $2 RETURNING node",
               {now_ms, report.node})
           .empty())
    return false;
  sql.run("INSERT INTO nodes (node, alive_ms) VALUES ($1, $2)", {report.node, now_ms});
  return true;
}

void write_presence(Sql& sql, const NodeReport& report) {
  if (report.is_whole) sql.run("DELETE FROM presence WHERE node = $1", {report.node});
  std::vector<SqlValues> arrived;
  for (const Id& user : report.arrived) arrived.push_back({user, report.node});
  sql.run_each("INSERT INTO presence (player, node) VALUES ($1, $2) ON CONFLICT DO NOTHING",
               arrived);
  std::vector<SqlValues> gone;
  for (const Id& user : report.gone) gone.push_back({user, report.node});
  sql.run_each("DELETE FROM presence WHERE player = $1 AND node = $2", gone);
}

/// A forgotten node learns of it with its next report.
void forget_lost_nodes(Sql& sql, std::int64_t now_ms) {
  // A node whose row is locked is still alive, or will be forgotten later.
  const SqlRows lost = sql.run(
      "DELETE FROM nodes WHERE node IN (SELECT node FROM nodes "
      "WHERE alive_ms < $1 OR alive_ms > $2 FOR UPDATE SKIP LOCKED) RETURNING node",
      {now_ms - node_forgotten_ms, now_ms + node_forgotten_ms});
  std::vector<SqlValues> nodes;
  for (const SqlRow& row : lost) nodes.push_back(row.values());
  sql.run_each("DELETE FROM presence WHERE node = $1", nodes);
}

void find_changed(Sql& sql, const NodeReport& report, NodeNews& news) {
  std::vector<SqlRows> found;
  if (sql.is_shared()) {
    const std::string seqs =
        array_of(report.tables, [](const EventPlace& table) { return std::to_string(table.seq); });
    found.push_back(
        sql.run("SELECT games.game, games.seq FROM unnest($1::bytea[], $2::bigint[]) "
                "AS known (game, seq) JOIN games USING (game) WHERE games.seq > known.seq",
                {games_array(report.tables), seqs}));
  } else {
    std::vector<SqlValues> tables;
    for (const EventPlace& table : report.tables) tables.push_back({table.game, number(table.seq)});
    found = sql.run_each("SELECT game, seq FROM games WHERE game = $1 AND seq > $2", tables);
  }
  for (const SqlRows& rows : found)
    for (const SqlRow& row : rows)
      news.changed.push_back({row.id(0), static_cast<std::uint64_t>(row.integer(1))});
}

/// Finds players of the tables who are on other nodes.
void find_present(Sql& sql, const NodeReport& report, NodeNews& news) {
  append_ids(sql.run("SELECT DISTINCT player FROM unnest($1::bytea[]) AS known (game) "
                     "JOIN players USING (game) JOIN presence USING (player) "
                     "JOIN nodes USING (node) WHERE node <> $2 AND alive_ms > $3 AND alive_ms < $4",
                     {games_array(report.tables), report.node, news.now_ms - node_lost_ms,
                      news.now_ms + node_lost_ms}),
             news.present);
}

/// Takes a page of ids. The next page starts after its last id or, after the last page, from the
/// beginning.
void take_page(const SqlRows& rows, std::vector<Id>& page, Id& next_after) {
  append_ids(rows, page);
  next_after = rows.size() < static_cast<std::size_t>(page_size) ? Id{} : page.back();
}

std::optional<Outage> open_outage(Sql& sql) {
  const SqlRows rows = sql.run(
      "SELECT began_ms, ended_ms FROM outages WHERE is_done = 0 ORDER BY began_ms LIMIT 1", {});
  if (rows.empty()) return std::nullopt;
  return Outage{rows.front().integer(0), rows.front().integer(1)};
}

/// A game's share of an outage, without the part before its last event. If the clock was set back,
/// only times of the old clock are shifted.
std::int64_t share_of(const Outage& outage, std::int64_t last_event_ms) {
  const std::int64_t span = outage.ended_ms - std::max(outage.began_ms, last_event_ms);
  if (outage.ended_ms >= outage.began_ms) return std::max<std::int64_t>(0, span);
  return last_event_ms > outage.ended_ms ? span : 0;
}

void give_back_to(Sql& sql, const SqlRow& row, const GiveBack& what) {
  const Id game = row.id(0);
  const std::int64_t span = share_of(what.outage, row.integer(3));
  if (span == 0) {
    sql.run("UPDATE games SET given_ms = $1 WHERE game = $2", {what.outage.began_ms, game});
    return;
  }
  const std::int64_t seq = row.integer(1) + 1;
  const NewEvent event = what.event(span);
  sql.run("UPDATE games SET seq = $1, deadline_ms = $2, given_ms = $3 WHERE game = $4",
          {seq, row.integer(2) + span, what.outage.began_ms, game});
  sql.run(
      "INSERT INTO events (game, seq, time_ms, type, version, body) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {game, seq, what.outage.ended_ms, event.type, std::int64_t{event.version}, event.body});
}

}  // namespace

std::optional<std::int64_t> last_alive(Sql& sql) {
  const SqlRows rows = sql.is_shared()
                           ? sql.run(
                                 "SELECT max(alive_ms) FROM (SELECT alive_ms FROM nodes "
                                 "UNION ALL SELECT alive_ms FROM server) AS signs",
                                 {})
                           : sql.run("SELECT max(alive_ms) FROM server", {});
  if (rows.front().is_null(0)) return std::nullopt;
  return rows.front().integer(0);
}

Reported write_report(Sql& sql, const NodeReport& report) {
  Reported reported;
  reported.now_ms = common_time(sql, report);
  if (const auto alive_ms = last_alive(sql)) note_outage(sql, report, *alive_ms, reported.now_ms);
  const bool is_new = note_alive(sql, report, reported.now_ms);
  if (!sql.is_shared()) return reported;
  reported.was_forgotten = is_new && !report.is_whole;
  write_presence(sql, report);
  forget_lost_nodes(sql, reported.now_ms);
  return reported;
}

NodeNews news_for(Sql& sql, const NodeReport& report, const Reported& reported) {
  NodeNews news;
  news.now_ms = reported.now_ms;
  news.was_forgotten = reported.was_forgotten;
  news.outage = open_outage(sql);
  find_changed(sql, report, news);
  take_page(sql.run("SELECT game FROM games WHERE status <> 2 AND deadline_ms <= $1 AND game > $2 "
                    "ORDER BY game LIMIT $3",
                    {news.now_ms, report.next.due, page_size}),
            news.due, news.next.due);
  take_page(sql.run("SELECT game FROM games WHERE listed = 1 AND game > $1 ORDER BY game LIMIT $2",
                    {report.next.listed, page_size}),
            news.listed, news.next.listed);
  take_page(sql.run("SELECT account FROM accounts WHERE banned = 1 AND account > $1 "
                    "ORDER BY account LIMIT $2",
                    {report.next.banned, page_size}),
            news.banned, news.next.banned);
  news.open_games = static_cast<int>(
      sql.run("SELECT count(*) FROM games WHERE status <> 2", {}).front().integer(0));
  // These use the servers' clocks.
  news.ended_sessions = ended_sessions(sql, report.time_ms);
  for (const BannedAddress& ban : address_bans(sql, report.time_ms))
    news.banned_addresses.push_back(ban.range);
  news.muted = muted_players(sql, report.time_ms);
  if (sql.is_shared()) find_present(sql, report, news);
  return news;
}

std::size_t give_back_page(Sql& sql, const GiveBack& what) {
  constexpr const char* page =
      "SELECT games.game, games.seq, deadline_ms, time_ms FROM games "
      "JOIN events ON events.game = games.game AND events.seq = games.seq "
      "WHERE status <> 2 AND deadline_ms IS NOT NULL AND given_ms <> $1 "
      "ORDER BY games.game LIMIT $2";
  constexpr const char* shared_page =
      "SELECT games.game, games.seq, deadline_ms, time_ms FROM games "
      "JOIN events ON events.game = games.game AND events.seq = games.seq "
      "WHERE status <> 2 AND deadline_ms IS NOT NULL AND given_ms <> $1 "
      "ORDER BY games.game LIMIT $2 FOR UPDATE OF games SKIP LOCKED";
  const SqlRows rows =
      sql.run(sql.is_shared() ? shared_page : page, {what.outage.began_ms, give_back_page_size});
  for (const SqlRow& row : rows) give_back_to(sql, row, what);
  return rows.size();
}

bool finish_outage(Sql& sql, const Outage& outage) {
  if (!sql.run("SELECT game FROM games WHERE status <> 2 AND deadline_ms IS NOT NULL "
               "AND given_ms <> $1 LIMIT 1",
               {outage.began_ms})
           .empty())
    return false;
  sql.run("UPDATE outages SET is_done = 1 WHERE began_ms = $1", {outage.began_ms});
  return true;
}

}  // namespace sixfold::store
