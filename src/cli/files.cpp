#include "cli/files.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace sixfold::cli {

namespace {

std::FILE* open(const std::string& path, const char* mode, std::FILE* standard) {
  if (path == "-") return standard;
  std::FILE* const file = std::fopen(path.c_str(), mode);
  if (file == nullptr) throw std::system_error(errno, std::generic_category(), path);
  return file;
}

}  // namespace

void InputFile::Close::operator()(std::FILE* file) const {
  if (file != stdin) std::fclose(file);
}

InputFile::InputFile(const std::string& path) : path_(path), file_(open(path, "rb", stdin)) {}

LineReader InputFile::lines() {
  const auto read = [this](std::span<char> into) {
    const std::size_t count = std::fread(into.data(), 1, into.size(), file_.get());
    if (count == 0 && std::ferror(file_.get()) != 0)
      throw std::system_error(errno, std::generic_category(), path_);
    return count;
  };
  return {read, std::size_t{1} << 20};
}

void OutputFile::Close::operator()(std::FILE* file) const {
  if (file != stdout) std::fclose(file);
}

OutputFile::OutputFile(const std::string& path) : path_(path), file_(open(path, "wb", stdout)) {}

void OutputFile::fail() const { throw std::system_error(errno, std::generic_category(), path_); }

void OutputFile::write_line(const std::string& line) {
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() ||
      std::fputc('\n', file_.get()) == EOF)
    fail();
}

void OutputFile::close() {
  if (std::fflush(file_.get()) != 0) fail();
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
}

}  // namespace sixfold::cli
