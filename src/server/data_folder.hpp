// The folder in which a server keeps everything: the games, and the key that signs guests' cookies.
#pragma once

#include <string>

namespace sixfold {

/// Holds the folder for one process at a time.
class DataFolder {
 public:
  /// Makes the folder where there is none. It and the files that are made from now on can be read
  /// by their owner alone. Throws std::runtime_error if another server has it.
  explicit DataFolder(std::string path);
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  [[nodiscard]] std::string games() const { return games_in(path_); }
  /// The file of the games in a folder.
  [[nodiscard]] static std::string games_in(const std::string& path);
  [[nodiscard]] std::string guest_key() const;
  /// Whether everyone on this machine can read the games.
  [[nodiscard]] bool is_readable_by_others() const;

 private:
  std::string path_;
  int lock_ = -1;
};

/// Copies a folder that a server may be using to a new one that only its owner can read. Throws
/// std::runtime_error.
void back_up_data(const std::string& folder, const std::string& to);

/// Fills a folder that has no games yet from a backup. Throws std::runtime_error.
void restore_data(const std::string& from, const std::string& folder);

}  // namespace sixfold
