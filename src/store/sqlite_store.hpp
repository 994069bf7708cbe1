// Games in a SQLite file: WAL, and synchronous FULL, so that an append that was answered survives
// the loss of power. Appends that wait for each other's commit share one.
#pragma once

#include <memory>
#include <string>

#include "store/store.hpp"

namespace sixfold {

struct SqliteOptions {
  std::string path;
  /// The name of a SQLite VFS, for tests of what reaches the disk; empty for the system's.
  std::string vfs;
  /// Whether commits wait for the disk. Only a test of the tests turns it off.
  bool synchronous = true;
};

/// The schema this program writes; a file with a newer one is refused.
inline constexpr int schema_version = 2;

class SqliteStore final : public Store {
 public:
  /// Opens the file, or makes it, and brings its schema up to date. Throws std::runtime_error, with
  /// the file's name, where that cannot be done.
  explicit SqliteStore(SqliteOptions options);
  ~SqliteStore() override;

  void append(AppendRequest request, AppendAnswer answer) override;
  void read(Id game, std::uint64_t after_seq, EventsAnswer answer) override;
  void find_command(Id game, Id command, CommandAnswer answer) override;
  void open_games(OpenGamesAnswer answer) override;
  void find_code(std::string code, GameAnswer answer) override;
  void games_of(Id user, int most, GamesAnswer answer) override;
  void keep_alive(std::int64_t time_ms) override;

 private:
  class Writer;
  class Reader;
  SqliteOptions options_;
  std::unique_ptr<Writer> writer_;
  std::unique_ptr<Reader> reader_;
};

/// Copies a store's file as it is at one moment, while a server may go on appending. The copy is
/// checked before it gets its name. Throws std::runtime_error, also where `to` is there already.
void back_up(const std::string& from, const std::string& to);

}  // namespace sixfold
