// The time of day, in words.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/core.h>

#include "net/clock.hpp"

namespace sixfold::terminal {

/// Minutes and seconds, like on a chess clock; from an hour on with the hours.
inline std::string clock_text(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds < 0 ? 0 : milliseconds / 1000;
  if (seconds >= 3'600)
    return fmt::format("{}:{:02}:{:02}", seconds / 3'600, seconds / 60 % 60, seconds % 60);
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

}  // namespace sixfold::terminal
