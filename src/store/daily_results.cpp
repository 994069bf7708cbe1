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

std::vector<DailyResult> all_of(const SqlRows& rows) {
  std::vector<DailyResult> results;
  for (const SqlRow& row : rows) results.push_back(result_of(row));
  return results;
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
  return all_of(
      sql.run("SELECT day, player, daily_results.name, accounts.name, points, bot_points, turns, "
              "ended_ms, kind FROM daily_results LEFT JOIN accounts ON account = player "
              "WHERE player = $1 ORDER BY day DESC",
              {player}));
}

DailyTable daily_table(Sql& sql, const std::string& day, const Id& asking, int most) {
  DailyTable table;
  table.best = all_of(
      sql.run("SELECT day, player, daily_results.name, accounts.name, points, bot_points, turns, "
              "ended_ms, kind FROM daily_results LEFT JOIN accounts ON account = player "
              "WHERE day = $1 AND COALESCE(banned, 0) = 0 "
              "ORDER BY points - bot_points DESC, points DESC, ended_ms, player LIMIT $2",
              {day, std::int64_t{most}}));
  table.played = sql.run(
                        "SELECT count(*) FROM daily_results LEFT JOIN accounts ON account = player "
                        "WHERE day = $1 AND COALESCE(banned, 0) = 0",
                        {day})
                     .front()
                     .integer(0);
  // Equal results share a place.
  const SqlRows own = sql.run(
      "SELECT points, bot_points FROM daily_results WHERE day = $1 AND player = $2", {day, asking});
  if (own.empty()) return table;
  const std::int64_t points = own.front().integer(0);
  const std::int64_t lead = points - own.front().integer(1);
  table.place =
      1 + sql.run(
                 "SELECT count(*) FROM daily_results LEFT JOIN accounts ON account = player "
                 "WHERE day = $1 AND COALESCE(banned, 0) = 0 AND (points - bot_points > $2 "
                 "OR (points - bot_points = $2 AND points > $3))",
                 {day, lead, points})
              .front()
              .integer(0);
  return table;
}

}  // namespace sixfold
