#include "server/admin.hpp"

#include <algorithm>
#include <array>
#include <future>

#include "server/account_names.hpp"
#include "server/forget.hpp"
#include "server/table_append.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {

namespace {

// Small enough that a running server never waits long for a batch.
constexpr std::int64_t games_at_a_time = 200;
constexpr int most_attempts = 20;

AdminOutcome refused(const char* code) { return Unexpected{std::string(code)}; }

std::string text_at(const std::string& body, std::string_view member) {
  const auto json = parse_json(body);
  if (!json) return "";
  const auto found = json->find(member);
  return found != json->end() && found->is_string() ? found->get<std::string>() : "";
}

TableSummary summary_of(store::Sql& sql, const store::SqlRow& row) {
  TableSummary table;
  table.row.game = row.id(0);
  table.row.seq = static_cast<std::uint64_t>(row.integer(1));
  table.row.status = static_cast<GameStatus>(row.integer(2));
  table.row.code = row.text(3);
  table.row.listed = row.integer(4) != 0;
  table.created_ms = row.integer(5);
  table.changed_ms = row.integer(7);
  if (const auto created = parse_json(row.text(6)); created && created->contains("plan"))
    table.variant = text_at(dump((*created)["plan"]), "variant");
  for (const store::SqlRow& taken :
       sql.run("SELECT body FROM events WHERE game = $1 AND type = 'seat-taken' ORDER BY seq",
               {table.row.game})) {
    std::string name = text_at(taken.text(0), "name");
    if (std::ranges::find(table.players, name) == table.players.end())
      table.players.push_back(std::move(name));
  }
  return table;
}

struct LoadedTable {
  Table table;
  std::uint64_t seq = 0;
};

LoadedTable load_table(store::SqlStore& store, const Id& game) {
  std::promise<Result<std::vector<store::StoredEvent>, store::ReadFault>> done;
  store.read(game, 0, [&](auto events) { done.set_value(std::move(events)); });
  const auto events = done.get_future().get();
  if (!events) throw store::SqlError(store::SqlError::Kind::failed, events.error());
  LoadedTable loaded;
  for (const store::StoredEvent& stored : *events) {
    const auto event = from_stored(stored);
    if (event) loaded.table.apply(*event, stored.time_ms);
    if (!event || loaded.table.is_broken())
      throw store::SqlError(
          store::SqlError::Kind::failed,
          "event " + std::to_string(stored.seq) + " of game " + to_text(game) + " cannot be read");
    loaded.seq = stored.seq;
  }
  return loaded;
}

Result<std::uint64_t, store::AppendRefusal> append_now(store::SqlStore& store,
                                                       store::AppendRequest request) {
  std::promise<Result<std::uint64_t, store::AppendRefusal>> done;
  store.append(std::move(request), [&](auto outcome) { done.set_value(std::move(outcome)); });
  return done.get_future().get();
}

void write_audit(store::SqlStore& store, const Admin& admin, const char* action,
                 const std::string& subject) {
  store::write_now(store, [&](store::Sql& sql) {
    store::add_audit(sql, {admin.now_ms, admin.name, action, subject});
  });
}

}  // namespace

std::vector<TableSummary> list_tables(store::SqlStore& store, std::optional<GameStatus> status,
                                      int most) {
  std::vector<TableSummary> tables;
  const auto lowest = status ? static_cast<std::int64_t>(*status) : 0;
  const auto highest = static_cast<std::int64_t>(status.value_or(GameStatus::ended));
  store::look_up_now(store, [&](store::Sql& sql) {
    tables.clear();
    for (const store::SqlRow& row :
         sql.run("SELECT games.game, games.seq, status, code, listed, first.time_ms, first.body, "
                 "latest.time_ms FROM games "
                 "JOIN events AS first ON first.game = games.game AND first.seq = 1 "
                 "JOIN events AS latest ON latest.game = games.game AND latest.seq = games.seq "
                 "WHERE status >= $1 AND status <= $2 "
                 "ORDER BY latest.time_ms DESC, games.game LIMIT $3",
                 {lowest, highest, std::int64_t{most}}))
      tables.push_back(summary_of(sql, row));
  });
  return tables;
}

std::vector<UserSummary> list_users(store::SqlStore& store, int most) {
  std::vector<UserSummary> users;
  store::look_up_now(store, [&](store::Sql& sql) {
    users.clear();
    for (store::Account& account : store::list_accounts(sql, most)) {
      const auto owner = account.owner ? store::find_account(sql, *account.owner) : std::nullopt;
      users.push_back({std::move(account), owner ? owner->name : ""});
    }
  });
  return users;
}

std::vector<FlaggedPlayer> list_flags(store::SqlStore& store, int most) {
  std::vector<FlaggedPlayer> flagged;
  store::look_up_now(store, [&](store::Sql& sql) {
    flagged.clear();
    for (const store::SqlRow& row :
         sql.run("SELECT latest.player, latest.reason, latest.games, latest.time_ms, flags.game, "
                 "accounts.name FROM (SELECT player, reason, count(*) AS games, "
                 "max(time_ms) AS time_ms FROM flags GROUP BY player, reason) AS latest "
                 "JOIN flags ON flags.player = latest.player AND flags.reason = latest.reason "
                 "AND flags.time_ms = latest.time_ms "
                 "LEFT JOIN accounts ON accounts.account = latest.player "
                 "ORDER BY latest.time_ms DESC, latest.player, flags.game LIMIT $1",
                 {std::int64_t{most}})) {
      // Show one line if two games ended in the same millisecond.
      if (!flagged.empty() && flagged.back().player == row.id(0) &&
          flagged.back().reason == row.text(1))
        continue;
      flagged.push_back(
          {row.text(5), row.id(0), row.text(1), row.integer(2), row.id(4), row.integer(3)});
    }
  });
  return flagged;
}

