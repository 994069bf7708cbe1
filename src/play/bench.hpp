// Fixed work whose outcome is hashed into a signature: it changes when behaviour changes and is the
// same with every compiler, on every machine and in WebAssembly. Whoever calls this takes the time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "rules/variants/catalogue.hpp"

namespace sixfold {

struct BenchResult {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::uint64_t signature = 0;
};

/// Greedy games of one edition, two seats, with their records hashed.
[[nodiscard]] BenchResult bench_games(const Edition& edition);

/// Every placement of the positions that greedy games of one edition went through.
[[nodiscard]] BenchResult bench_generation(const Edition& edition);

/// One signature of several.
[[nodiscard]] std::uint64_t combine(std::uint64_t signature, std::uint64_t other);

}  // namespace sixfold
