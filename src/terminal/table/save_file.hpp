// Files that survive a crash of the program: each is replaced completely or not at all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sixfold::terminal {

/// The folder for what is stored between runs: `$XDG_STATE_HOME/sixfold`, or
/// `~/.local/state/sixfold`.
[[nodiscard]] std::filesystem::path state_folder();

/// The contents of a file; empty if it does not exist. Throws std::system_error, as the other
/// functions do.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& path);

/// `lasting`: the data is on disk when this returns. `quick`: a power failure may bring back the
/// previous contents, but never a mixture.
enum class Writing { lasting, quick };
void replace_file(const std::filesystem::path& path, const std::string& text, Writing writing);

/// Appends a line unless the file already contains it; returns its number, counting from 1.
[[nodiscard]] int keep_line(const std::filesystem::path& path, const std::string& line);

/// The file of one game, locked against other programs.
class SaveFile {
 public:
  explicit SaveFile(std::filesystem::path path);
  ~SaveFile();
  SaveFile(const SaveFile&) = delete;
  SaveFile& operator=(const SaveFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::optional<std::string> read() const { return read_file(path_); }
  void write(const std::string& text, Writing writing) const { replace_file(path_, text, writing); }
  /// Renames the file, so that a new game does not overwrite it, and returns the new name.
  [[nodiscard]] std::filesystem::path set_aside() const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace sixfold::terminal
