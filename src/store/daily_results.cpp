#include "store/daily_results.hpp"

#include <utility>

#include "store/accounts.hpp"

namespace sixfold::store {

namespace {

DailyResult result_of(const SqlRow& row) {
  DailyResult result{row.text(0),
                     row.id(1),
                     row.text(2),
                     !row.is_null(3),
                     !row.is_null(8) && row.integer(8) == static_cast<int>(Account::Kind::bot),
                     static_cast<int>(row.integer(4)),
                     static_cast<int>(row.integer(5)),
                     static_cast<int>(row.integer(6)),
                     row.integer(7)};
  if (result.has_account) result.name = row.text(3);
  return result;
}

}  // namespace

void insert_daily_result(Sql& sql, const DailyResult& result) {
  sql.run(
      "INSERT INTO daily_results (day, player, name, points, bot_points, turns, ended_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
      {result.day, result.player, result.name, std::int64_t{result.points},
       std::int64_t{result.bot_points}, std::int64_t{result.turns}, result.ended_ms});
}

std::vector<DailyResult> daily_results_of(Sql& sql, const Id& player) {
  std::vector<DailyResult> results;
  for (const SqlRow& row :
       sql.run("SELECT day, player, daily_results.name, accounts.name, points, bot_points, turns, "
               "ended_ms, kind FROM daily_results LEFT JOIN accounts ON account = player "
               "WHERE player = $1 ORDER BY day DESC",
               {player}))
    results.push_back(result_of(row));
  return results;
}

namespace {

/// Sorted; of equal results, the earlier first.
SqlRows best_of(Sql& sql, const std::string& day, int most) {
  return sql.run(
      "SELECT day, player, said, accounts.name, points, bot_points, turns, ended_ms, kind "
      "FROM (SELECT day, player, name AS said, points, bot_points, turns, ended_ms "
      "FROM daily_results WHERE day = $1 "
      "AND player NOT IN (SELECT account FROM accounts WHERE banned = 1) "
      "ORDER BY points - bot_points DESC, points DESC, ended_ms, player LIMIT $2) AS best "
      "LEFT JOIN accounts ON account = player "
      "ORDER BY points - bot_points DESC, points DESC, ended_ms, player",
      {day, std::int64_t{most}});
}

/// The last column is the place. No rows if the player has no result that counts.
SqlRows own_row(Sql& sql, const std::string& day, const Id& player) {
  return sql.run(
      "SELECT own.day, player, own.name, accounts.name, own.points, own.bot_points, own.turns, "
      "own.ended_ms, kind, (SELECT count(*) + 1 FROM daily_results AS other "
      "WHERE other.day = own.day "
      "AND other.player NOT IN (SELECT account FROM accounts WHERE banned = 1) "
      "AND (other.points - other.bot_points > own.points - own.bot_points "
      "OR (other.points - other.bot_points = own.points - own.bot_points "
      "AND other.points > own.points))) "
      "FROM daily_results AS own LEFT JOIN accounts ON account = player "
      "WHERE own.day = $1 AND player = $2 AND COALESCE(banned, 0) = 0",
      {day, player});
}

std::int64_t count_of(Sql& sql, const std::string& day) {
  return sql
      .run(
          "SELECT count(*) FROM daily_results WHERE day = $1 "
          "AND player NOT IN (SELECT account FROM accounts WHERE banned = 1)",
          {day})
      .front()
      .integer(0);
}

bool are_equal(const DailyResult& one, const DailyResult& other) {
  return one.points == other.points && one.bot_points == other.bot_points;
}

}  // namespace

DailyTable daily_table(Sql& sql, const std::string& day, const Id& asking, int most) {
  DailyTable table;
  table.played = count_of(sql, day);
  bool has_own = false;
  for (const SqlRow& row : best_of(sql, day, most)) {
    DailyResult result = result_of(row);
    has_own |= result.player == asking;
    auto place = static_cast<std::int64_t>(table.results.size()) + 1;
    if (!table.results.empty() && are_equal(table.results.back().result, result))
      place = table.results.back().place;
    table.results.push_back({place, std::move(result)});
  }
  if (!has_own)
    for (const SqlRow& row : own_row(sql, day, asking))
      table.results.push_back({row.integer(9), result_of(row)});
  return table;
}

}  // namespace sixfold::store