bool set_banned(store::SqlStore& store, const Admin& admin, const std::string& name, bool banned) {
  bool found = false;
  store::write_now(store, [&](store::Sql& sql) {
    auto account = account_named(sql, name);
    found = account.has_value();
    if (!found) return;
    store::add_audit(sql, {admin.now_ms, admin.name, banned ? "ban" : "unban", account->name});
    std::vector<store::Account> all = store::bots_of(sql, account->id);
    all.push_back(*std::move(account));
    for (store::Account& one : all) {
      one.banned = banned;
      store::update_account(sql, one);
    }
  });
  return found;
}

AdminOutcome delete_user(store::SqlStore& store, const Admin& admin, const std::string& name) {
  AdminOutcome outcome = refused("no_account");
  store::write_now(store, [&](store::Sql& sql) {
    outcome = refused("no_account");
    const auto account = account_named(sql, name);
    if (!account) return;
    const auto ended = forget_player(sql, account->id, admin.now_ms);
    if (ended) store::add_audit(sql, {admin.now_ms, admin.name, "delete-user", ""});
    outcome = ended ? AdminOutcome(std::monostate{}) : refused(ended.error().c_str());
  });
  return outcome;
}

std::optional<Id> find_table(store::SqlStore& store, const std::string& id_or_code) {
  std::optional<Id> game;
  store::look_up_now(store, [&](store::Sql& sql) {
    const auto id = parse_id(id_or_code);
    const store::SqlRows rows =
        id ? sql.run("SELECT game FROM games WHERE game = $1", {*id})
           : sql.run("SELECT game FROM games WHERE code = $1", {id_or_code});
    if (!rows.empty()) game = rows.front().id(0);
  });
  return game;
}

AdminOutcome close_table(store::SqlStore& store, const Admin& admin, const Id& game) {
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const auto [table, seq] = load_table(store, game);
    if (table.status() == GameStatus::ended) return refused("over");
    const TableEvent end = table.status() == GameStatus::waiting ? TableEvent(TableClosed{})
                                                                 : TableEvent(GameAborted{});
    TableChange change{{end}, table};
    change.table.apply(end, admin.now_ms);
    const auto outcome = append_now(
        store, append_request(game, seq, table.status(), change, admin.now_ms, std::nullopt));
    if (outcome) {
      write_audit(store, admin, "close", to_text(game));
      return std::monostate{};
    }
    // Somebody moved in the meantime; the next attempt takes that into account.
    if (outcome.error().kind != store::AppendRefusal::Kind::stale)
      throw store::SqlError(store::SqlError::Kind::failed, outcome.error().why);
  }
  return refused("busy");
}

std::int64_t count_old_games(store::SqlStore& store, std::int64_t before_ms) {
  std::int64_t count = 0;
  store::look_up_now(store, [&](store::Sql& sql) {
    count = sql.run(
                   "SELECT count(*) FROM games JOIN events ON events.game = games.game "
                   "AND events.seq = games.seq WHERE status = 2 AND time_ms < $1",
                   {before_ms})
                .front()
                .integer(0);
  });
  return count;
}

std::int64_t remove_old_games(store::SqlStore& store, const Admin& admin, std::int64_t before_ms) {
  constexpr std::array deletions{
      "DELETE FROM reports WHERE game = $1",    "DELETE FROM results WHERE game = $1",
      "DELETE FROM flags WHERE game = $1",      "DELETE FROM players WHERE game = $1",
      "DELETE FROM commands WHERE game = $1",   "DELETE FROM events WHERE game = $1",
      "DELETE FROM unarchived WHERE game = $1", "DELETE FROM notes WHERE game = $1",
      "DELETE FROM games WHERE game = $1"};
  std::int64_t removed = 0;
  for (std::size_t found = 1; found > 0;) {
    store::write_now(store, [&](store::Sql& sql) {
      std::vector<store::SqlValues> games;
      for (const store::SqlRow& row :
           sql.run("SELECT games.game FROM games JOIN events ON events.game = games.game "
                   "AND events.seq = games.seq WHERE status = 2 AND time_ms < $1 LIMIT $2",
                   {before_ms, games_at_a_time}))
        games.push_back(row.values());
      for (const char* const deletion : deletions) sql.run_each(deletion, games);
      found = games.size();
    });
    removed += static_cast<std::int64_t>(found);
  }
  store::write_now(store, [&](store::Sql& sql) {
    sql.run("DELETE FROM daily_results WHERE ended_ms < $1", {before_ms});
    store::add_audit(sql,
                     {admin.now_ms, admin.name, "retention", std::to_string(removed) + " games"});
  });
  return removed;
}

}  // namespace sixfold::server
