// How long a bot may think about one act.
#pragma once

#include <functional>

namespace sixfold {

/// Simulations alone give the same choice on every machine. Time is whoever asks to tell: this
/// layer has no clock.
struct Budget {
  int simulations = 0;                 ///< 0: as many as the level usually makes, or time allows
  std::function<double()> time_spent;  ///< 0 at first, 1 when the time is up; empty: no limit
};

}  // namespace sixfold
