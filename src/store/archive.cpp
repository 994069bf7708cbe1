#include "store/archive.hpp"

#include <algorithm>

namespace sixfold::store {

namespace {

// The length of a game whose log cannot be read.
constexpr std::int64_t never_known = -1;

std::optional<int> optional_number(const SqlRow& row, std::size_t column) {
  if (row.is_null(column) || row.integer(column) == never_known) return std::nullopt;
  return static_cast<int>(row.integer(column));
}

KeptResult kept_result(const SqlRow& row) {
  return {row.id(0),
          static_cast<int>(row.integer(1)),
          row.optional_id(2),
          row.text(3),
          row.text(4),
          static_cast<int>(row.integer(5)),
          static_cast<int>(row.integer(6)),
          static_cast<int>(row.integer(7)),
          row.integer(8) != 0,
          row.integer(9),
          row.text(10),
          row.text(11),
          optional_number(row, 12),
          optional_number(row, 13),
          row.integer(16) != 0};
}

/// The place after which the range begins.
ArchivePlace first_bound(const ArchiveRange& range) {
  const ArchivePlace until{range.until_ms, Id{}};
  return range.before ? std::min(*range.before, until) : until;
}

/// For a game that ended when programs stored no results, or none of aborted games.
void insert_results(Sql& sql, const Id& game, const EndOfGame& end) {
  const GameResult& result = end.result;
  std::vector<SqlValues> rows;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    const SeatResult& seat = result.seats[i];
    rows.push_back({game, static_cast<std::int64_t>(i), store::or_null(seat.player), seat.name,
                    result.variant, std::int64_t{seat.points}, std::int64_t{seat.place},
                    static_cast<std::int64_t>(result.seats.size()), end.time_ms, result.theme,
                    std::int64_t{result.length}, std::int64_t{seat.biggest_move}});
  }
  sql.run_each(
      "INSERT INTO results (game, seat, player, name, variant, points, place, seats, rated, "
      "ended_ms, theme, length, biggest_move) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $12)",
      rows);
}

void update_results(Sql& sql, const Id& game, const GameResult& result) {
  std::vector<SqlValues> rows;
  for (std::size_t i = 0; i < result.seats.size(); ++i)
    rows.push_back({result.theme, std::int64_t{result.length},
                    std::int64_t{result.seats[i].biggest_move}, game,
                    static_cast<std::int64_t>(i)});
  sql.run_each(
      "UPDATE results SET theme = $1, length = $2, biggest_move = $3 "
      "WHERE game = $4 AND seat = $5",
      rows);
}

}  // namespace

ArchivePlace place_of(const ArchivedGame& game) {
  return {game.seats.front().ended_ms, game.seats.front().game};
}

std::vector<ArchivedGame> archived_games(Sql& sql, const Id& player, const ArchiveRange& range,
                                         int most) {
  const ArchivePlace bound = first_bound(range);
  std::vector<ArchivedGame> games;
  for (const SqlRow& row :
       sql.run("SELECT results.game, seat, player, name, variant, points, place, seats, rated, "
               "page.ended_ms, unrated, theme, length, biggest_move, "
               "(SELECT code FROM games WHERE games.game = page.game), "
               "(SELECT seq FROM games WHERE games.game = page.game), "
               "(SELECT count(*) FROM accounts WHERE account = player AND kind = 0) FROM "
               "(SELECT game, ended_ms FROM results WHERE player = $1 "
               "AND (ended_ms, game) < ($2, $3) AND ended_ms >= $4 "
               "ORDER BY ended_ms DESC, game DESC LIMIT $5) AS page "
               "JOIN results ON results.game = page.game "
               "ORDER BY page.ended_ms DESC, page.game DESC, seat",
               {player, bound.ended_ms, bound.game, range.since_ms, std::int64_t{most}})) {
    KeptResult seat = kept_result(row);
    if (games.empty() || games.back().seats.front().game != seat.game)
      games.push_back({row.text(14), static_cast<std::uint64_t>(row.integer(15)), {}});
    games.back().seats.push_back(std::move(seat));
  }
  return games;
}

std::vector<KeptResult> results_of(Sql& sql, const Id& player, int most_games) {
  std::vector<KeptResult> results;
  for (ArchivedGame& game : archived_games(sql, player, {}, most_games))
    std::ranges::move(game.seats, std::back_inserter(results));
  return results;
}

std::vector<Id> unarchived_games(Sql& sql, int most) {
  SqlRows rows = sql.run(
      sql.is_shared() ? "SELECT game FROM unarchived ORDER BY game LIMIT $1 FOR UPDATE SKIP LOCKED"
                      : "SELECT game FROM unarchived ORDER BY game LIMIT $1",
      {std::int64_t{most}});
  if (rows.empty())
    rows = sql.run("SELECT DISTINCT game FROM results WHERE length IS NULL ORDER BY game LIMIT $1",
                   {std::int64_t{most}});
  std::vector<Id> games;
  for (const SqlRow& row : rows) games.push_back(row.id(0));
  return games;
}

void archive_game(Sql& sql, const Id& game, const std::optional<EndOfGame>& end) {
  const bool has_results =
      !sql.run("SELECT game FROM results WHERE game = $1 LIMIT 1", {game}).empty();
  if (end && has_results) update_results(sql, game, end->result);
  if (end && !has_results) insert_results(sql, game, *end);
  if (!end && has_results)
    sql.run("UPDATE results SET length = $1 WHERE game = $2", {never_known, game});
  sql.run("DELETE FROM unarchived WHERE game = $1", {game});
}

}  // namespace sixfold::store
