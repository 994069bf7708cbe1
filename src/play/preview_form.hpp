// Previews and scores as JSON.
#pragma once

#include "play/preview.hpp"
#include "record/json.hpp"

namespace sixfold {

[[nodiscard]] Json to_json(const Preview& preview);

/// `{"points":…,"lines":[{"cells":[…],"bonus":6}],"lone":1,"bonus":[["2,1",1]],"out":6}`; members
/// that are 0 or empty are left out, except points and lines.
[[nodiscard]] Json to_json(const Score& score);

}  // namespace sixfold
