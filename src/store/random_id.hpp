#pragma once

#include "record/id.hpp"

namespace sixfold::store {

/// From the system's random source. Throws std::system_error if it is not available.
[[nodiscard]] Id random_id();

}  // namespace sixfold::store
