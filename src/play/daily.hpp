// The game of the day: the same game, bag and bot for everyone. Which game it is follows from the
// date; the bag follows from a secret that a server reveals when the day begins, and without a
// server from the date as well. docs/fairness.md explains how a day can be checked.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "play/local_game.hpp"
#include "play/sha256.hpp"

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
/// With the bag that anyone can compute: for days before first_secret_day, and without a server.
[[nodiscard]] DailyGame daily_game(Day day);
[[nodiscard]] LocalPlan daily_plan(const DailyGame& game, const std::string& person,
                                   const std::string& bot);

/// What a server derives the secrets of its days from.
using DailyKey = std::array<std::uint8_t, 32>;
/// What the bag of one day follows from. Until that day begins, only the server knows it.
using DaySecret = Digest;
/// On the days before, servers dealt the bags that follow from the date.
inline constexpr Day first_secret_day =
    std::chrono::year{2026} / std::chrono::November / std::chrono::day{16};
/// HMAC-SHA-256, with the key, of "sixfold day 1", a zero byte and the day as to_text() writes it.
[[nodiscard]] DaySecret day_secret(const DailyKey& key, Day day);
/// SHA-256 of "sixfold day 1", a zero byte, the day as to_text() writes it, and the secret.
[[nodiscard]] Digest commitment_of(Day day, const DaySecret& secret);
[[nodiscard]] DailyGame daily_game(Day day, const DaySecret& secret);

struct DailyScore {
  int points = 0;
  int bot_points = 0;
  int turns = 0;  ///< the person's

  friend bool operator==(const DailyScore&, const DailyScore&) = default;
};
/// Plays the game of a day again, with the bag and the bot as they must be and the person's acts as
/// recorded. On failure, the code of the reason: `not_ended` for a game that was not played to its
/// end, `another_game` for one that cannot be that day's.
[[nodiscard]] Result<DailyScore, std::string> replay_daily(const DailyGame& daily,
                                                           const Record& record);

}  // namespace sixfold
