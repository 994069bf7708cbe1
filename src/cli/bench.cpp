#include "engine/bench.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "record/json.hpp"

namespace sixfold::cli {

namespace {

struct BenchOptions {
  std::string only;
  int repeat = 5;
  bool json = false;
};

struct Measured {
  std::string name;
  std::string_view unit;
  BenchResult result;
  double seconds = std::numeric_limits<double>::infinity();
};

Measured measure(const BenchWork& work, int repeat) {
  Measured measured{work.name, work.unit, {}};
  for (int i = 0; i < repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    measured.result = work.run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    measured.seconds = std::min(measured.seconds, taken.count());
  }
  return measured;
}

void print(const Measured& measured) {
  const auto count = static_cast<double>(measured.result.count);
  fmt::print("{:<34} {:>12.0f} {}/s, {:.3f} µs each", measured.name, count / measured.seconds,
             measured.unit, 1e6 * measured.seconds / count);
  if (measured.result.placements != 0)
    fmt::print(", {:.0f} placements/s",
               static_cast<double>(measured.result.placements) / measured.seconds);
  fmt::print("\n");
}

int run_bench(const BenchOptions& options) {
  std::uint64_t signature = 0;
  Json json;
  json["work"] = Json::array();
  for (const BenchWork& work : bench_work()) {
    if (work.name.find(options.only) == std::string::npos) continue;
    const Measured measured = measure(work, options.repeat);
    signature = combine(signature, measured.result.signature);
    if (!options.json) print(measured);
    Json entry;
    entry["name"] = measured.name;
    entry["unit"] = measured.unit;
    entry["count"] = measured.result.count;
    entry["placements"] = measured.result.placements;
    entry["seconds"] = measured.seconds;
    json["work"].push_back(std::move(entry));
  }
  json["signature"] = fmt::format("{:016x}", signature);
  if (options.json)
    fmt::print("{}\n", dump(json));
  else
    fmt::print("signature {:016x}\n", signature);
  return exit_ok;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "bench", "Runs fixed work and prints its speed and a signature of every choice");
  const auto options = std::make_shared<BenchOptions>();
  command->add_option("--only", options->only, "Run only the work whose name contains this text");
  command->add_option("--repeat", options->repeat, "Runs of each piece of work; the fastest counts")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print the figures as JSON");
  command->callback([&status, options] { status = run_bench(*options); });
}

}  // namespace sixfold::cli
