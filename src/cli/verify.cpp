#include <algorithm>
#include <atomic>
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
#include "cli/files.hpp"
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

/// A line to verify, and the error found.
struct Task {
  std::size_t number = 0;
  std::string text;
  std::optional<RecordError> error;
};

// Lines read ahead: enough to keep threads busy, few enough to need little memory.
constexpr std::size_t most_lines = 64;
constexpr std::size_t most_bytes = std::size_t{4} << 20;

void verify_all(std::vector<Task>& tasks, const VerifyOptions& options) {
  const auto check = options.fair ? verify_fair : verify;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++)
      if (!tasks[i].error) tasks[i].error = check(tasks[i].text);
  };
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < options.threads; ++i) helpers.emplace_back(work);
  work();
}

void verify_file(const std::string& path, const VerifyOptions& options, Tally& tally) {
  InputFile input(path);
  LineReader lines = input.lines();
  std::vector<Task> tasks;
  std::size_t bytes = 0;
  // Report errors in the order of the lines, whatever the number of threads.
  const auto finish = [&] {
    verify_all(tasks, options);
    for (const Task& task : tasks) {
      ++(task.error ? tally.failed : tally.passed);
      if (task.error)
        fmt::print("{}:{}: turn {}: {}: {}\n", path, task.number, task.error->turn,
                   task.error->code, task.error->message);
    }
    tasks.clear();
    bytes = 0;
  };
  while (const auto line = lines.next()) {
    if (options.game != 0 && line->number != options.game) continue;
    Task task{line->number, "", std::nullopt};
    if (line->too_long)
      task.error = RecordError{0, "too_long", "the line is too long for a record"};
    else
      task.text = line->text;
    bytes += task.text.size();
    tasks.push_back(std::move(task));
    if (tasks.size() == most_lines || bytes >= most_bytes) finish();
  }
  finish();
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
