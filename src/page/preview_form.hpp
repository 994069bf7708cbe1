// Previews and scores as JSON.
#pragma once

#include "play/preview.hpp"
#include "record/json.hpp"

namespace sixfold::page {

[[nodiscard]] Json to_json(const Preview& preview);

/// `{"points":…,"lines":[{"cells":[…],"bonus":6}],"items":[{"for":"line","points":4,"length":4,
/// "direction":"across"},{"for":"bonus","points":1,"cell":"2,1"}]}`: the items are those of
/// play/points.hpp, the bonus for going out included, which is not part of the points.
[[nodiscard]] Json to_json(const Score& score);

}  // namespace sixfold::page
