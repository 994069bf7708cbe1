#include "store/sql_store.hpp"

#include <chrono>

#include "store/moderation.hpp"
#include "store/results.hpp"
#include "store/sessions.hpp"

namespace sixfold {

namespace {

// How long the work that is left may take at the end.
constexpr auto closing_time = std::chrono::seconds(3);
// A node that has not reported for so long serves nobody any more.
constexpr std::int64_t node_lost_ms = 5'000;
constexpr std::int64_t node_forgotten_ms = 60'000;

std::int64_t number(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t seq_at(const SqlRow& row, std::size_t column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

std::optional<std::uint64_t> first_seq(const SqlRows& rows) {
  return rows.empty() ? std::nullopt : std::optional(seq_at(rows.front(), 0));
}

using AppendOutcome = Result<std::uint64_t, AppendRefusal>;

void insert_events(Sql& sql, const AppendRequest& request) {
  std::vector<SqlValues> rows;
  std::uint64_t seq = request.expected_seq;
  for (const NewEvent& event : request.events)
    rows.push_back({request.game, number(++seq), request.time_ms, event.type,
                    std::int64_t{event.version}, event.body});
  sql.run_each(
      "INSERT INTO events (game, seq, time_ms, type, version, body) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      rows);
}

std::uint64_t write_events(Sql& sql, const AppendRequest& request) {
  const std::uint64_t seq = request.expected_seq + request.events.size();
  const SqlValue deadline =
      request.deadline_ms ? SqlValue(*request.deadline_ms) : SqlValue(std::monostate{});
  if (request.expected_seq == 0) {
    const SqlValue code = request.code.empty() ? SqlValue(std::monostate{}) : request.code;
    sql.run(
        "INSERT INTO games (game, seq, status, deadline_ms, code, listed) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {request.game, number(seq), static_cast<std::int64_t>(request.status), deadline, code,
         std::int64_t{request.listed}});
  } else {
    sql.run("UPDATE games SET seq = $1, status = $2, deadline_ms = $3, listed = $4 WHERE game = $5",
            {number(seq), static_cast<std::int64_t>(request.status), deadline,
             std::int64_t{request.listed}, request.game});
  }
  insert_events(sql, request);
  for (const Id& player : request.players)
    sql.run("INSERT INTO players (player, game) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            {player, request.game});
  if (request.command)
    sql.run("INSERT INTO commands (game, command, seq) VALUES ($1, $2, $3)",
            {request.game, *request.command, number(seq)});
  if (request.result) store_result(sql, request.game, *request.result, request.time_ms);
  return seq;
}

AppendOutcome append_to(Sql& sql, const AppendRequest& request) {
  // The row is held first, so that of two who append to a game the second sees what the first did.
  const SqlRows last = sql.run(sql.is_shared() ? "SELECT seq FROM games WHERE game = $1 FOR UPDATE"
                                               : "SELECT seq FROM games WHERE game = $1",
                               {request.game});
  if (request.command)
    if (const auto seq =
            first_seq(sql.run("SELECT seq FROM commands WHERE game = $1 AND command = $2",
                              {request.game, *request.command})))
      return Unexpected{AppendRefusal{AppendRefusal::Kind::repeated, *seq, ""}};
  const std::uint64_t seq = first_seq(last).value_or(0);
  if (seq != request.expected_seq)
    return Unexpected{AppendRefusal{AppendRefusal::Kind::stale, seq, ""}};
  if (seq == 0 && !request.code.empty() &&
      !sql.run("SELECT seq FROM games WHERE code = $1", {request.code}).empty())
    return Unexpected{AppendRefusal{AppendRefusal::Kind::code_taken, 0, ""}};
  return write_events(sql, request);
}

std::vector<StoredEvent> events_of(Sql& sql, const Id& game, std::uint64_t after_seq) {
  std::vector<StoredEvent> events;
  for (const SqlRow& row : sql.run("SELECT seq, time_ms, type, version, body FROM events "
                                   "WHERE game = $1 AND seq > $2 ORDER BY seq",
                                   {game, number(after_seq)}))
    events.push_back({seq_at(row, 0), row.integer(1), row.text(2), static_cast<int>(row.integer(3)),
                      row.text(4)});
  return events;
}

GameRow game_row(const SqlRow& row) {
  GameRow game{row.id(0),    seq_at(row, 1), static_cast<GameStatus>(row.integer(2)),
               std::nullopt, row.text(4),    row.integer(5) != 0};
  if (!row.is_null(3)) game.deadline_ms = row.integer(3);
  return game;
}

std::vector<GameRow> game_rows(const SqlRows& rows) {
  std::vector<GameRow> games;
  for (const SqlRow& row : rows) games.push_back(game_row(row));
  return games;
}

OpenGames found_at_start(Sql& sql) {
  OpenGames found;
  if (const SqlRows alive = sql.run("SELECT alive_ms FROM server", {}); !alive.empty())
    found.last_alive_ms = alive.front().integer(0);
  found.games = game_rows(sql.run(
      "SELECT game, seq, status, deadline_ms, code, listed FROM games WHERE status <> 2", {}));
  return found;
}

void tell_others(Sql& sql, const NodeReport& report) {
  sql.run(
      "INSERT INTO server (id, alive_ms) VALUES (1, $1) ON CONFLICT (id) "
      "DO UPDATE SET alive_ms = excluded.alive_ms",
      {report.time_ms});
  if (!sql.is_shared()) return;
  sql.run(
      "INSERT INTO nodes (node, alive_ms) VALUES ($1, $2) ON CONFLICT (node) "
      "DO UPDATE SET alive_ms = excluded.alive_ms",
      {report.node, report.time_ms});
  std::vector<SqlValues> arrived;
  for (const Id& user : report.arrived) arrived.push_back({user, report.node});
  sql.run_each("INSERT INTO presence (player, node) VALUES ($1, $2) ON CONFLICT DO NOTHING",
               arrived);
  std::vector<SqlValues> gone;
  for (const Id& user : report.gone) gone.push_back({user, report.node});
  sql.run_each("DELETE FROM presence WHERE player = $1 AND node = $2", gone);
  sql.run("DELETE FROM presence WHERE node IN (SELECT node FROM nodes WHERE alive_ms < $1)",
          {report.time_ms - node_forgotten_ms});
}

NodeNews news_for(Sql& sql, const NodeReport& report) {
  NodeNews news;
  std::vector<SqlValues> games;
  for (const EventPlace& table : report.tables) games.push_back({table.game, number(table.seq)});
  const auto append_ids = [](const SqlRows& rows, std::vector<Id>& to) {
    for (const SqlRow& row : rows) to.push_back(row.id(0));
  };
  for (const SqlRows& rows :
       sql.run_each("SELECT game, seq FROM games WHERE game = $1 AND seq > $2", games))
    for (const SqlRow& row : rows) news.changed.push_back({row.id(0), seq_at(row, 1)});
  append_ids(
      sql.run("SELECT game FROM games WHERE status <> 2 AND deadline_ms <= $1", {report.time_ms}),
      news.due);
  append_ids(sql.run("SELECT game FROM games WHERE listed = 1", {}), news.listed);
  news.open_games = static_cast<int>(
      sql.run("SELECT count(*) FROM games WHERE status <> 2", {}).front().integer(0));
  append_ids(sql.run("SELECT account FROM accounts WHERE banned = 1", {}), news.banned);
  news.ended_sessions = ended_sessions(sql, report.time_ms);
  for (const BannedAddress& ban : address_bans(sql, report.time_ms))
    news.banned_addresses.push_back(ban.range);
  news.muted = muted_players(sql, report.time_ms);
  if (!sql.is_shared()) return news;
  std::vector<SqlValues> tables;
  for (const EventPlace& table : report.tables)
    tables.push_back({table.game, report.node, report.time_ms - node_lost_ms});
  for (const SqlRows& rows :
       sql.run_each("SELECT DISTINCT players.player FROM players JOIN presence USING (player) "
                    "JOIN nodes USING (node) WHERE game = $1 AND node <> $2 AND alive_ms > $3",
                    tables))
    append_ids(rows, news.present);
  return news;
}

}  // namespace

SqlStore::SqlStore(const OpenSql& open) {
  writer_ = std::make_unique<SqlWorker>(open, true);
  reader_ = std::make_unique<SqlWorker>(open, false);
}

SqlStore::~SqlStore() {
  const auto by = std::chrono::steady_clock::now() + closing_time;
  // The writer goes first: what it has done may still look something up.
  writer_->close(by);
  reader_->close(by);
}

bool SqlStore::is_ready() const { return writer_->is_ready() && reader_->is_ready(); }

void SqlStore::write(SqlWork work, SqlDone done, bool shares_transaction) {
  writer_->push({std::move(work), std::move(done), shares_transaction, {}});
}

void SqlStore::look_up(SqlWork work, SqlDone done) {
  reader_->push({std::move(work), std::move(done), true, {}});
}

namespace {

/// Looks something up and answers with it.
template <class T, class Find>
void answer_with(SqlStore& store, std::function<void(Result<T, ReadFault>)> answer, Find find) {
  const auto found = std::make_shared<T>();
  store.look_up([found, find = std::move(find)](Sql& sql) { *found = find(sql); },
                [found, answer = std::move(answer)](const auto& fault) {
                  if (fault)
                    answer(Unexpected{*fault});
                  else
                    answer(std::move(*found));
                });
}

}  // namespace

void SqlStore::append(AppendRequest request, AppendAnswer answer) {
  const auto outcome = std::make_shared<AppendOutcome>(std::uint64_t{0});
  const Id game = request.game;
  const bool shares_transaction = !request.result;
  writer_->push(
      {[outcome, request = std::move(request)](Sql& sql) { *outcome = append_to(sql, request); },
       [outcome, answer = std::move(answer)](const auto& fault) {
         if (fault)
           answer(Unexpected{AppendRefusal{AppendRefusal::Kind::unavailable, 0, *fault}});
         else
           answer(std::move(*outcome));
       },
       shares_transaction, game});
}

void SqlStore::read(Id game, std::uint64_t after_seq, EventsAnswer answer) {
  answer_with<std::vector<StoredEvent>>(*this, std::move(answer), [game, after_seq](Sql& sql) {
    return events_of(sql, game, after_seq);
  });
}

void SqlStore::find_command(Id game, Id command, CommandAnswer answer) {
  answer_with<std::optional<std::uint64_t>>(*this, std::move(answer), [game, command](Sql& sql) {
    return first_seq(
        sql.run("SELECT seq FROM commands WHERE game = $1 AND command = $2", {game, command}));
  });
}

void SqlStore::find_command_of(Id user, Id command, PlaceAnswer answer) {
  answer_with<std::optional<EventPlace>>(
      *this, std::move(answer), [user, command](Sql& sql) -> std::optional<EventPlace> {
        const SqlRows rows = sql.run(
            "SELECT commands.game, seq FROM players JOIN commands USING (game) "
            "WHERE player = $1 AND command = $2",
            {user, command});
        if (rows.empty()) return std::nullopt;
        return EventPlace{rows.front().id(0), seq_at(rows.front(), 1)};
      });
}

void SqlStore::open_games(OpenGamesAnswer answer) {
  answer_with<OpenGames>(*this, std::move(answer), found_at_start);
}

void SqlStore::find_code(std::string code, GameAnswer answer) {
  answer_with<std::optional<Id>>(
      *this, std::move(answer), [code = std::move(code)](Sql& sql) -> std::optional<Id> {
        const SqlRows rows = sql.run("SELECT game FROM games WHERE code = $1", {code});
        if (rows.empty()) return std::nullopt;
        return rows.front().id(0);
      });
}

void SqlStore::games_of(Id user, int most, GamesAnswer answer) {
  answer_with<std::vector<GameRow>>(*this, std::move(answer), [user, most](Sql& sql) {
    return game_rows(
        sql.run("SELECT games.game, seq, status, deadline_ms, code, listed "
                "FROM players JOIN games USING (game) "
                "WHERE player = $1 ORDER BY status = 2, games.game LIMIT $2",
                {user, std::int64_t{most}}));
  });
}

void SqlStore::report(NodeReport report, NewsAnswer answer) {
  write([report](Sql& sql) { tell_others(sql, report); },
        [this, report, answer = std::move(answer)](const auto& fault) {
          if (!answer) return;
          if (fault) return answer(Unexpected{*fault});
          answer_with<NodeNews>(*this, answer,
                                [report](Sql& sql) { return news_for(sql, report); });
        });
}

}  // namespace sixfold
