// The two clocks of the process.
#pragma once

#include <chrono>
#include <cstdint>

namespace sixfold::net {

template <class Clock>
[[nodiscard]] std::int64_t milliseconds_of() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

/// The time of day, in milliseconds since 1970. It jumps when the machine's clock is set, so use it
/// only for display and for times that outlive the process.
[[nodiscard]] inline std::int64_t now_ms() { return milliseconds_of<std::chrono::system_clock>(); }

/// Milliseconds since an arbitrary moment. Never jumps: use it for limits, delays and all other
/// durations.
[[nodiscard]] inline std::int64_t steady_ms() {
  return milliseconds_of<std::chrono::steady_clock>();
}

}  // namespace sixfold::net
