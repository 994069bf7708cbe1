// Whether two acts are equivalent: they are compared by the tiles they name, in any order.
#pragma once

#include "rules/move.hpp"

namespace sixfold {

[[nodiscard]] bool same_act(const Move& a, const Move& b);

}  // namespace sixfold
