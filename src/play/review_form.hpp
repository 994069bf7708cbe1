// The review of a game and a hint as JSON.
#pragma once

#include "engine/review.hpp"
#include "record/json.hpp"

namespace sixfold {

[[nodiscard]] Json to_json(const MoveReason& reason);
[[nodiscard]] Json to_json(const Review& review);

}  // namespace sixfold
