#include "cli/files.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include "record/json.hpp"

namespace sixfold::cli {

namespace {

[[noreturn]] void fail_with(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : path_(path), file_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) fail_with(path_);
}

InputFile::~InputFile() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

LineReader InputFile::lines() {
  const auto read_some = [this](std::span<char> into) {
    while (true) {
      const ssize_t count = read(file_, into.data(), into.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) fail_with(path_);
    }
  };
  return {read_some, longest_json};
}

void OutputFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

OutputFile::OutputFile(const std::string& path, bool append)
    : path_(path), file_(path == "-" ? stdout : std::fopen(path.c_str(), append ? "ab" : "wb")) {
  if (!file_) fail_with(path_);
}

void OutputFile::fail() const { fail_with(path_); }

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail();
}

void OutputFile::write_line(const std::string& line) {
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() ||
      std::fputc('\n', file_.get()) == EOF)
    fail();
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) fail();
}

void OutputFile::close() {
  flush();
  file_.reset();
}

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (terminal_ && shown_percent_ <= 100) fmt::print(stderr, "\r\x1b[K");
}

void Progress::at(std::size_t done) {
  if (!terminal_ || total_ == 0) return;
  const std::size_t percent = 100 * done / total_;
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  fmt::print(stderr, "\r{} {} of {} ({} %)", what_, done, total_, percent);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started_;
  if (done > 0 && spent.count() > 0) {
    const double rate = static_cast<double>(done) / spent.count();
    const auto left = static_cast<long>(static_cast<double>(total_ - done) / rate);
    fmt::print(stderr, ", {:.3g} per second, {}:{:02} left\x1b[K", rate, left / 60, left % 60);
  }
  std::fflush(stderr);
}

}  // namespace sixfold::cli
