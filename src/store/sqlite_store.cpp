#include "store/sqlite_store.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <variant>

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>

namespace sixfold {

namespace {

constexpr int busy_timeout_ms = 5'000;
// Enough that waiting appends share commits, few enough that none waits long for others.
constexpr std::size_t most_appends_in_commit = 256;

/// Migration n takes a file from version n to n + 1.
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
    )"};

SQLite::Database open_file(const SqliteOptions& options) {
  SQLite::Database database(options.path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                            busy_timeout_ms, options.vfs);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(options.synchronous ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
  database.exec("PRAGMA foreign_keys = ON");
  return database;
}

void migrate(SQLite::Database& database) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > schema_version)
    throw std::runtime_error("the file has schema " + std::to_string(version) +
                             ", this program knows " + std::to_string(schema_version));
  for (int from = version; from < schema_version; ++from) {
    SQLite::Transaction transaction(database);
    database.exec(migrations[static_cast<std::size_t>(from)]);
    database.exec("PRAGMA user_version = " + std::to_string(from + 1));
    transaction.commit();
  }
}

void bind(SQLite::Statement& statement, int index, const Id& id) {
  statement.bind(index, id.bytes.data(), static_cast<int>(id.bytes.size()));
}

void bind(SQLite::Statement& statement, int index, std::uint64_t value) {
  statement.bind(index, static_cast<std::int64_t>(value));
}

Id id_of(const SQLite::Column& column) {
  Id id;
  const auto* const bytes = static_cast<const std::uint8_t*>(column.getBlob());
  if (bytes != nullptr && column.getBytes() == static_cast<int>(id.bytes.size()))
    std::copy_n(bytes, id.bytes.size(), id.bytes.begin());
  return id;
}

/// Work for one thread, done in the order it comes; what is there is done before the end.
template <class Task>
class Queue {
 public:
  void push(Task task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    ready_.notify_one();
  }

  /// Waits for tasks and takes up to `most`; none once the queue is closed and empty.
  std::vector<Task> pop(std::size_t most) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
    std::vector<Task> taken;
    while (!tasks_.empty() && taken.size() < most) {
      taken.push_back(std::move(tasks_.front()));
      tasks_.pop_front();
    }
    return taken;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Task> tasks_;
  bool closed_ = false;
};

}  // namespace

/// One thread with the only connection that writes.
class SqliteStore::Writer {
 public:
  explicit Writer(const SqliteOptions& options)
      : database_(open_file(options)), thread_([this] { run(); }) {}
  ~Writer() {
    queue_.close();
    thread_.join();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void push(AppendRequest request, AppendAnswer answer) {
    queue_.push({std::move(request), std::move(answer)});
  }

  void keep_alive(std::int64_t time_ms) { queue_.push({time_ms, {}}); }

 private:
  using Outcome = Result<std::uint64_t, AppendRefusal>;
  /// An append, or the time at which a server runs.
  struct Task {
    std::variant<AppendRequest, std::int64_t> what;
    AppendAnswer answer;
  };

  void run() {
    while (true) {
      std::vector<Task> tasks = queue_.pop(most_appends_in_commit);
      if (tasks.empty()) return;
      std::vector<Outcome> outcomes;
      try {
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        for (const Task& task : tasks)
          outcomes.push_back(
              std::visit([this](const auto& what) { return store(what); }, task.what));
        transaction.commit();
      } catch (const SQLite::Exception& error) {
        // Nothing of the block is stored: no append of it may be answered with success.
        outcomes.assign(tasks.size(), Unexpected{AppendRefusal{AppendRefusal::Kind::unavailable, 0,
                                                               error.getErrorStr()}});
      }
      for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks[i].answer) tasks[i].answer(outcomes[i]);
    }
  }

  Outcome store(std::int64_t alive_ms) {
    SQLite::Statement& alive =
        prepared(put_alive_,
                 "INSERT INTO server (id, alive_ms) VALUES (1, ?) ON CONFLICT (id) "
                 "DO UPDATE SET alive_ms = excluded.alive_ms");
    alive.bind(1, alive_ms);
    alive.exec();
    return std::uint64_t{0};
  }

  Outcome store(const AppendRequest& request) {
    if (request.command) {
      SQLite::Statement& find =
          prepared(find_command_, "SELECT seq FROM commands WHERE game = ? AND command = ?");
      bind(find, 1, request.game);
      bind(find, 2, *request.command);
      if (const auto seq = first_seq(find))
        return Unexpected{AppendRefusal{AppendRefusal::Kind::repeated, *seq, ""}};
    }
    SQLite::Statement& last = prepared(find_game_, "SELECT seq FROM games WHERE game = ?");
    bind(last, 1, request.game);
    const std::uint64_t seq = first_seq(last).value_or(0);
    if (seq != request.expected_seq)
      return Unexpected{AppendRefusal{AppendRefusal::Kind::stale, seq, ""}};
    if (seq == 0 && !request.code.empty()) {
      SQLite::Statement& taken = prepared(find_code_, "SELECT seq FROM games WHERE code = ?");
      taken.bind(1, request.code);
      if (first_seq(taken))
        return Unexpected{AppendRefusal{AppendRefusal::Kind::code_taken, 0, ""}};
    }
    return write(request);
  }

