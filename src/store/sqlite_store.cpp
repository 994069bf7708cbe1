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

namespace sixfold::store {

namespace {

constexpr int busy_timeout_ms = 5'000;

/// Migration n upgrades a file from version n to n + 1.
constexpr std::array<const char*, schema_version> migrations{
    R"(
    CREATE TABLE games (
      game BLOB PRIMARY KEY,
      seq INTEGER NOT NULL,
      status INTEGER NOT NULL,
      deadline_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_open ON games (status, deadline_ms) WHERE status <> 2;
    CREATE TABLE events (
      game BLOB NOT NULL,
      seq INTEGER NOT NULL,
      time_ms INTEGER NOT NULL,
      type TEXT NOT NULL,
      version INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE commands (
      game BLOB NOT NULL,
      command BLOB NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (game, command)
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    ALTER TABLE games ADD COLUMN code TEXT;
    ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX games_code ON games (code) WHERE code IS NOT NULL;
    CREATE TABLE players (
      user BLOB NOT NULL,
      game BLOB NOT NULL,
      PRIMARY KEY (user, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      alive_ms INTEGER NOT NULL
    ) STRICT;
    )",
    R"(
    ALTER TABLE players RENAME COLUMN user TO player;
    CREATE INDEX games_listed ON games (listed) WHERE listed = 1;
    CREATE TABLE accounts (
      account BLOB PRIMARY KEY,
      kind INTEGER NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      passphrase TEXT NOT NULL,
      recovery TEXT NOT NULL,
      owner BLOB,
      token TEXT UNIQUE,
      created_ms INTEGER NOT NULL,
      valid_from_ms INTEGER NOT NULL,
      banned INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;
    CREATE TABLE transfers (
      code TEXT PRIMARY KEY,
      player BLOB NOT NULL,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE results (
      game BLOB NOT NULL,
      seat INTEGER NOT NULL,
      player BLOB,
      name TEXT NOT NULL,
      variant TEXT NOT NULL,
      points INTEGER NOT NULL,
      place INTEGER NOT NULL,
      seats INTEGER NOT NULL,
      rated INTEGER NOT NULL,
      ended_ms INTEGER NOT NULL,
      PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_player ON results (player, ended_ms) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player BLOB NOT NULL,
      variant TEXT NOT NULL,
      many INTEGER NOT NULL,
      rating REAL NOT NULL,
      deviation REAL NOT NULL,
      volatility REAL NOT NULL,
      games INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, variant, many)
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    CREATE INDEX accounts_banned ON accounts (account) WHERE banned = 1;
    )",
    R"(
    CREATE TABLE daily_results (
      day TEXT NOT NULL,
      player BLOB NOT NULL,
      name TEXT NOT NULL,
      points INTEGER NOT NULL,
      bot_points INTEGER NOT NULL,
      turns INTEGER NOT NULL,
      ended_ms INTEGER NOT NULL,
      PRIMARY KEY (day, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX daily_results_player ON daily_results (player);
    )",
    R"(
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE name_looks (
      look TEXT PRIMARY KEY,
      account BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX name_looks_account ON name_looks (account);
    CREATE INDEX accounts_name ON accounts (name);
    )",
    R"(
    CREATE TABLE sessions (
      session BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      token TEXT NOT NULL UNIQUE,
      device TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      used_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_player ON sessions (player);
    CREATE TABLE ended_sessions (
      session BLOB PRIMARY KEY,
      ended_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ended_sessions_time ON ended_sessions (ended_ms);
    ALTER TABLE results ADD COLUMN unrated TEXT NOT NULL DEFAULT '';
    CREATE TABLE flags (
      game BLOB NOT NULL,
      player BLOB NOT NULL,
      reason TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX flags_player ON flags (player);
    )",
    R"(
    CREATE TABLE audit (
      entry BLOB PRIMARY KEY,
      time_ms INTEGER NOT NULL,
      who TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX audit_time ON audit (time_ms);
    CREATE TABLE address_bans (
      address TEXT PRIMARY KEY,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reports (
      report BLOB PRIMARY KEY,
      game BLOB NOT NULL,
      seat INTEGER NOT NULL,
      reporter BLOB NOT NULL,
      reported BLOB,
      reason TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      closed INTEGER NOT NULL,
      UNIQUE (game, seat, reporter)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reports_time ON reports (closed, time_ms);
    CREATE INDEX reports_reporter ON reports (reporter);
    CREATE TABLE mutes (
      player BLOB PRIMARY KEY,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE second_factors (
      account BLOB PRIMARY KEY,
      secret TEXT NOT NULL,
      confirmed INTEGER NOT NULL,
      last_step INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    ALTER TABLE games ADD COLUMN given_ms INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE outages (
      began_ms INTEGER PRIMARY KEY,
      ended_ms INTEGER NOT NULL,
      is_done INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    )",
    // No new tables, but plans with a small bag, which older programs do not understand.
    "",
    // The archive of finished games. What older programs did not store is filled in later.
    R"(
    ALTER TABLE results ADD COLUMN theme TEXT NOT NULL DEFAULT '';
    ALTER TABLE results ADD COLUMN length INTEGER;
    ALTER TABLE results ADD COLUMN biggest_move INTEGER;
    DROP INDEX results_player;
    CREATE INDEX results_archive ON results (player, ended_ms, game) WHERE player IS NOT NULL;
    CREATE INDEX results_unarchived ON results (game) WHERE length IS NULL;
    CREATE TABLE unarchived (
      game BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    INSERT INTO unarchived (game) SELECT game FROM games WHERE status = 2;
    )",
    // Notices to devices.
    R"(
    CREATE TABLE push_subscriptions (
      subscription BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      session BLOB NOT NULL,
      endpoint TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL,
      auth TEXT NOT NULL,
      kinds INTEGER NOT NULL,
      quiet_from INTEGER NOT NULL,
      quiet_until INTEGER NOT NULL,
      zone TEXT NOT NULL,
      language TEXT NOT NULL,
      changed_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_subscriptions_player ON push_subscriptions (player);
    CREATE INDEX push_subscriptions_session ON push_subscriptions (session);
    CREATE TABLE notices (
      subscription BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (subscription, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notices_due ON notices (due_ms);
    )",
    // Personal tokens.
    R"(
    CREATE TABLE access_tokens (
      id BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      token TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      scopes INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      used_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX access_tokens_player ON access_tokens (player);
    )",
    // Friends, invitations and profiles.
    R"(
    CREATE TABLE relations (
      player BLOB NOT NULL,
      other BLOB NOT NULL,
      kind INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, other)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relations_other ON relations (other, kind);
    CREATE TABLE friend_codes (
      account BLOB PRIMARY KEY,
      code TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations (
      game BLOB NOT NULL,
      player BLOB NOT NULL,
      host BLOB NOT NULL,
      plan TEXT NOT NULL,
      seats INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      until_ms INTEGER NOT NULL,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_player ON invitations (player, made_ms);
    CREATE INDEX invitations_host ON invitations (host);
    CREATE TABLE rating_steps (
      player BLOB NOT NULL,
      ended_ms INTEGER NOT NULL,
      game BLOB NOT NULL,
      variant TEXT NOT NULL,
      many INTEGER NOT NULL,
      rating REAL NOT NULL,
      PRIMARY KEY (player, ended_ms, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE closed_profiles (
      account BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    )",
    // Streams of events, and webhooks.
    R"(
    CREATE TABLE event_streams (
      stream BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      node BLOB NOT NULL,
      renewed_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_streams_player ON event_streams (player);
    CREATE INDEX event_streams_node ON event_streams (node);
    CREATE INDEX event_streams_renewed ON event_streams (renewed_ms);
    CREATE TABLE stream_events (
      node BLOB NOT NULL,
      stream BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      PRIMARY KEY (node, stream, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE webhooks (
      webhook BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      kinds INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      status INTEGER NOT NULL,
      is_off INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhooks_player ON webhooks (player);
    CREATE TABLE webhook_events (
      webhook BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (webhook, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_events_due ON webhook_events (due_ms);
    )",
    // Holidays, with what tables do not know of them yet, and notes.
    R"(
    CREATE TABLE holidays (
      player BLOB NOT NULL,
      from_ms INTEGER NOT NULL,
      until_ms INTEGER NOT NULL,
      PRIMARY KEY (player, from_ms)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chores (
      player BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      change INTEGER NOT NULL,
      PRIMARY KEY (player, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
      player BLOB NOT NULL,
      game BLOB NOT NULL,
      text TEXT NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notes_game ON notes (game);
    )",
    // Feeds.
    R"(
    CREATE TABLE feeds (
      player BLOB PRIMARY KEY,
      secret TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID;
    )"};

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
      database_.exec(nth(migrations, from));
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
