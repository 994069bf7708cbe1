// Files of records, one per line: which files an argument names, and their lines worked on in
// threads and reported in their order.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/files.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

/// A line of a file of records. Its text is empty if the line is too long.
struct RecordLine {
  std::size_t number = 0;  ///< from 1
  bool too_long = false;
  std::string text;
};

/// The record of a line, or what is wrong with the line.
[[nodiscard]] Result<Record, RecordError> record_of_line(const RecordLine& line);

/// The file itself; for a folder, the files `*.jsonl` in it and in the folders below, sorted by
/// name. Throws std::system_error if a folder cannot be read.
[[nodiscard]] std::vector<std::string> record_files(const std::string& path);

// Lines read ahead: enough to keep threads busy, few enough to need little memory.
inline constexpr std::size_t most_lines_ahead = 64;
inline constexpr std::size_t most_bytes_ahead = std::size_t{4} << 20;

/// Calls `work(line)` for every line that `wanted(line)` accepts, several at the same time, and
/// then `done(line, outcome)` in the order of the lines.
template <class Wanted, class Work, class Done>
void for_each_record_line(const std::string& path, unsigned threads, const Wanted& wanted,
                          const Work& work, const Done& done) {
  using Outcome = decltype(work(RecordLine{}));
  InputFile input(path);
  LineReader lines = input.lines();
  std::vector<RecordLine> ahead;
  std::size_t bytes = 0;
  const auto finish = [&] {
    std::vector<std::optional<Outcome>> outcomes(ahead.size());
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
      for (std::size_t i = next++; i < ahead.size(); i = next++) outcomes[i] = work(ahead[i]);
    };
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < threads && i < ahead.size(); ++i) helpers.emplace_back(run);
      run();
    }
    for (std::size_t i = 0; i < ahead.size(); ++i) done(ahead[i], *std::move(outcomes[i]));
    ahead.clear();
    bytes = 0;
  };
  while (const auto line = lines.next()) {
    RecordLine read{line->number, line->too_long, line->too_long ? "" : std::string(line->text)};
    if (!wanted(read)) continue;
    bytes += read.text.size();
    ahead.push_back(std::move(read));
    if (ahead.size() == most_lines_ahead || bytes >= most_bytes_ahead) finish();
  }
  finish();
}

}  // namespace sixfold::cli
