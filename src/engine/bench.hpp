// Fixed work whose outcome is hashed into a signature: it changes when behaviour changes and is the
// same with every compiler, on every machine and in WebAssembly. Whoever calls this takes the time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variants/catalogue.hpp"

namespace sixfold {

struct BenchResult {
  std::uint64_t count = 0;       ///< of what the work is counted in
  std::uint64_t placements = 0;  ///< generated on the way, where that is the work
  std::uint64_t signature = 0;
};

/// One piece of work, made ready: running it is all that is to be timed.
struct BenchWork {
  std::string name;
  std::string_view unit;
  std::function<BenchResult()> run;
};

/// Generation, greedy games and replies by table, of every edition; generation on tables of 40 to
/// 70 tiles of the base game; master's simulations, nodes of endgames, and expectations of rolls.
[[nodiscard]] std::vector<BenchWork> bench_work();

/// One signature of several.
[[nodiscard]] std::uint64_t combine(std::uint64_t signature, std::uint64_t other);

}  // namespace sixfold
