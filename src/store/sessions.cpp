#include "store/sessions.hpp"

#include "record/durations.hpp"
#include "store/notices.hpp"

namespace sixfold::store {

namespace {

constexpr std::size_t most_sessions = 50;
// As long as browsers keep the cookie.
constexpr std::int64_t unused_ms = 366 * day_ms;
// Servers poll every second. The list goes back further, in case one was cut off from the store.
constexpr std::int64_t told_ms = 10 * minute_ms;

StoredSession session_of(const SqlRow& row) {
  return {row.id(0), row.id(1), row.text(2), row.text(3), row.integer(4), row.integer(5)};
}

}  // namespace

void tell_ended(Sql& sql, const Id& ended, std::int64_t now_ms) {
  sql.run("DELETE FROM ended_sessions WHERE ended_ms < $1", {now_ms - told_ms});
  sql.run(
      "INSERT INTO ended_sessions (session, ended_ms) VALUES ($1, $2) ON CONFLICT (session) "
      "DO UPDATE SET ended_ms = excluded.ended_ms",
      {ended, now_ms});
}

std::vector<Id> insert_session(Sql& sql, const StoredSession& session) {
  std::vector<Id> ended;
  const std::vector<StoredSession> others = sessions_of(sql, session.player);
  for (std::size_t i = most_sessions - 1; i < others.size(); ++i)
    if (end_session(sql, session.player, others[i].id, session.created_ms))
      ended.push_back(others[i].id);
  sql.run(
      "INSERT INTO sessions (session, player, token, device, created_ms, used_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {session.id, session.player, session.token, session.device, session.created_ms,
       session.used_ms});
  return ended;
}

std::optional<StoredSession> find_session(Sql& sql, const std::string& token, std::int64_t now_ms) {
  const SqlRows rows = sql.run(
      "SELECT session, player, token, device, created_ms, used_ms FROM sessions "
      "WHERE token = $1 AND used_ms > $2",
      {token, now_ms - unused_ms});
  return rows.empty() ? std::nullopt : std::optional(session_of(rows.front()));
}

std::vector<StoredSession> sessions_of(Sql& sql, const Id& player) {
  std::vector<StoredSession> sessions;
  for (const SqlRow& row :
       sql.run("SELECT session, player, token, device, created_ms, used_ms FROM sessions "
               "WHERE player = $1 ORDER BY used_ms DESC, created_ms DESC, session",
               {player}))
    sessions.push_back(session_of(row));
  return sessions;
}

void touch_session(Sql& sql, const Id& session, std::int64_t now_ms) {
  sql.run("UPDATE sessions SET used_ms = $1 WHERE session = $2", {now_ms, session});
}

bool rename_session(Sql& sql, const Id& player, const Id& session, const std::string& device) {
  return !sql.run(
                 "UPDATE sessions SET device = $1 WHERE session = $2 AND player = $3 "
                 "RETURNING session",
                 {device, session, player})
              .empty();
}

bool end_session(Sql& sql, const Id& player, const Id& session, std::int64_t now_ms) {
  if (sql.run("DELETE FROM sessions WHERE session = $1 AND player = $2 RETURNING session",
              {session, player})
          .empty())
    return false;
  unsubscribe_session(sql, session);
  tell_ended(sql, session, now_ms);
  return true;
}

std::vector<Id> end_sessions_of(Sql& sql, const Id& player, std::int64_t now_ms) {
  std::vector<Id> ended{player};
  for (const SqlRow& row :
       sql.run("DELETE FROM sessions WHERE player = $1 RETURNING session", {player}))
    ended.push_back(row.id(0));
  for (const SqlRow& row :
       sql.run("DELETE FROM access_tokens WHERE player = $1 RETURNING id", {player}))
    ended.push_back(row.id(0));
  sql.run("DELETE FROM transfers WHERE player = $1", {player});
  unsubscribe_player(sql, player);
  for (const Id& one : ended) tell_ended(sql, one, now_ms);
  return ended;
}

std::vector<Id> ended_sessions(Sql& sql, std::int64_t now_ms) {
  std::vector<Id> ended;
  for (const SqlRow& row :
       sql.run("SELECT session FROM ended_sessions WHERE ended_ms > $1", {now_ms - told_ms}))
    ended.push_back(row.id(0));
  return ended;
}

}  // namespace sixfold::store
