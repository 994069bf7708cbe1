#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/record_lines.hpp"
#include "play/fair_check.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

namespace {

struct VerifyOptions {
  std::vector<std::string> paths;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  bool fair = false;
  std::size_t game = 0;  // 0: all
};

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

std::optional<RecordError> error_in(const RecordLine& line, bool fair) {
  if (line.too_long) return RecordError{0, "too_long", "the line is too long for a record"};
  return fair ? verify_fair(line.text) : verify(line.text);
}

void verify_file(const std::string& path, const VerifyOptions& options, Tally& tally) {
  for_each_record_line(
      path, options.threads,
      [&](const RecordLine& line) { return options.game == 0 || line.number == options.game; },
      [&](const RecordLine& line) { return error_in(line, options.fair); },
      [&](const RecordLine& line, const std::optional<RecordError>& error) {
        ++(error ? tally.failed : tally.passed);
        if (error)
          fmt::print("{}:{}: turn {}: {}: {}\n", path, line.number, error->turn, error->code,
                     error->message);
      });
}

int run_verify(const VerifyOptions& options) {
  Tally tally;
  bool unreadable = false;
  for (const std::string& path : options.paths) {
    try {
      verify_file(path, options, tally);
    } catch (const std::system_error& error) {
      fmt::print(stderr, "sixfold: {}\n", error.what());
      unreadable = true;
    }
  }
  fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
  if (std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "standard output");
  if (unreadable) return exit_unusable;
  // A missing game has not been verified.
  const bool missing = options.game != 0 && tally.passed + tally.failed < options.paths.size();
  return tally.failed == 0 && !missing ? exit_ok : exit_no;
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "verify", "Replays the records in files, one per line, and reports every bad one");
  const auto options = std::make_shared<VerifyOptions>();
  command->add_option("FILE", options->paths, "Files of records; - is standard input")->required();
  command->add_option("--threads", options->threads, "Records to verify at the same time")
      ->check(CLI::Range(1U, 256U))
      ->capture_default_str();
  command->add_flag("--fair", options->fair,
                    "Also draw each game again from the bag that its record reveals");
  command
      ->add_option("--game", options->game, "Verify only this game of each file, counting from 1")
      ->check(CLI::PositiveNumber);
  command->callback([&status, options] { status = run_verify(*options); });
}

}  // namespace sixfold::cli
