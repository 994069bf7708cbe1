#include "store/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <span>
#include <string_view>

#include <libpq-fe.h>

namespace sixfold {

namespace {

/// Migration n takes the database from version n to n + 1.
constexpr std::array<const char*, 3> migrations{
    R"(
    CREATE TABLE games (
      game BYTEA PRIMARY KEY,
      seq BIGINT NOT NULL,
      status BIGINT NOT NULL,
      deadline_ms BIGINT,
      code TEXT UNIQUE,
      listed BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX games_open ON games (deadline_ms) WHERE status <> 2;
    CREATE INDEX games_listed ON games (game) WHERE listed = 1;
    CREATE TABLE events (
      game BYTEA NOT NULL,
      seq BIGINT NOT NULL,
      time_ms BIGINT NOT NULL,
      type TEXT NOT NULL,
      version BIGINT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (game, seq)
    );
    CREATE TABLE commands (
      game BYTEA NOT NULL,
      command BYTEA NOT NULL,
      seq BIGINT NOT NULL,
      PRIMARY KEY (game, command)
    );
    CREATE TABLE players (
      player BYTEA NOT NULL,
      game BYTEA NOT NULL,
      PRIMARY KEY (player, game)
    );
    CREATE INDEX players_game ON players (game);
    CREATE TABLE server (
      id BIGINT PRIMARY KEY CHECK (id = 1),
      alive_ms BIGINT NOT NULL
    );
    CREATE TABLE accounts (
      account BYTEA PRIMARY KEY,
      kind BIGINT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      passphrase TEXT NOT NULL,
      recovery TEXT NOT NULL,
      owner BYTEA,
      token TEXT UNIQUE,
      created_ms BIGINT NOT NULL,
      valid_from_ms BIGINT NOT NULL,
      banned BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;
    CREATE TABLE transfers (
      code TEXT PRIMARY KEY,
      player BYTEA NOT NULL,
      until_ms BIGINT NOT NULL
    );
    CREATE TABLE results (
      game BYTEA NOT NULL,
      seat BIGINT NOT NULL,
      player BYTEA,
      name TEXT NOT NULL,
      variant TEXT NOT NULL,
      points BIGINT NOT NULL,
      place BIGINT NOT NULL,
      seats BIGINT NOT NULL,
      rated BIGINT NOT NULL,
      ended_ms BIGINT NOT NULL,
      PRIMARY KEY (game, seat)
    );
    CREATE INDEX results_player ON results (player, ended_ms) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player BYTEA NOT NULL,
      variant TEXT NOT NULL,
      many BIGINT NOT NULL,
      rating DOUBLE PRECISION NOT NULL,
      deviation DOUBLE PRECISION NOT NULL,
      volatility DOUBLE PRECISION NOT NULL,
      games BIGINT NOT NULL,
      changed_ms BIGINT NOT NULL,
      PRIMARY KEY (player, variant, many)
    );
    CREATE TABLE nodes (
      node BYTEA PRIMARY KEY,
      alive_ms BIGINT NOT NULL
    );
    CREATE TABLE presence (
      player BYTEA NOT NULL,
      node BYTEA NOT NULL,
      PRIMARY KEY (player, node)
    );
    CREATE INDEX presence_node ON presence (node);
    CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    );
    )",
    R"(
    CREATE INDEX accounts_banned ON accounts (account) WHERE banned = 1;
    )",
    R"(
    CREATE TABLE daily_results (
      day TEXT NOT NULL,
      player BYTEA NOT NULL,
      name TEXT NOT NULL,
      points BIGINT NOT NULL,
      bot_points BIGINT NOT NULL,
      turns BIGINT NOT NULL,
      ended_ms BIGINT NOT NULL,
      PRIMARY KEY (day, player)
    );
    CREATE INDEX daily_results_player ON daily_results (player);
    )"};

// Types of columns, by the numbers PostgreSQL has for them.
constexpr Oid bytea_type = 17;
constexpr Oid bigint_type = 20;
constexpr Oid integer_type = 23;
constexpr Oid double_type = 701;

// Statements sent before their answers are read: few enough that neither side waits for the other.
constexpr std::size_t most_in_pipeline = 64;
constexpr std::int64_t migration_lock = 0x51F0;
constexpr std::int64_t use_lock = 0x51F1;

struct CloseConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answer = std::unique_ptr<PGresult, ClearResult>;

