// The review of a game as text.
#pragma once

#include <string>

#include "engine/review.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

/// A line for every act, the better act below it, then the course of the game and the totals.
[[nodiscard]] std::string review_text(const Review& review, const Record& record);

}  // namespace sixfold::cli
