// Whether two acts come to the same: compared by what is laid or named, whatever its order.
#pragma once

#include "rules/move.hpp"

namespace sixfold {

[[nodiscard]] bool same_act(const Move& a, const Move& b);

}  // namespace sixfold