/// The text form of a parameter; nothing for NULL.
std::optional<std::string> text_of(const SqlValue& value) {
  return std::visit(
      []<class Value>(const Value& what) -> std::optional<std::string> {
        if constexpr (std::is_same_v<Value, std::monostate>) {
          return std::nullopt;
        } else if constexpr (std::is_same_v<Value, Id>) {
          return "\\x" + to_text(what);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return what;
        } else if constexpr (std::is_same_v<Value, double>) {
          std::array<char, 32> digits{};
          const int size = std::snprintf(digits.data(), digits.size(), "%.17g", what);
          return std::string(digits.data(), static_cast<std::size_t>(size));
        } else {
          return std::to_string(what);
        }
      },
      value);
}

SqlValue value_of(const PGresult* answer, int row, int column) {
  if (PQgetisnull(answer, row, column) != 0) return std::monostate{};
  const char* const text = PQgetvalue(answer, row, column);
  switch (PQftype(answer, column)) {
    case bigint_type:
    case integer_type:
      return std::int64_t{std::strtoll(text, nullptr, 10)};
    case double_type:
      return std::strtod(text, nullptr);
    case bytea_type: {
      const std::string_view hex(text);
      const auto id = hex.starts_with("\\x") ? parse_id(hex.substr(2)) : std::nullopt;
      if (!id) throw SqlError(SqlError::Kind::failed, "a column holds no id");
      return *id;
    }
    default:
      return std::string(text);
  }
}

SqlRows rows_of(const PGresult* answer) {
  SqlRows rows;
  for (int row = 0; row < PQntuples(answer); ++row) {
    SqlValues values;
    for (int column = 0; column < PQnfields(answer); ++column)
      values.push_back(value_of(answer, row, column));
    rows.emplace_back(std::move(values));
  }
  return rows;
}

/// Parameters as libpq takes them.
class Parameters {
 public:
  explicit Parameters(const SqlValues& values) {
    for (const SqlValue& value : values) texts_.push_back(text_of(value));
    for (const auto& text : texts_) pointers_.push_back(text ? text->c_str() : nullptr);
  }
  [[nodiscard]] int size() const { return static_cast<int>(pointers_.size()); }
  [[nodiscard]] const char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::optional<std::string>> texts_;
  std::vector<const char*> pointers_;
};

class PostgresConnection final : public Sql {
 public:
  explicit PostgresConnection(const std::string& url) : connection_(PQconnectdb(url.c_str())) {
    if (PQstatus(connection_.get()) != CONNECTION_OK)
      throw SqlError(SqlError::Kind::lost, trimmed(PQerrorMessage(connection_.get())));
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
  }

  /// Until the connection ends.
  void share() {
    if (run("SELECT pg_try_advisory_lock_shared($1)::int", {use_lock}).front().integer(0) == 0)
      throw SqlError(SqlError::Kind::failed, "the database is being moved");
  }
  void have_alone() {
    if (run("SELECT pg_try_advisory_lock($1)::int", {use_lock}).front().integer(0) == 0)
      throw SqlError(SqlError::Kind::failed, "a server uses this database");
  }