  std::uint64_t write(const AppendRequest& request) {
    std::uint64_t seq = request.expected_seq;
    for (const NewEvent& event : request.events) {
      SQLite::Statement& insert = prepared(
          insert_event_,
          "INSERT INTO events (game, seq, time_ms, type, version, body) VALUES (?, ?, ?, ?, ?, ?)");
      bind(insert, 1, request.game);
      bind(insert, 2, ++seq);
      insert.bind(3, request.time_ms);
      insert.bind(4, event.type);
      insert.bind(5, event.version);
      insert.bind(6, event.body);
      insert.exec();
    }
    SQLite::Statement& row =
        prepared(put_game_,
                 "INSERT INTO games (game, seq, status, deadline_ms, code, listed) VALUES (?, ?, "
                 "?, ?, ?, ?) "
                 "ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, status = excluded.status, "
                 "deadline_ms = excluded.deadline_ms, listed = excluded.listed");
    bind(row, 1, request.game);
    bind(row, 2, seq);
    row.bind(3, static_cast<int>(request.status));
    if (request.deadline_ms) row.bind(4, *request.deadline_ms);
    if (!request.code.empty()) row.bind(5, request.code);
    row.bind(6, request.listed ? 1 : 0);
    row.exec();
    for (const Id& user : request.players) {
      SQLite::Statement& player =
          prepared(put_player_, "INSERT OR IGNORE INTO players (user, game) VALUES (?, ?)");
      bind(player, 1, user);
      bind(player, 2, request.game);
      player.exec();
    }
    if (request.command) {
      SQLite::Statement& command =
          prepared(insert_command_, "INSERT INTO commands (game, command, seq) VALUES (?, ?, ?)");
      bind(command, 1, request.game);
      bind(command, 2, *request.command);
      bind(command, 3, seq);
      command.exec();
    }
    return seq;
  }

  /// The statement is reset at once: one that stands on a row holds its read open beyond the
  /// commit, and then SQLite never moves the log into the file.
  static std::optional<std::uint64_t> first_seq(SQLite::Statement& find) {
    std::optional<std::uint64_t> seq;
    if (find.executeStep()) seq = static_cast<std::uint64_t>(find.getColumn(0).getInt64());
    find.reset();
    return seq;
  }

  /// A statement that is compiled once.
  SQLite::Statement& prepared(std::unique_ptr<SQLite::Statement>& slot, const char* sql) {
    if (!slot) slot = std::make_unique<SQLite::Statement>(database_, sql);
    slot->reset();
    slot->clearBindings();
    return *slot;
  }

  SQLite::Database database_;
  std::unique_ptr<SQLite::Statement> find_command_, find_game_, find_code_, insert_event_,
      put_game_, put_player_, insert_command_, put_alive_;
  Queue<Task> queue_;
  std::thread thread_;
};

