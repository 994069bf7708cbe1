#include "store/event_streams.hpp"

#include <algorithm>
#include <tuple>

namespace sixfold::store {

namespace {

constexpr std::size_t most_streams_of_player = 5;

std::int64_t number_of(NoticeKind kind) { return static_cast<std::int64_t>(kind); }

}  // namespace

bool open_event_stream(Sql& sql, const EventStream& stream, std::int64_t now_ms) {
  if (sql.run("SELECT stream FROM event_streams WHERE player = $1 AND renewed_ms > $2",
              {stream.player, now_ms - stream_lost_ms})
          .size() >= most_streams_of_player)
    return false;
  sql.run("INSERT INTO event_streams (stream, player, node, renewed_ms) VALUES ($1, $2, $3, $4)",
          {stream.id, stream.player, stream.node, now_ms});
  return true;
}

void close_event_stream(Sql& sql, const Id& stream) {
  for (const SqlRow& row :
       sql.run("DELETE FROM event_streams WHERE stream = $1 RETURNING node", {stream}))
    sql.run("DELETE FROM stream_events WHERE node = $1 AND stream = $2", {row.id(0), stream});
}

std::vector<Id> renew_event_streams(Sql& sql, const Id& node, std::int64_t now_ms) {
  std::vector<Id> renewed;
  for (const SqlRow& row :
       sql.run("UPDATE event_streams SET renewed_ms = $1 WHERE node = $2 RETURNING stream",
               {now_ms, node}))
    renewed.push_back(row.id(0));
  for (const SqlRow& row :
       sql.run("SELECT stream FROM event_streams WHERE renewed_ms < $1", {now_ms - stream_lost_ms}))
    close_event_stream(sql, row.id(0));
  return renewed;
}

void put_event(Sql& sql, const Notice& notice, std::int64_t made_ms) {
  std::vector<SqlValues> rows;
  // What players can see at once is due at once.
  const std::int64_t due_ms = notice.kind == NoticeKind::reminder ? notice.due_ms : made_ms;
  for (const SqlRow& row :
       sql.run("SELECT node, stream FROM event_streams WHERE player = $1", {notice.player}))
    rows.push_back({row.id(0), row.id(1), notice.game, number_of(notice.kind), made_ms, due_ms});
  if (rows.empty()) return;
  sql.run_each(
      "INSERT INTO stream_events (node, stream, game, kind, made_ms, due_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (node, stream, game, kind) "
      "DO UPDATE SET made_ms = excluded.made_ms, due_ms = excluded.due_ms",
      rows);
}

bool has_stream_events(Sql& sql, const Id& node, std::int64_t now_ms) {
  return !sql.run("SELECT kind FROM stream_events WHERE node = $1 AND due_ms <= $2 LIMIT 1",
                  {node, now_ms})
              .empty();
}

std::vector<StreamEvent> take_stream_events(Sql& sql, const Id& node, std::int64_t now_ms,
                                            int most) {
  std::vector<StreamEvent> events;
  for (const SqlRow& row : sql.run("DELETE FROM stream_events WHERE (node, stream, game, kind) IN "
                                   "(SELECT node, stream, game, kind FROM stream_events "
                                   "WHERE node = $1 AND due_ms <= $2 ORDER BY due_ms LIMIT $3) "
                                   "RETURNING stream, game, kind, made_ms",
                                   {node, now_ms, std::int64_t{most}}))
    events.push_back(
        {row.id(0), row.id(1), static_cast<NoticeKind>(row.integer(2)), row.integer(3)});
  // A game starts before anybody has the turn.
  std::ranges::sort(events, {}, [](const StreamEvent& event) {
    return std::tuple(event.made_ms, event.kind != NoticeKind::started, event.kind);
  });
  return events;
}

}  // namespace sixfold::store