  void migrate() {
    // Of several servers that start at once, one migrates and the others wait.
    run("SELECT pg_advisory_lock($1)", {migration_lock});
    exec("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
    const SqlRows rows = run("SELECT version FROM schema_version", {});
    const auto version =
        rows.empty() ? std::size_t{0} : static_cast<std::size_t>(rows.front().integer(0));
    if (version > migrations.size())
      throw SqlError(SqlError::Kind::failed, "the database has schema " + std::to_string(version) +
                                                 ", this program knows " +
                                                 std::to_string(migrations.size()));
    for (std::size_t from = version; from < migrations.size(); ++from) {
      begin();
      exec(migrations.at(from));
      exec("DELETE FROM schema_version");
      run("INSERT INTO schema_version (version) VALUES ($1)",
          {static_cast<std::int64_t>(from + 1)});
      commit();
    }
    run("SELECT pg_advisory_unlock($1)", {migration_lock});
  }

  SqlRows run(const char* statement, const SqlValues& values) override {
    const std::string& name = prepared(statement);
    const Parameters parameters(values);
    const Answer answer(PQexecPrepared(connection_.get(), name.c_str(), parameters.size(),
                                       parameters.data(), nullptr, nullptr, 0));
    check(answer.get());
    return rows_of(answer.get());
  }

  std::vector<SqlRows> run_each(const char* statement,
                                const std::vector<SqlValues>& values) override {
    std::vector<SqlRows> all;
    if (values.empty()) return all;
    const std::string& name = prepared(statement);
    for (std::size_t from = 0; from < values.size(); from += most_in_pipeline)
      run_pipeline(
          name, std::span(values).subspan(from, std::min(most_in_pipeline, values.size() - from)),
          all);
    return all;
  }

  void begin() override { exec("BEGIN"); }
  void commit() override { exec("COMMIT"); }
  void roll_back() noexcept override { const Answer answer(PQexec(connection_.get(), "ROLLBACK")); }
  [[nodiscard]] bool is_shared() const override { return true; }

 private:
  static std::string trimmed(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return std::string(text);
  }

  void exec(const char* statements) {
    const Answer answer(PQexec(connection_.get(), statements));
    check(answer.get());
  }

  /// Throws unless all went well.
  void check(const PGresult* answer) const {
    const ExecStatusType status = PQresultStatus(answer);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    const char* const found =
        answer == nullptr ? nullptr : PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const std::string_view state = found == nullptr ? "" : found;
    using Kind = SqlError::Kind;
    Kind kind = Kind::failed;
    // 57P: the server is told to stop, or starts.
    if (PQstatus(connection_.get()) != CONNECTION_OK || state.starts_with("57P")) kind = Kind::lost;
    // A row that is there by now, a transaction that waits for ours, or one that came before it.
    else if (state == "23505" || state.starts_with("40"))
      kind = Kind::conflict;
    throw SqlError(kind, trimmed(answer == nullptr ? PQerrorMessage(connection_.get())
                                                   : PQresultErrorMessage(answer)));
  }

  const std::string& prepared(const char* statement) {
    const auto found = names_.find(statement);
    if (found != names_.end()) return found->second;
    const std::string name = "s" + std::to_string(names_.size());
    const Answer answer(PQprepare(connection_.get(), name.c_str(), statement, 0, nullptr));
    check(answer.get());
    return names_.emplace(statement, name).first->second;
  }

  void run_pipeline(const std::string& name, std::span<const SqlValues> values,
                    std::vector<SqlRows>& all) {
    PGconn* const connection = connection_.get();
    PQenterPipelineMode(connection);
    for (const SqlValues& one : values) {
      const Parameters parameters(one);
      PQsendQueryPrepared(connection, name.c_str(), parameters.size(), parameters.data(), nullptr,
                          nullptr, 0);
    }
    PQpipelineSync(connection);
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < values.size(); ++i) {
      answers.emplace_back(PQgetResult(connection));
      const Answer end_of_answer(PQgetResult(connection));
    }
    const Answer end_of_pipeline(PQgetResult(connection));
    PQexitPipelineMode(connection);
    for (const Answer& answer : answers) {
      check(answer.get());
      all.push_back(rows_of(answer.get()));
    }
  }

  std::unique_ptr<PGconn, CloseConnection> connection_;
  std::map<const void*, std::string> names_;
};

constexpr std::size_t half_key = 16;

/// A key as two ids, whose text form there is.
std::string key_text(const std::array<unsigned char, 2 * half_key>& key) {
  std::string text;
  for (const std::size_t from : {std::size_t{0}, half_key}) {
    Id half;
    std::copy_n(key.data() + from, half_key, half.bytes.begin());
    text += to_text(half);
  }
  return text;
}

}  // namespace

PostgresStore::PostgresStore(const std::string& url, Use use)
    : SqlStore([url, use, is_prepared = false](bool to_write) mutable -> std::unique_ptr<Sql> {
        auto connection = std::make_unique<PostgresConnection>(url);
        if (use == Use::shared)
          connection->share();
        else if (to_write)
          connection->have_alone();
        if (!is_prepared) connection->migrate();
        is_prepared = true;
        return connection;
      }) {}

std::array<unsigned char, 32> PostgresStore::common_key(
    const std::string& name, const std::array<unsigned char, 32>& fresh) {
  std::promise<std::string> kept;
  std::string found;
  write(
      [&](Sql& sql) {
        sql.run("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                {name, key_text(fresh)});
        found = sql.run("SELECT value FROM secrets WHERE name = $1", {name}).front().text(0);
      },
      [&](const auto& fault) { kept.set_value(fault ? std::string() : found); });
  const std::string text = kept.get_future().get();
  const auto first = parse_id(std::string_view(text).substr(0, 2 * half_key));
  const auto second = text.size() == 4 * half_key
                          ? parse_id(std::string_view(text).substr(2 * half_key))
                          : std::nullopt;
  if (!first || !second) throw std::runtime_error("the database holds no key named " + name);
  std::array<unsigned char, 2 * half_key> key{};
  std::ranges::copy(first->bytes, key.begin());
  std::ranges::copy(second->bytes, key.begin() + half_key);
  return key;
}

void put_common_key(Sql& sql, const std::string& name, const std::array<unsigned char, 32>& key) {
  sql.run(
      "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) "
      "DO UPDATE SET value = excluded.value",
      {name, key_text(key)});
}

}  // namespace sixfold
