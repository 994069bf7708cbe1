#include "store/sqlite_store.hpp"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
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

 private:
  using Outcome = Result<std::uint64_t, AppendRefusal>;
  struct Task {
    AppendRequest request;
    AppendAnswer answer;
  };

  void run() {
    while (true) {
      std::vector<Task> tasks = queue_.pop(most_appends_in_commit);
      if (tasks.empty()) return;
      std::vector<Outcome> outcomes;
      try {
        SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
        for (const Task& task : tasks) outcomes.push_back(store(task.request));
        transaction.commit();
      } catch (const SQLite::Exception& error) {
        // Nothing of the block is stored: no append of it may be answered with success.
        outcomes.assign(tasks.size(), Unexpected{AppendRefusal{AppendRefusal::Kind::unavailable, 0,
                                                               error.getErrorStr()}});
      }
      for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].answer(outcomes[i]);
    }
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
    SQLite::Statement& row = prepared(
        put_game_,
        "INSERT INTO games (game, seq, status, deadline_ms) VALUES (?, ?, ?, ?) ON CONFLICT (game) "
        "DO UPDATE SET seq = excluded.seq, status = excluded.status, "
        "deadline_ms = excluded.deadline_ms");
    bind(row, 1, request.game);
    bind(row, 2, seq);
    row.bind(3, static_cast<int>(request.status));
    if (request.deadline_ms) row.bind(4, *request.deadline_ms);
    row.exec();
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
  std::unique_ptr<SQLite::Statement> find_command_, find_game_, insert_event_, put_game_,
      insert_command_;
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

  void open_games(GamesAnswer answer) {
    queue_.push([this, answer = std::move(answer)] {
      answer(attempt<std::vector<GameRow>>([&] { return open_rows(); }));
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

  std::vector<GameRow> open_rows() {
    SQLite::Statement find(database_,
                           "SELECT game, seq, status, deadline_ms FROM games WHERE status <> 2");
    std::vector<GameRow> rows;
    while (find.executeStep()) {
      GameRow row{id_of(find.getColumn(0)),
                  static_cast<std::uint64_t>(find.getColumn(1).getInt64()),
                  static_cast<GameStatus>(find.getColumn(2).getInt()), std::nullopt};
      if (!find.getColumn(3).isNull()) row.deadline_ms = find.getColumn(3).getInt64();
      rows.push_back(row);
    }
    return rows;
  }

  SQLite::Database database_;
  Queue<std::function<void()>> queue_;
  std::thread thread_;
};

SqliteStore::SqliteStore(const SqliteOptions& options) : options_(options) {
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

void SqliteStore::open_games(GamesAnswer answer) { reader_->open_games(std::move(answer)); }

void SqliteStore::back_up(const std::string& to) {
  try {
    SQLite::Database from(options_.path, SQLite::OPEN_READONLY, busy_timeout_ms, options_.vfs);
    SQLite::Database copy(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Backup backup(copy, from);
    backup.executeStep();
  } catch (const std::exception& error) {
    throw std::runtime_error(to + ": " + error.what());
  }
}

}  // namespace sixfold
