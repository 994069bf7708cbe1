// The program `simulate`: runs of the simulation by their seeds, with figures.
#include <chrono>
#include <exception>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "simulation/world.hpp"

namespace {

using namespace sixfold::simulation;

void print_counts(const char* title, const std::map<std::string, std::uint64_t>& counts) {
  fmt::print("{}\n", title);
  for (const auto& [name, count] : counts) fmt::print("  {:>12}  {}\n", count, name);
}

void print(const Options& options, const Outcome& outcome, double seconds) {
  const double hours = static_cast<double>(outcome.virtual_time) / (60.0 * minute);
  fmt::print(
      "seed {}: {:.2f} virtual hours, {} events, {} games, {} commands acknowledged, {} "
      "connections, slowest answer {} ms, {:.1f} s, {:.0f} times real time, hash {:016x}\n",
      options.seed, hours, outcome.steps, outcome.games, outcome.acknowledged, outcome.connections,
      outcome.slowest_answer / millisecond, seconds, hours * 3'600 / seconds, outcome.hash);
  if (!outcome.violation) return;
  for (const std::string& line : outcome.last_lines) fmt::print("  {}\n", line);
  fmt::print("seed {} fails at event {}: {}\n", options.seed, outcome.steps, *outcome.violation);
}

void add(std::map<std::string, std::uint64_t>& to,
         const std::map<std::string, std::uint64_t>& counts) {
  for (const auto& [name, count] : counts) to[name] += count;
}

int simulate(int argc, char** argv) {
  CLI::App app("Several nodes, clients and faults in one process on virtual time, from a seed");
  Options options;
  std::string trace;
  int runs = 1;
  bool keep_going = false;
  app.add_option("--seed", options.seed, "the first seed");
  app.add_option("--runs", runs, "how many seeds, one after the other");
  app.add_option("--hours", options.hours, "virtual hours with faults, of each run");
  app.add_option("--steps", options.most_steps, "events after which faults end at the latest");
  app.add_option("--nodes", options.nodes)->check(CLI::Range(1, 9));
  app.add_option("--store", options.store, "model (of PostgreSQL) or sqlite (one node)")
      ->transform(CLI::CheckedTransformer(std::map<std::string, StoreKind>{
          {"model", StoreKind::model}, {"sqlite", StoreKind::sqlite}}));
  app.add_option("--trace", trace, "a file for everything that happens");
  app.add_option("--tolerate", options.tolerated,
                 "invariants that may be violated, by their names");
  app.add_flag("--keep-going", keep_going, "also after a seed that fails");
  CLI11_PARSE(app, argc, argv);

  if (!trace.empty()) {
    options.trace = std::fopen(trace.c_str(), "w");
    if (options.trace == nullptr) {
      fmt::print(stderr, "{}: cannot be written\n", trace);
      return 2;
    }
  }
  std::map<std::string, std::uint64_t> faults, checked;
  int failed = 0;
  for (int i = 0; i < runs; ++i, ++options.seed) {
    const auto began = std::chrono::steady_clock::now();
    const Outcome outcome = run(options);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    print(options, outcome, took.count());
    std::fflush(stdout);
    add(faults, outcome.faults);
    add(checked, outcome.checked);
    if (!outcome.violation) continue;
    ++failed;
    if (!keep_going) break;
  }
  print_counts("faults", faults);
  print_counts("checks", checked);
  if (options.trace != nullptr) std::fclose(options.trace);
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return simulate(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "simulate: {}\n", error.what());
    return 2;
  }
}
