// Hints as JSON.
#pragma once

#include "play/hint.hpp"
#include "record/json.hpp"

namespace sixfold {

/// `{"where":[cells],"tiles":[…],"act":{…},"points":…,"chance":…,"why":[…]}`.
[[nodiscard]] Json to_json(const Hint& hint);

}  // namespace sixfold
