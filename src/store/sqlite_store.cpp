#include "store/sqlite_store.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "rules/indexed.hpp"
#include "store/sqlite_schema.hpp"

namespace sixfold::store {

namespace {

constexpr int busy_timeout_ms = 5'000;

/// After some errors, only a new connection can tell whether the file is usable again.
SqlError::Kind kind_of(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return SqlError::Kind::broken;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return SqlError::Kind::refused;
    default:
      return SqlError::Kind::failed;
  }
}

/// Converts the exceptions of SQLiteCpp.
template <class Work>
auto attempt(const Work& work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw SqlError(kind_of(error), error.getErrorStr());
  }
}

class SqliteConnection final : public Sql {
 public:
  SqliteConnection(const SqliteOptions& options, bool to_write)
      : database_(options.path,
                  to_write ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY,
                  busy_timeout_ms, options.vfs) {
    if (!to_write) return;
    database_.exec("PRAGMA journal_mode = WAL");
    database_.exec(options.synchronous ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
    database_.exec("PRAGMA foreign_keys = ON");
  }

  void migrate() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (version > schema_version)
      throw std::runtime_error("the file has schema " + std::to_string(version) +
                               ", but this program only supports up to " +
                               std::to_string(schema_version));
    for (int from = version; from < schema_version; ++from) {
      SQLite::Transaction transaction(database_);
      database_.exec(nth(sqlite_migrations, from));
      database_.exec("PRAGMA user_version = " + std::to_string(from + 1));
      transaction.commit();
    }
  }

  /// Throws if the file is read-only or the disk is full: better at start-up than with the first
  /// move.
  void expect_writable() {
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    database_.exec("PRAGMA user_version = " + std::to_string(schema_version));
    transaction.commit();
  }

  SqlRows run(const char* statement, const SqlValues& values) override {
    return attempt([&] { return rows_of(prepared(statement), values); });
  }

  std::vector<SqlRows> run_each(const char* statement,
                                const std::vector<SqlValues>& values) override {
    return attempt([&] {
      std::vector<SqlRows> all;
      for (const SqlValues& one : values) all.push_back(rows_of(prepared(statement), one));
      return all;
    });
  }

  void begin() override {
    attempt([this] { return database_.exec("BEGIN IMMEDIATE"); });
  }
  void commit() override {
    attempt([this] { return database_.exec("COMMIT"); });
  }
  void roll_back() noexcept override {
    // If even this fails, the next begin will report it.
    static_cast<void>(database_.tryExec("ROLLBACK"));
  }
  [[nodiscard]] bool is_shared() const override { return false; }

 private:
  SQLite::Statement& prepared(const char* statement) {
    auto& slot = statements_[statement];
    if (!slot) slot = std::make_unique<SQLite::Statement>(database_, statement);
    return *slot;
  }

  static void bind(SQLite::Statement& statement, int index, const SqlValue& value) {
    std::visit(
        [&]<class Value>(const Value& what) {
          if constexpr (std::is_same_v<Value, std::monostate>)
            statement.bind(index);
          else if constexpr (std::is_same_v<Value, Id>)
            statement.bindNoCopy(index, what.bytes.data(), static_cast<int>(what.bytes.size()));
          else if constexpr (std::is_same_v<Value, std::string>)
            statement.bindNoCopy(index, what);
          else
            statement.bind(index, what);
        },
        value);
  }

  static SqlValue value_of(const SQLite::Column& column) {
    if (column.isNull()) return std::monostate{};
    if (column.isInteger()) return column.getInt64();
    if (column.isFloat()) return column.getDouble();
    if (column.isText()) return column.getString();
    Id id;
    if (column.getBytes() != static_cast<int>(id.bytes.size()))
      throw SqlError(SqlError::Kind::refused, "expected an id in a column");
    std::copy_n(static_cast<const std::uint8_t*>(column.getBlob()), id.bytes.size(),
                id.bytes.begin());
    return id;
  }

  /// Resets the statement at once: an open statement keeps its read transaction open beyond the
  /// commit, and SQLite could never checkpoint the WAL.
  static SqlRows rows_of(SQLite::Statement& statement, const SqlValues& values) {
    const struct Reset {
      SQLite::Statement& statement;
      ~Reset() { statement.tryReset(); }
    } reset{statement};
    for (std::size_t i = 0; i < values.size(); ++i)
      bind(statement, static_cast<int>(i) + 1, values[i]);
    SqlRows rows;
    while (statement.executeStep()) {
      SqlValues row;
      for (int i = 0; i < statement.getColumnCount(); ++i)
        row.push_back(value_of(statement.getColumn(i)));
      rows.emplace_back(std::move(row));
    }
    return rows;
  }

  SQLite::Database database_;
  std::map<const void*, std::unique_ptr<SQLite::Statement>> statements_;
};

}  // namespace

SqliteStore::SqliteStore(const SqliteOptions& options)
    : SqlStore(
          [options, is_prepared = std::make_shared<std::once_flag>()](
              bool to_write, const std::stop_token& /*stop*/) -> std::unique_ptr<Sql> {
            try {
              auto connection = std::make_unique<SqliteConnection>(options, to_write);
              // The first connection is the one that writes.
              std::call_once(*is_prepared, [&] {
                connection->migrate();
                connection->expect_writable();
              });
              return connection;
            } catch (const std::exception& error) {
              throw std::runtime_error(options.path + ": " + error.what());
            }
          },
          options.schedule) {}

void back_up(const std::string& from, const std::string& to) {
  try {
    if (std::filesystem::exists(to)) throw std::runtime_error("already exists");
    const std::string unfinished = to + ".unfinished";
    std::filesystem::remove(unfinished);
    {
      SQLite::Database source(from, SQLite::OPEN_READONLY, busy_timeout_ms);
      SQLite::Database copy(unfinished, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      SQLite::Backup backup(copy, source);
      backup.executeStep();
      const std::string fault = copy.execAndGet("PRAGMA integrity_check").getString();
      if (fault != "ok") throw std::runtime_error("the copy is damaged: " + fault);
    }
    std::filesystem::rename(unfinished, to);
  } catch (const std::exception& error) {
    throw std::runtime_error(to + ": " + error.what());
  }
}

}  // namespace sixfold::store
