// Stores games in a SQLite file, with WAL and synchronous=FULL, so that an acknowledged append
// survives a power failure.
#pragma once

#include <string>

#include "store/sql_store.hpp"

namespace sixfold::store {

struct SqliteOptions {
  std::string path;
  /// The name of a SQLite VFS, for tests of what reaches the disk; empty for the system's.
  std::string vfs;
  /// Whether commits wait for the disk. Turned off only to test the tests.
  bool synchronous = true;
  /// In place of threads; none outside simulations.
  SqlScheduler schedule;
};

/// The schema version that this program writes; files with a newer one are rejected.
inline constexpr int schema_version = 17;

class SqliteStore final : public SqlStore {
 public:
  /// Opens or creates the file and brings its schema up to date. Throws std::runtime_error with the
  /// file's name on failure.
  explicit SqliteStore(const SqliteOptions& options);
};

/// Makes a consistent copy of a store's file, even while a server is appending. The copy is checked
/// before it gets its name. Throws std::runtime_error on failure and if `to` exists.
void back_up(const std::string& from, const std::string& to);

}  // namespace sixfold::store
