// The simulation's model of PostgreSQL without delays: it answers before a call returns. Its clock
// goes on only when a test says so.
#pragma once

#include <memory>

#include "simulation/model_store.hpp"

namespace sixfold {

class InstantModel {
 public:
  /// One more node's connections to the same database.
  [[nodiscard]] std::unique_ptr<store::Store> open() {
    return std::make_unique<simulation::ModelStore>(
        database_, conditions_, chance_,
        [](simulation::Micros /*delay*/, const simulation::Scheduler::Task& task) { task(); },
        [this] { return now_ms_; });
  }
  void pass(std::int64_t ms) { now_ms_ += ms; }

 private:
  simulation::ModelDatabase database_;
  simulation::StoreConditions conditions_;
  Random chance_{1};
  std::int64_t now_ms_ = 1'000;
};

}  // namespace sixfold
