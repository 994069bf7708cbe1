// Games in a SQLite file: WAL, and synchronous FULL, so that an append that was answered survives
// the loss of power.
#pragma once

#include <string>

#include "store/sql_store.hpp"

namespace sixfold {

struct SqliteOptions {
  std::string path;
  /// The name of a SQLite VFS, for tests of what reaches the disk; empty for the system's.
  std::string vfs;
  /// Whether commits wait for the disk. Only a test of the tests turns it off.
  bool synchronous = true;
};

/// The schema this program writes; a file with a newer one is refused.
inline constexpr int schema_version = 9;

class SqliteStore final : public SqlStore {
 public:
  /// Opens the file, or makes it, and brings its schema up to date. Throws std::runtime_error, with
  /// the file's name, where that cannot be done.
  explicit SqliteStore(const SqliteOptions& options);
};

/// Copies a store's file as it is at one moment, while a server may go on appending. The copy is
/// checked before it gets its name. Throws std::runtime_error, also where `to` is there already.
void back_up(const std::string& from, const std::string& to);

}  // namespace sixfold
