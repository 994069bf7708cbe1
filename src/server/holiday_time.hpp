// A clock that stands still during holidays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "protocol/plan.hpp"
#include "record/durations.hpp"
#include "store/holidays.hpp"

namespace sixfold::server {

using store::Holiday;

/// The days of holiday that an account can take in any 365 days.
inline constexpr int holiday_days_a_year = 21;

/// Whether a clock stands still on holidays: a day or more per move, or a bank of days.
[[nodiscard]] inline bool is_of_days(const protocol::ClockPlan& clock) {
  return clock.kind != protocol::ClockPlan::Kind::none && clock.seconds >= day_ms / second_ms;
}

// The holidays are in order and do not overlap.

/// For how long the clock runs between two times.
[[nodiscard]] inline std::int64_t running_ms(std::span<const Holiday> holidays,
                                             std::int64_t from_ms, std::int64_t until_ms) {
  std::int64_t running = until_ms - from_ms;
  for (const Holiday& one : holidays)
    running -= std::max<std::int64_t>(
        0, std::min(until_ms, one.until_ms) - std::max(from_ms, one.from_ms));
  return running;
}

/// When a clock that starts at `from_ms` has run for this long.
[[nodiscard]] inline std::int64_t runs_out_ms(std::span<const Holiday> holidays,
                                              std::int64_t from_ms, std::int64_t time_ms) {
  std::int64_t end = from_ms + time_ms;
  for (const Holiday& one : holidays)
    if (one.until_ms > from_ms && one.from_ms < end)
      end += one.until_ms - std::max(from_ms, one.from_ms);
  return end;
}

/// The holiday that is on, or else the next one.
[[nodiscard]] inline std::optional<Holiday> next_holiday(std::span<const Holiday> holidays,
                                                         std::int64_t now_ms) {
  const auto found = std::ranges::find_if(
      holidays, [now_ms](const Holiday& one) { return one.until_ms > now_ms; });
  return found == holidays.end() ? std::nullopt : std::optional(*found);
}

}  // namespace sixfold::server
