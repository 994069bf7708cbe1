#include "play/bench.hpp"

#include <fmt/core.h>

#include <chrono>

#include "cli/commands.hpp"

namespace sixfold::cli {

namespace {

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int run_bench() {
  std::uint64_t signature = 0;
  for (const Edition& edition : all_editions()) {
    BenchResult games;
    BenchResult generation;
    const double playing = seconds_of([&] { games = bench_games(edition); });
    const double generating = seconds_of([&] { generation = bench_generation(edition); });
    fmt::print("{:<15} {:>8.0f} greedy games/s {:>10.0f} positions/s {:>10.0f} placements/s\n",
               edition.name, static_cast<double>(games.games) / playing,
               static_cast<double>(generation.positions) / generating,
               static_cast<double>(generation.moves) / generating);
    signature = combine(combine(signature, games.signature), generation.signature);
  }
  fmt::print("signature {:016x}\n", signature);
  return exit_ok;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "bench", "Does fixed work, prints how fast it was and a signature of what was chosen");
  command->callback([&status] { status = run_bench(); });
}

}  // namespace sixfold::cli
