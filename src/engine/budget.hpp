// How long a bot may think about one act.
#pragma once

#include <functional>

namespace sixfold {

/// A budget in simulations gives the same choice on every machine. The caller measures time: this
/// layer has no clock.
struct Budget {
  int simulations = 0;                 ///< 0: as many as the level usually makes, or as time allows
  std::function<double()> time_spent;  ///< 0 at first, 1 when the time is up; empty: no limit
};

}  // namespace sixfold
