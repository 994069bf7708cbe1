// `sixfold replay`: steps through a record, on a screen or line by line.
#pragma once

#include "record/record.hpp"
#include "terminal/play.hpp"

namespace sixfold::terminal {

struct ReplayOptions {
  Display display;
  int turn = 0;
  int simulations = 300;  ///< per decision, for the review; 0: no review
};

/// Precondition: the record can be replayed.
void replay_record(const Record& record, const ReplayOptions& options);

}  // namespace sixfold::terminal
