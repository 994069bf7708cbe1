// The two clocks of a process.
#pragma once

#include <chrono>
#include <cstdint>

namespace sixfold {

template <class Clock>
[[nodiscard]] std::int64_t milliseconds_of() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

/// The time of day, in milliseconds since 1970. It steps when the machine's clock is set: good for
/// display and for what outlives the process, for nothing else.
[[nodiscard]] inline std::int64_t now_ms() { return milliseconds_of<std::chrono::system_clock>(); }

/// Milliseconds since some moment. Never steps: for limits, delays and everything else that lasts.
[[nodiscard]] inline std::int64_t steady_ms() {
  return milliseconds_of<std::chrono::steady_clock>();
}

}  // namespace sixfold
