#include "store/sql_store.hpp"

#include <chrono>

#include "store/event_streams.hpp"
#include "store/holidays.hpp"
#include "store/node_reports.hpp"
#include "store/notices.hpp"
#include "store/people.hpp"
#include "store/results.hpp"
#include "store/webhooks.hpp"

namespace sixfold::store {

namespace {

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

/// Whether the player has blocked somebody who has had a seat in the game.
bool avoids_player_of(Sql& sql, const Id& player, const Id& game) {
  return !sql.run(
                 "SELECT other FROM relations JOIN players ON players.player = other "
                 "WHERE relations.player = $1 AND relations.kind = $2 AND game = $3 LIMIT 1",
                 {player, static_cast<std::int64_t>(Relation::blocked), game})
              .empty();
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
  if (request.expected_seq > 0)
    for (const Id& player : request.players) delete_invitation(sql, request.game, player);
  if (request.command)
    sql.run("INSERT INTO commands (game, command, seq) VALUES ($1, $2, $3)",
            {request.game, *request.command, number(seq)});
  if (request.result) store_result(sql, request.game, *request.result, request.time_ms);
  const auto tell = [&](const Notice& notice) {
    if (!notice.is_here && notice.kind != NoticeKind::started)
      put_notice(sql, notice, request.time_ms);
    put_event(sql, notice, request.time_ms);
    put_webhook_event(sql, notice, request.time_ms);
  };
  for (const Notice& notice : request.notices)
    if (notice.kind != NoticeKind::rematch || !avoids_player_of(sql, notice.player, request.game))
      tell(notice);
  for (const Invitation& one : request.invitations)
    if (put_invitation(sql, request.game, one, request.time_ms))
      tell({one.player, request.game, NoticeKind::invited, request.time_ms});
  for (const Id& player : request.on_days)
    if (!holidays_of(sql, player, request.time_ms).empty())
      put_chore(sql, {player, request.game, ChoreKind::holiday});
  return seq;
}

AppendOutcome append_to(Sql& sql, const AppendRequest& request) {
  // Lock the row first: of two appends to a game, the second must see the first.
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
  for (std::size_t i = 1; i < request.together.size(); ++i)
    if (is_apart(sql, request.together.front(), request.together[i]))
      return Unexpected{AppendRefusal{AppendRefusal::Kind::kept_apart, seq, ""}};
  return write_events(sql, request);
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

}  // namespace

std::vector<StoredEvent> events_of(Sql& sql, const Id& game, std::uint64_t after_seq) {
  std::vector<StoredEvent> events;
  for (const SqlRow& row : sql.run("SELECT seq, time_ms, type, version, body FROM events "
                                   "WHERE game = $1 AND seq > $2 ORDER BY seq",
                                   {game, number(after_seq)}))
    events.push_back({seq_at(row, 0), row.integer(1), row.text(2), static_cast<int>(row.integer(3)),
                      row.text(4)});
  return events;
}

SqlStore::SqlStore(const OpenSql& open, const SqlScheduler& schedule) {
  writer_ = std::make_unique<SqlWorker>(open, true, schedule);
  reader_ = std::make_unique<SqlWorker>(open, false, schedule);
}

SqlStore::~SqlStore() {
  const auto by = std::chrono::steady_clock::now() + closing_time;
  // Close the writer first, because its callbacks may still query.
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

/// Runs a query and answers with its result.
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

void SqlStore::open_games(GamesAnswer answer) {
  answer_with<std::vector<GameRow>>(*this, std::move(answer), [](Sql& sql) {
    return game_rows(sql.run(
        "SELECT game, seq, status, deadline_ms, code, listed FROM games WHERE status <> 2", {}));
  });
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
  const auto reported = std::make_shared<Reported>();
  write([report, reported](Sql& sql) { *reported = write_report(sql, report); },
        [this, report, reported, answer = std::move(answer)](const auto& fault) {
          if (!answer) return;
          if (fault) return answer(Unexpected{*fault});
          answer_with<NodeNews>(*this, answer, [report, reported](Sql& sql) {
            return news_for(sql, report, *reported);
          });
        });
}

void SqlStore::give_back(GiveBack what, DoneAnswer answer) {
  const auto found = std::make_shared<std::size_t>();
  const auto is_done = std::make_shared<bool>();
  write(
      [what, found, is_done](Sql& sql) {
        *found = give_back_page(sql, what);
        *is_done = *found == 0 && finish_outage(sql, what.outage);
      },
      [this, what, found, is_done, answer = std::move(answer)](const auto& fault) {
        if (fault || *is_done) return answer(fault);
        if (*found > 0) return give_back(what, answer);
        answer("some games are in use; they get their time back later");
      },
      false);
}

}  // namespace sixfold::store
