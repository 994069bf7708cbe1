#include "server/data_folder.hpp"

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite_store.hpp"

namespace sixfold::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* games_name = "games.db";
constexpr const char* key_name = "guest.key";

/// Files created from now on are readable only by their owner.
void make_files_private() { umask(S_IRWXG | S_IRWXO); }

void copy_key(const fs::path& from, const fs::path& to) {
  if (!fs::exists(from / key_name)) return;
  fs::copy_file(from / key_name, to / key_name);
  fs::permissions(to / key_name, fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace

DataFolder::DataFolder(std::string path) : path_(std::move(path)) {
  make_files_private();
  fs::create_directories(path_);
  const std::string file = path_ + "/lock";
  lock_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ < 0) throw std::system_error(errno, std::generic_category(), file);
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw std::runtime_error(path_ + ": in use by another server");
  }
}

DataFolder::~DataFolder() { close(lock_); }

std::string DataFolder::games_in(const std::string& path) { return path + "/" + games_name; }
std::string DataFolder::guest_key() const { return path_ + "/" + key_name; }

bool DataFolder::is_readable_by_others() const {
  struct stat folder{};
  struct stat file{};
  return stat(path_.c_str(), &folder) == 0 && stat(games().c_str(), &file) == 0 &&
         (folder.st_mode & S_IXOTH) != 0 && (file.st_mode & S_IROTH) != 0;
}

void back_up_data(const std::string& folder, const std::string& to) {
  const fs::path from(folder);
  if (!fs::exists(from / games_name)) throw std::runtime_error(folder + ": contains no games");
  if (fs::exists(to)) throw std::runtime_error(to + ": already exists");
  make_files_private();
  fs::create_directories(to);
  copy_key(from, to);
  store::back_up((from / games_name).string(), (fs::path(to) / games_name).string());
}

void restore_data(const std::string& from, const std::string& folder) {
  if (!fs::exists(fs::path(from) / games_name))
    throw std::runtime_error(from + ": is not a backup");
  const DataFolder lock(folder);
  for (const char* const name : {games_name, key_name})
    if (fs::exists(fs::path(folder) / name))
      throw std::runtime_error(folder + ": already contains " + name);
  copy_key(from, folder);
  store::back_up((fs::path(from) / games_name).string(), lock.games());
}

}  // namespace sixfold::server
