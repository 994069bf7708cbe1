// The game of the day: the same game, bag and bot for everyone, determined by the date alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "play/local_game.hpp"

namespace sixfold {

/// A day in UTC.
using Day = std::chrono::sys_days;
/// `2026-11-15`; nothing if it is not a day.
[[nodiscard]] std::optional<Day> parse_day(std::string_view text);
[[nodiscard]] std::string to_text(Day day);

inline constexpr std::string_view daily_bot = "skilled";

/// The person has seat 0 and opens wherever lots would be drawn; the bot has seat 1.
struct DailyGame {
  std::string_view edition;
  std::uint64_t seed = 0;
};
[[nodiscard]] DailyGame daily_game(Day day);
[[nodiscard]] LocalPlan daily_plan(Day day, const std::string& person, const std::string& bot);

struct DailyScore {
  int points = 0;
  int bot_points = 0;
  int turns = 0;  ///< the person's

  friend bool operator==(const DailyScore&, const DailyScore&) = default;
};
/// Plays the game of that day again, with the bag and the bot as they must be and the person's acts
/// as recorded. On failure, the code of the reason: `not_ended` for a game that was not played to
/// its end, `another_game` for one that cannot be that day's.
[[nodiscard]] Result<DailyScore, std::string> replay_daily(Day day, const Record& record);

}  // namespace sixfold
