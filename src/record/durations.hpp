// Durations in milliseconds, as times are stored and sent.
#pragma once

#include <cstdint>

namespace sixfold {

inline constexpr std::int64_t second_ms = 1'000;
inline constexpr std::int64_t minute_ms = 60 * second_ms;
inline constexpr std::int64_t hour_ms = 60 * minute_ms;
inline constexpr std::int64_t day_ms = 24 * hour_ms;

}  // namespace sixfold
