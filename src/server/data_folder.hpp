// The folder in which a server keeps all its data: the games, and the key that signs guests'
// cookies.
#pragma once

#include <string>

namespace sixfold::server {

/// Locks the folder for one process.
class DataFolder {
 public:
  /// Creates the folder if it does not exist. The folder and all files created from now on are
  /// readable only by their owner. Throws std::runtime_error if another server is using it.
  explicit DataFolder(std::string path);
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  [[nodiscard]] std::string games() const { return games_in(path_); }
  /// The path of the games file in a folder.
  [[nodiscard]] static std::string games_in(const std::string& path);
  [[nodiscard]] std::string guest_key() const;
  /// Whether other users of this machine can read the games.
  [[nodiscard]] bool is_readable_by_others() const;

 private:
  std::string path_;
  int lock_ = -1;
};

/// Copies a folder, even while a server is using it, to a new one that only its owner can read.
/// Throws std::runtime_error.
void back_up_data(const std::string& folder, const std::string& to);

/// Restores a backup into a folder that contains no games yet. Throws std::runtime_error.
void restore_data(const std::string& from, const std::string& folder);

}  // namespace sixfold::server