/// One thread with a connection that only reads.
class SqliteStore::Reader {
 public:
  explicit Reader(const SqliteOptions& options)
      : database_(options.path, SQLite::OPEN_READONLY, busy_timeout_ms, options.vfs),
        thread_([this] { run(); }) {}
  ~Reader() {
    queue_.close();
    thread_.join();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void read(Id game, std::uint64_t after_seq, EventsAnswer answer) {
    queue_.push([this, game, after_seq, answer = std::move(answer)] {
      answer(attempt<std::vector<StoredEvent>>([&] { return events_of(game, after_seq); }));
    });
  }

  void find_command(Id game, Id command, CommandAnswer answer) {
    queue_.push([this, game, command, answer = std::move(answer)] {
      answer(attempt<std::optional<std::uint64_t>>([&] { return seq_of(game, command); }));
    });
  }

  void open_games(OpenGamesAnswer answer) {
    queue_.push([this, answer = std::move(answer)] {
      answer(attempt<OpenGames>([&] { return found_at_start(); }));
    });
  }

  void find_code(std::string code, GameAnswer answer) {
    queue_.push([this, code = std::move(code), answer = std::move(answer)] {
      answer(attempt<std::optional<Id>>([&] { return game_of(code); }));
    });
  }

  void games_of(Id user, int most, GamesAnswer answer) {
    queue_.push([this, user, most, answer = std::move(answer)] {
      answer(attempt<std::vector<GameRow>>([&] { return rows_of(user, most); }));
    });
  }

 private:
  void run() {
    while (true) {
      const auto tasks = queue_.pop(1);
      if (tasks.empty()) return;
      tasks.front()();
    }
  }

  template <class T, class Work>
  static Result<T, ReadFault> attempt(const Work& work) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      return Unexpected{ReadFault(error.getErrorStr())};
    }
  }

  std::vector<StoredEvent> events_of(const Id& game, std::uint64_t after_seq) {
    SQLite::Statement find(database_,
                           "SELECT seq, time_ms, type, version, body FROM events "
                           "WHERE game = ? AND seq > ? ORDER BY seq");
    bind(find, 1, game);
    bind(find, 2, after_seq);
    std::vector<StoredEvent> events;
    while (find.executeStep())
      events.push_back({static_cast<std::uint64_t>(find.getColumn(0).getInt64()),
                        find.getColumn(1).getInt64(), find.getColumn(2).getString(),
                        find.getColumn(3).getInt(), find.getColumn(4).getString()});
    return events;
  }

  std::optional<std::uint64_t> seq_of(const Id& game, const Id& command) {
    SQLite::Statement find(database_, "SELECT seq FROM commands WHERE game = ? AND command = ?");
    bind(find, 1, game);
    bind(find, 2, command);
    if (!find.executeStep()) return std::nullopt;
    return static_cast<std::uint64_t>(find.getColumn(0).getInt64());
  }

  static std::vector<GameRow> rows(SQLite::Statement& find) {
    std::vector<GameRow> rows;
    while (find.executeStep()) {
      GameRow row{id_of(find.getColumn(0)),
                  static_cast<std::uint64_t>(find.getColumn(1).getInt64()),
                  static_cast<GameStatus>(find.getColumn(2).getInt()),
                  std::nullopt,
                  find.getColumn(4).getString(),
                  find.getColumn(5).getInt() != 0};
      if (!find.getColumn(3).isNull()) row.deadline_ms = find.getColumn(3).getInt64();
      rows.push_back(std::move(row));
    }
    return rows;
  }

  OpenGames found_at_start() {
    OpenGames found;
    SQLite::Statement alive(database_, "SELECT alive_ms FROM server");
    if (alive.executeStep()) found.last_alive_ms = alive.getColumn(0).getInt64();
    SQLite::Statement find(
        database_,
        "SELECT game, seq, status, deadline_ms, code, listed FROM games WHERE status <> 2");
    found.games = rows(find);
    return found;
  }

  std::optional<Id> game_of(const std::string& code) {
    SQLite::Statement find(database_, "SELECT game FROM games WHERE code = ?");
    find.bind(1, code);
    if (!find.executeStep()) return std::nullopt;
    return id_of(find.getColumn(0));
  }

  std::vector<GameRow> rows_of(const Id& user, int most) {
    SQLite::Statement find(database_,
                           "SELECT game, seq, status, deadline_ms, code, listed "
                           "FROM players JOIN games USING (game) "
                           "WHERE user = ? ORDER BY status = 2, game LIMIT ?");
    bind(find, 1, user);
    find.bind(2, most);
    return rows(find);
  }

  SQLite::Database database_;
  Queue<std::function<void()>> queue_;
  std::thread thread_;
};

SqliteStore::SqliteStore(SqliteOptions options) : options_(std::move(options)) {
  try {
    SQLite::Database database = open_file(options_);
    migrate(database);
    writer_ = std::make_unique<Writer>(options_);
    reader_ = std::make_unique<Reader>(options_);
  } catch (const std::exception& error) {
    throw std::runtime_error(options_.path + ": " + error.what());
  }
}

SqliteStore::~SqliteStore() = default;

void SqliteStore::append(AppendRequest request, AppendAnswer answer) {
  writer_->push(std::move(request), std::move(answer));
}

void SqliteStore::read(Id game, std::uint64_t after_seq, EventsAnswer answer) {
  reader_->read(game, after_seq, std::move(answer));
}

void SqliteStore::find_command(Id game, Id command, CommandAnswer answer) {
  reader_->find_command(game, command, std::move(answer));
}

void SqliteStore::open_games(OpenGamesAnswer answer) { reader_->open_games(std::move(answer)); }

void SqliteStore::find_code(std::string code, GameAnswer answer) {
  reader_->find_code(std::move(code), std::move(answer));
}

void SqliteStore::games_of(Id user, int most, GamesAnswer answer) {
  reader_->games_of(user, most, std::move(answer));
}

void SqliteStore::keep_alive(std::int64_t time_ms) { writer_->keep_alive(time_ms); }

void back_up(const std::string& from, const std::string& to) {
  try {
    if (std::filesystem::exists(to)) throw std::runtime_error("is there already");
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

}  // namespace sixfold
