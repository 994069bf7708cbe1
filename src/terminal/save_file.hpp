// Files that survive whatever happens to the program: each is replaced as a whole, or stays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sixfold::terminal {

/// The folder for what is kept between runs: `$XDG_STATE_HOME/sixfold`, or
/// `~/.local/state/sixfold`.
[[nodiscard]] std::filesystem::path state_folder();

/// The whole file; nothing if there is none. Throws std::system_error, as the rest here does.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& path);

/// `lasting`: it is on the disk when this returns; else a loss of power may bring back what was
/// there before, though never a part of either.
enum class Writing { lasting, quick };
void replace_file(const std::filesystem::path& path, const std::string& text, Writing writing);

/// Adds a line unless the file has it already; its number, from 1 on.
[[nodiscard]] int keep_line(const std::filesystem::path& path, const std::string& line);

/// The file of one game. While it lives no other program can have it.
class SaveFile {
 public:
  explicit SaveFile(std::filesystem::path path);
  ~SaveFile();
  SaveFile(const SaveFile&) = delete;
  SaveFile& operator=(const SaveFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::optional<std::string> read() const { return read_file(path_); }
  void write(const std::string& text, Writing writing) const { replace_file(path_, text, writing); }
  /// Gives the file another name, so that a new game overwrites nothing, and says which.
  [[nodiscard]] std::filesystem::path set_aside() const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace sixfold::terminal
