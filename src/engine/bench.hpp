// Fixed work whose outcome is hashed into a signature: it changes when behaviour changes and is the
// same with every compiler, on every machine and in WebAssembly. The caller measures the time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variants/catalogue.hpp"

namespace sixfold {

struct BenchResult {
  std::uint64_t count = 0;       ///< in units of the work
  std::uint64_t placements = 0;  ///< generated on the way, if that is the work
  std::uint64_t signature = 0;
};

/// One piece of work, prepared so that only running it needs to be timed.
struct BenchWork {
  std::string name;
  std::string_view unit;
  std::function<BenchResult()> run;
};

/// Generation, greedy games and replies by table, for every edition; generation on base game tables
/// of 40 to 70 tiles; master's simulations, endgame nodes, and expectations of rolls.
[[nodiscard]] std::vector<BenchWork> bench_work();

/// Combines two signatures into one.
[[nodiscard]] std::uint64_t combine(std::uint64_t signature, std::uint64_t other);

}  // namespace sixfold
