// A whole run: nodes, clients and faults from one seed, for so long of virtual time; then faults
// and harm end, everyone finishes their games, and what is stored is compared with what was
// acknowledged.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulation/faults.hpp"

namespace sixfold::simulation {

struct Options {
  std::uint64_t seed = 1;
  double hours = 1;
  int nodes = 3;  ///< more than one need the model
  StoreKind store = StoreKind::model;
  std::uint64_t most_steps = 0;  ///< events after which the faults end at the latest; 0: no limit
  std::FILE* trace = nullptr;
  std::set<std::string> tolerated;  ///< invariants whose violation does not end the run
};

struct Outcome {
  Micros virtual_time = 0;
  std::uint64_t steps = 0;
  std::uint64_t games = 0;
  std::uint64_t acknowledged = 0;
  std::uint64_t connections = 0;
  Micros slowest_answer = 0;  ///< to an honest client whom no fault disturbed
  std::map<std::string, std::uint64_t> faults;
  std::map<std::string, std::uint64_t> checked;
  std::uint64_t hash = 0;
  std::optional<std::string> violation;
  std::vector<std::string> last_lines;  ///< before the violation
};

[[nodiscard]] Outcome run(const Options& options);

}  // namespace sixfold::simulation
