// The time of day, shared with servers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <fmt/core.h>

namespace sixfold::terminal {

/// Milliseconds since 1970.
inline std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Minutes and seconds, like on a chess clock.
inline std::string clock_text(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds < 0 ? 0 : milliseconds / 1000;
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace sixfold::terminal
