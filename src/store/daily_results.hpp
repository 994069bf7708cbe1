// How the games of the day went: the first result of every player and day. All functions run inside
// a transaction of the store's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold {

struct DailyResult {
  std::string day;  ///< `2026-11-15`
  Id player;
  std::string name;  ///< that of the account, where the player has one
  bool has_account = false;
  bool is_bot = false;
  int points = 0;
  int bot_points = 0;
  int turns = 0;
  std::int64_t ended_ms = 0;

  friend bool operator==(const DailyResult&, const DailyResult&) = default;
};

/// Changes nothing if the player has a result of that day already.
void insert_daily_result(Sql& sql, const DailyResult& result);
/// All of the player's, the newest day first.
[[nodiscard]] std::vector<DailyResult> daily_results_of(Sql& sql, const Id& player);

struct RankedResult {
  std::int64_t place = 1;  ///< equal results share one
  DailyResult result;
};
struct DailyTable {
  std::int64_t played = 0;            ///< how many have a result
  std::vector<RankedResult> results;  ///< by how far they were ahead of the bot, then by points
};
/// Those of the first places, and that of the one who asks, wherever it stands. Whoever is banned
/// is not in it.
[[nodiscard]] DailyTable daily_table(Sql& sql, const std::string& day, const Id& asking,
                                     int last_place);

}  // namespace sixfold
