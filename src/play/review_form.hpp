// The review of a game and a hint as JSON.
#pragma once

#include "engine/review.hpp"
#include "engine/weakness.hpp"
#include "record/json.hpp"

namespace sixfold {

[[nodiscard]] Json to_json(const MoveReason& reason);
[[nodiscard]] Json to_json(const Review& review);
/// Precondition: there are turns.
[[nodiscard]] Json to_json(const WeaknessFigures& figures);
/// One act with what its player knew, as `view`.
[[nodiscard]] Json to_json_with_view(const ReviewedAct& act);

}  // namespace sixfold
