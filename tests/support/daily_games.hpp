// Games of the day as a browser plays them.
#pragma once

#include <string_view>

#include "play/daily.hpp"

namespace sixfold::tests {

/// A day's game by a level against its bot, or its first turns; kept as text between any two acts.
[[nodiscard]] LocalGame played_day(const DailyGame& daily, std::string_view level,
                                   int most_turns = 1000);

}  // namespace sixfold::tests
