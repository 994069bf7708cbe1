#include "store/daily_results.hpp"

#include "store/accounts.hpp"

namespace sixfold {

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

DailyTable daily_table(Sql& sql, const std::string& day, const Id& asking, int last_place) {
  DailyTable table;
  for (const SqlRow& row : sql.run(
           "SELECT day, player, said, name, points, bot_points, turns, ended_ms, kind, place, "
           "played FROM (SELECT day, player, daily_results.name AS said, accounts.name AS name, "
           "points, bot_points, turns, ended_ms, kind, rank() OVER "
           "(ORDER BY points - bot_points DESC, points DESC) AS place, count(*) OVER () AS played "
           "FROM daily_results LEFT JOIN accounts ON account = player "
           "WHERE day = $1 AND COALESCE(banned, 0) = 0) AS ranked "
           "WHERE place <= $2 OR player = $3 ORDER BY place, ended_ms, player",
           {day, std::int64_t{last_place}, asking})) {
    table.played = row.integer(10);
    table.results.push_back({row.integer(9), result_of(row)});
  }
  return table;
}

}  // namespace sixfold
