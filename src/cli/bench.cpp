#include "engine/bench.hpp"

#include <chrono>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"

namespace sixfold::cli {

namespace {

int run_bench(const std::string& only) {
  std::uint64_t signature = 0;
  for (const BenchWork& work : bench_work()) {
    if (work.name.find(only) == std::string::npos) continue;
    const auto start = std::chrono::steady_clock::now();
    const BenchResult result = work.run();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("{:<34} {:>12.0f} {}/s, {:.3f} µs each", work.name,
               static_cast<double>(result.count) / seconds, work.unit,
               1e6 * seconds / static_cast<double>(result.count));
    if (result.placements != 0)
      fmt::print(", {:.0f} placements/s", static_cast<double>(result.placements) / seconds);
    fmt::print("\n");
    signature = combine(signature, result.signature);
  }
  fmt::print("signature {:016x}\n", signature);
  return exit_ok;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "bench", "Does fixed work, prints how fast it was and a signature of what was chosen");
  const auto only = std::make_shared<std::string>();
  command->add_option("--only", *only, "Only the work whose name contains this");
  command->callback([&status, only] { status = run_bench(*only); });
}

}  // namespace sixfold::cli
