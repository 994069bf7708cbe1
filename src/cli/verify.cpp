#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

namespace {

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

void verify_file(const std::string& path, Tally& tally) {
  InputFile input(path);
  LineReader lines = input.lines();
  while (const auto line = lines.next()) {
    const auto error = line->too_long
                           ? RecordError{0, "too_long", "the line is too long for a record"}
                           : verify(line->text);
    if (error) {
      ++tally.failed;
      fmt::print("{}:{}: turn {}: {}: {}\n", path, line->number, error->turn, error->code,
                 error->message);
    } else {
      ++tally.passed;
    }
  }
}

int run_verify(const std::vector<std::string>& paths) {
  Tally tally;
  bool unreadable = false;
  for (const std::string& path : paths) {
    try {
      verify_file(path, tally);
    } catch (const std::system_error& error) {
      fmt::print(stderr, "sixfold: {}\n", error.what());
      unreadable = true;
    }
  }
  fmt::print("{} passed, {} failed\n", tally.passed, tally.failed);
  if (std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "standard output");
  if (unreadable) return exit_unusable;
  return tally.failed == 0 ? exit_ok : exit_no;
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "verify", "Replays the records in files (one game a line) and names every bad one");
  const auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *paths, "Files of records; - is standard input")->required();
  command->callback([&status, paths] { status = run_verify(*paths); });
}

}  // namespace sixfold::cli
