// Files for the subcommands: input read line by line, output whose errors are noticed.
#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "record/line_reader.hpp"

namespace sixfold::cli {

/// Throws std::system_error if a file cannot be opened, read or written. `-` is standard input or
/// output.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  /// Reads lines as they arrive: a line from a pipe is available as soon as it is complete.
  LineReader lines();

 private:
  std::string path_;
  int file_;
};

class OutputFile {
 public:
  /// `append`: adds to what the file holds.
  explicit OutputFile(const std::string& path, bool append = false);
  void write(std::string_view bytes);
  void write_line(const std::string& line);
  void flush();
  /// When this returns, everything is in the file.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };
  void fail() const;
  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// A progress line on standard error with the rate and the time left, rewritten in place; shown
/// only on a terminal.
class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void at(std::size_t done);

 private:
  std::string what_;
  std::size_t total_;
  std::size_t shown_percent_ = 101;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  bool terminal_;
};

}  // namespace sixfold::cli
