#include "store/copy_store.hpp"

#include <algorithm>

#include "store/node_reports.hpp"
#include "store/waiting.hpp"

namespace sixfold::store {

namespace {

// Small enough that a page of events needs little memory.
constexpr const char* rows_per_page = "1000";

/// A table's columns, starting with those of its primary key.
struct Kept {
  const char* name;
  std::size_t keys;
  std::vector<const char*> columns;
};

const std::vector<Kept>& kept_tables() {
  static const std::vector<Kept> tables{
      {"games", 1, {"game", "seq", "status", "deadline_ms", "code", "listed"}},
      {"events", 2, {"game", "seq", "time_ms", "type", "version", "body"}},
      {"commands", 2, {"game", "command", "seq"}},
      {"players", 2, {"player", "game"}},
      {"accounts",
       1,
       {"account", "kind", "name", "name_key", "passphrase", "recovery", "owner", "token",
        "created_ms", "valid_from_ms", "banned"}},
      {"name_looks", 1, {"look", "account"}},
      {"sessions", 1, {"session", "player", "token", "device", "created_ms", "used_ms"}},
      {"flags", 2, {"game", "player", "reason", "time_ms"}},
      {"audit", 1, {"entry", "time_ms", "who", "action", "subject"}},
      {"address_bans", 1, {"address", "until_ms"}},
      {"reports",
       1,
       {"report", "game", "seat", "reporter", "reported", "reason", "time_ms", "closed"}},
      {"mutes", 1, {"player", "until_ms"}},
      {"second_factors", 1, {"account", "secret", "confirmed", "last_step"}},
      {"transfers", 1, {"code", "player", "until_ms"}},
      {"results",
       2,
       {"game", "seat", "player", "name", "variant", "points", "place", "seats", "rated",
        "ended_ms", "unrated", "theme", "length", "biggest_move"}},
      {"unarchived", 1, {"game"}},
      {"ratings",
       3,
       {"player", "variant", "many", "rating", "deviation", "volatility", "games", "changed_ms"}},
      {"daily_results", 2, {"day", "player", "name", "points", "bot_points", "turns", "ended_ms"}},
      {"push_subscriptions",
       1,
       {"subscription", "player", "session", "endpoint", "key", "auth", "kinds", "quiet_from",
        "quiet_until", "zone", "language", "changed_ms"}},
      {"notices", 3, {"subscription", "game", "kind", "made_ms", "due_ms", "tries"}},
      {"access_tokens", 1, {"id", "player", "token", "name", "scopes", "created_ms", "used_ms"}},
      {"relations", 2, {"player", "other", "kind", "changed_ms"}},
      {"friend_codes", 1, {"account", "code"}},
      {"invitations", 2, {"game", "player", "host", "plan", "seats", "made_ms", "until_ms"}},
      {"rating_steps", 3, {"player", "ended_ms", "game", "variant", "many", "rating"}},
      {"closed_profiles", 1, {"account"}},
      {"webhooks",
       1,
       {"webhook", "player", "url", "secret", "kinds", "failures", "status", "is_off",
        "created_ms"}},
      {"webhook_events", 3, {"webhook", "game", "kind", "made_ms", "due_ms", "tries"}},
      {"holidays", 2, {"player", "from_ms", "until_ms"}},
      {"chores", 3, {"player", "game", "kind", "change"}},
      {"notes", 2, {"player", "game", "text", "changed_ms"}},
      {"feeds", 1, {"player", "secret"}}};
  return tables;
}

/// Connections identify statements by address, so these must not move.
struct Statements {
  std::string name;
  std::size_t keys;
  std::string first_page;
  std::string next_page;
  std::string insert;
  std::string count;
};

std::string joined(std::vector<const char*>::const_iterator from,
                   std::vector<const char*>::const_iterator to) {
  std::string text;
  for (auto at = from; at != to; ++at) text += (at == from ? "" : ", ") + std::string(*at);
  return text;
}

std::string parameters(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += (i == 1 ? "$" : ", $") + std::to_string(i);
  return text;
}

Statements statements_for(const Kept& table) {
  const std::string all = joined(table.columns.begin(), table.columns.end());
  const std::string key = joined(table.columns.begin(),
                                 table.columns.begin() + static_cast<std::ptrdiff_t>(table.keys));
  const std::string select = "SELECT " + all + " FROM " + table.name;
  const std::string in_order = " ORDER BY " + key + " LIMIT " + rows_per_page;
  return {table.name,
          table.keys,
          select + in_order,
          select + " WHERE (" + key + ") > (" + parameters(table.keys) + ")" + in_order,
          std::string("INSERT INTO ") + table.name + " (" + all + ") VALUES (" +
              parameters(table.columns.size()) + ")",
          std::string("SELECT count(*) FROM ") + table.name};
}

const std::vector<Statements>& all_statements() {
  static const std::vector<Statements> all = [] {
    std::vector<Statements> made;
    for (const Kept& table : kept_tables()) made.push_back(statements_for(table));
    return made;
  }();
  return all;
}

[[noreturn]] void fail(const std::string& why) { throw SqlError(SqlError::Kind::failed, why); }

SqlRows ask(SqlStore& store, const char* statement, const SqlValues& values) {
  SqlRows rows;
  look_up_now(store, [&](Sql& sql) { rows = sql.run(statement, values); });
  return rows;
}

SqlValues key_of(const SqlRow& row, std::size_t keys) {
  return {row.values().begin(), row.values().begin() + static_cast<std::ptrdiff_t>(keys)};
}

void copy_table(const Statements& table, SqlStore& from, Sql& to) {
  SqlRows page = ask(from, table.first_page.c_str(), {});
  while (!page.empty()) {
    std::vector<SqlValues> rows;
    for (const SqlRow& row : page) rows.push_back(row.values());
    to.run_each(table.insert.c_str(), rows);
    page = ask(from, table.next_page.c_str(), key_of(page.back(), table.keys));
  }
}

std::int64_t count(Sql& sql, const Statements& table) {
  return sql.run(table.count.c_str(), {}).front().integer(0);
}

void expect_empty(Sql& sql) {
  for (const Statements& table : all_statements())
    if (const std::int64_t rows = count(sql, table); rows != 0)
      fail("the target is not empty: it has " + std::to_string(rows) + " " + table.name);
}

/// Verifies that every game's row is the same and that its log ends with the event named in the
/// row.
void compare_games(SqlStore& from, Sql& to) {
  const Statements& games = all_statements().front();
  SqlRows source = ask(from, games.first_page.c_str(), {});
  SqlRows copy = to.run(games.first_page.c_str(), {});
  while (!source.empty() || !copy.empty()) {
    if (!std::ranges::equal(source, copy, {}, &SqlRow::values, &SqlRow::values))
      fail("the games of the copy differ from those of the source");
    const SqlValues last = key_of(source.back(), games.keys);
    source = ask(from, games.next_page.c_str(), last);
    copy = to.run(games.next_page.c_str(), last);
  }
  const SqlRows broken = to.run(
      "SELECT games.game FROM games LEFT JOIN "
      "(SELECT game, max(seq) AS last FROM events GROUP BY game) AS logs ON logs.game = games.game "
      "WHERE last IS NULL OR last <> seq LIMIT 1",
      {});
  if (!broken.empty())
    fail("the log of game " + to_text(broken.front().id(0)) + " does not end with its last event");
}

void copy_sign_of_life(SqlStore& from, Sql& to) {
  std::optional<std::int64_t> alive_ms;
  look_up_now(from, [&](Sql& sql) { alive_ms = last_alive(sql); });
  if (alive_ms)
    to.run(
        "INSERT INTO server (id, alive_ms) VALUES (1, $1) ON CONFLICT (id) "
        "DO UPDATE SET alive_ms = excluded.alive_ms",
        {*alive_ms});
}

}  // namespace

std::vector<CopiedTable> copy_store(SqlStore& from, SqlStore& to, const SqlWork& also) {
  std::vector<CopiedTable> copied;
  write_now(to, [&](Sql& sql) {
    copied.clear();
    expect_empty(sql);
    for (const Statements& table : all_statements()) {
      copy_table(table, from, sql);
      copied.push_back({table.name, count(sql, table)});
      if (copied.back().rows != ask(from, table.count.c_str(), {}).front().integer(0))
        fail("the copy and the source have different numbers of " + table.name);
    }
    compare_games(from, sql);
    // Lets clocks get back the time during which no server ran.
    copy_sign_of_life(from, sql);
    also(sql);
  });
  return copied;
}

}  // namespace sixfold::store
