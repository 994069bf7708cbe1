// Runs of the simulation: none may break what must always hold, and each is repeated by its seed.
#include <cstdlib>

#include <gtest/gtest.h>

#include "simulation/world.hpp"

namespace sixfold::simulation {
namespace {

// Events of one run before its faults end. By their number, not by time: sanitizers are slow.
constexpr std::uint64_t steps_of_run = 12'000;
constexpr int short_runs = 4;
// About an hour on one core.
constexpr int long_runs = 1'500;

int number_of_runs() {
  if (const char* const runs = std::getenv("SIXFOLD_SIMULATIONS")) return std::atoi(runs);
  return std::getenv("SIXFOLD_LONG") == nullptr ? short_runs : long_runs;
}

Options options_of(std::uint64_t seed, StoreKind store, int nodes) {
  Options options;
  options.seed = seed;
  options.store = store;
  options.nodes = nodes;
  options.hours = 24;
  options.most_steps = steps_of_run;
  return options;
}

std::string described(const Outcome& outcome) {
  std::string text = *outcome.violation + "\n";
  for (const std::string& line : outcome.last_lines) text += line + "\n";
  return text;
}

void expect_soundness(StoreKind store, int nodes, std::uint64_t first_seed) {
  std::map<std::string, std::uint64_t> faults;
  for (int run_number = 0; run_number < number_of_runs(); ++run_number) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(run_number);
    const Outcome outcome = run(options_of(seed, store, nodes));
    ASSERT_FALSE(outcome.violation)
        << "seed " << seed << ", event " << outcome.steps << ": " << described(outcome);
    EXPECT_GT(outcome.acknowledged, 0U) << "seed " << seed;
    for (const auto& [kind, count] : outcome.faults) faults[kind] += count;
  }
  EXPECT_GE(faults.size(), 3U) << "too few kinds of faults to tell anything";
}

TEST(SimulationTest, NodesThatShareADatabaseKeepTheirPromises) {
  expect_soundness(StoreKind::model, 3, 1'000);
}

TEST(SimulationTest, OneNodeOnAFileKeepsItsPromises) {
  expect_soundness(StoreKind::sqlite, 1, 2'000);
}

TEST(SimulationTest, ASeedRepeatsARunExactly) {
  for (const StoreKind store : {StoreKind::model, StoreKind::sqlite}) {
    Options options = options_of(3'000, store, 2);
    options.most_steps = 3'000;
    const Outcome first = run(options);
    const Outcome again = run(options);
    EXPECT_EQ(first.hash, again.hash);
    EXPECT_EQ(first.steps, again.steps);
    options.seed = 3'001;
    EXPECT_NE(run(options).hash, first.hash);
  }
}

}  // namespace
}  // namespace sixfold::simulation
