// The game of the day: the same game, bag and bot for everyone, by the date alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "play/local_game.hpp"

namespace sixfold {

/// A day in Greenwich.
using Day = std::chrono::sys_days;
/// `2026-11-15`; none for what is no day.
[[nodiscard]] std::optional<Day> parse_day(std::string_view text);
[[nodiscard]] std::string to_text(Day day);

inline constexpr std::string_view daily_bot = "skilled";

/// The person, who opens where the lot decides, has seat 0, the bot seat 1.
struct DailyGame {
  std::string_view edition;
  std::uint64_t seed = 0;
};
[[nodiscard]] DailyGame daily_game(Day day);
[[nodiscard]] LocalPlan daily_plan(Day day, const std::string& person, const std::string& bot);

struct DailyScore {
  int points = 0;
  int bot_points = 0;
  int turns = 0;  ///< of the person

  friend bool operator==(const DailyScore&, const DailyScore&) = default;
};
/// Plays the game of that day again: bag and bot as they must be, and what the person did as the
/// record says. The code of what is in the way: `not_ended` for a game that was not played to its
/// end, `another_game` for one that this day's cannot have been.
[[nodiscard]] Result<DailyScore, std::string> replay_daily(Day day, const Record& record);

}  // namespace sixfold
