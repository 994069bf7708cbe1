// Results of the games of the day: each player's first result of each day. All functions run inside
// a transaction of the store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

struct DailyResult {
  std::string day;  ///< `2026-11-15`
  Id player;
  std::string name;  ///< the account's, if the player has one
  bool has_account = false;
  bool is_bot = false;
  int points = 0;
  int bot_points = 0;
  int turns = 0;
  std::int64_t ended_ms = 0;

  friend bool operator==(const DailyResult&, const DailyResult&) = default;
};

/// Changes nothing if the player already has a result for that day.
void insert_daily_result(Sql& sql, const DailyResult& result);
/// All results of the player, newest day first.
[[nodiscard]] std::vector<DailyResult> daily_results_of(Sql& sql, const Id& player);

struct RankedResult {
  std::int64_t place = 1;  ///< equal results share a place
  DailyResult result;
};
struct DailyTable {
  std::int64_t played = 0;            ///< the number of players with a result
  std::vector<RankedResult> results;  ///< sorted by lead over the bot, then by points
};
/// The best results, at most `most` of them however many are equal, and that of the player who
/// asks, whatever its place. Banned players are left out.
[[nodiscard]] DailyTable daily_table(Sql& sql, const std::string& day, const Id& asking, int most);

}  // namespace sixfold::store
