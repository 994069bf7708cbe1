#include "store/holidays.hpp"

namespace sixfold::store {

std::vector<Holiday> holidays_of(Sql& sql, const Id& player, std::int64_t after_ms) {
  std::vector<Holiday> all;
  for (const SqlRow& row : sql.run("SELECT from_ms, until_ms FROM holidays "
                                   "WHERE player = $1 AND until_ms > $2 ORDER BY from_ms",
                                   {player, after_ms}))
    all.push_back({row.integer(0), row.integer(1)});
  return all;
}

void put_holiday(Sql& sql, const Id& player, const Holiday& holiday) {
  if (holiday.until_ms <= holiday.from_ms)
    sql.run("DELETE FROM holidays WHERE player = $1 AND from_ms = $2", {player, holiday.from_ms});
  else
    sql.run(
        "INSERT INTO holidays (player, from_ms, until_ms) VALUES ($1, $2, $3) "
        "ON CONFLICT (player, from_ms) DO UPDATE SET until_ms = excluded.until_ms",
        {player, holiday.from_ms, holiday.until_ms});
  for (const SqlRow& game : sql.run("SELECT games.game FROM players JOIN games USING (game) "
                                    "WHERE player = $1 AND status <> 2",
                                    {player}))
    put_chore(sql, {player, game.id(0), ChoreKind::holiday});
}

void forget_holidays(Sql& sql, const Id& player) {
  sql.run("DELETE FROM holidays WHERE player = $1", {player});
  sql.run("DELETE FROM chores WHERE player = $1", {player});
}

}  // namespace sixfold::store
