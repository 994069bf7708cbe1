#include "terminal/table/save_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sixfold::terminal {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_with(int error, const fs::path& path) {
  throw std::system_error(error, std::generic_category(), path.string());
}

/// A descriptor that is always closed.
class File {
 public:
  File(const fs::path& path, int flags)
      : path_(path), descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (descriptor_ < 0) fail_with(errno, path_);
  }
  ~File() { close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write_all(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = write(descriptor_, text.data(), text.size());
      if (count < 0 && errno != EINTR) fail_with(errno, path_);
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void sync() const {
    if (fsync(descriptor_) != 0 && errno != EINVAL) fail_with(errno, path_);
  }

 private:
  const fs::path& path_;
  int descriptor_;
};

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

fs::path state_folder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && fs::path(state).is_absolute()) return fs::path(state) / "sixfold";
  const char* const home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : ".") / ".local/state/sixfold";
}

std::optional<std::string> read_file(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) fail_with(EIO, path);
  return text.str();
}

void replace_file(const fs::path& path, const std::string& text, Writing writing) {
  fs::path fresh = path;
  fresh += ".new";
  {
    // A file left behind by another program may be readable by others.
    fs::remove(fresh);
    const File file(fresh, O_WRONLY | O_CREAT | O_EXCL);
    file.write_all(text);
    if (writing == Writing::lasting) file.sync();
  }
  fs::rename(fresh, path);
  if (writing == Writing::lasting) {
    const fs::path folder = folder_of(path);
    File(folder, O_RDONLY | O_DIRECTORY).sync();
  }
}

int keep_line(const fs::path& path, const std::string& line) {
  int number = 1;
  std::istringstream lines(read_file(path).value_or(""));
  for (std::string other; std::getline(lines, other); ++number)
    if (other == line) return number;
  fs::create_directories(folder_of(path));
  const File file(path, O_WRONLY | O_CREAT | O_APPEND);
  file.write_all(line + "\n");
  file.sync();
  return number;
}

SaveFile::SaveFile(fs::path path) : path_(std::move(path)) {
  fs::create_directories(folder_of(path_));
  fs::path lock = path_;
  lock += ".lock";
  lock_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) fail_with(errno, lock);
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int error = errno;
  close(lock_);
  if (error == EWOULDBLOCK)
    throw std::runtime_error(path_.string() + ": this game is open in another sixfold");
  fail_with(error, lock);
}

SaveFile::~SaveFile() { close(lock_); }

fs::path SaveFile::set_aside() const {
  for (int number = 1;; ++number) {
    const fs::path other = folder_of(path_) / (path_.stem().string() + "-" +
                                               std::to_string(number) + path_.extension().string());
    if (fs::exists(other)) continue;
    fs::rename(path_, other);
    return other;
  }
}

}  // namespace sixfold::terminal
