#include "store/postgres_connection.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <libpq-fe.h>
#include <poll.h>

namespace sixfold::store {

namespace {

using Clock = std::chrono::steady_clock;

// PostgreSQL's numbers for column types.
constexpr Oid bytea_type = 17;
constexpr Oid bigint_type = 20;
constexpr Oid integer_type = 23;
constexpr Oid double_type = 701;

// Statements sent before their answers are read: few enough that neither side blocks the other.
constexpr std::size_t most_in_pipeline = 64;

// The time limits for an answer, during migrations and afterwards. The second exceeds PostgreSQL's
// own limits, so that the server can report what took so long.
constexpr std::chrono::milliseconds patient_time = std::chrono::minutes(10);
constexpr std::chrono::milliseconds answer_time = std::chrono::seconds(5);
// How often a wait checks whether it should end.
constexpr int wait_step_ms = 50;

struct Setting {
  const char* name;
  const char* value;
};
// Defaults for settings that the URL leaves open.
constexpr std::array connection_settings{
    Setting{"connect_timeout", "3"},       Setting{"keepalives", "1"},
    Setting{"keepalives_idle", "5"},       Setting{"keepalives_interval", "2"},
    Setting{"keepalives_count", "3"},      Setting{"tcp_user_timeout", "10000"},
    Setting{"application_name", "sixfold"}};
// Defaults for settings that neither the URL nor the database's administrator has set.
constexpr const char* session_settings =
    "SELECT count(set_config(name, wanted, false)) FROM pg_settings JOIN (VALUES "
    "('statement_timeout', '4000'), ('lock_timeout', '1000'), "
    "('idle_in_transaction_session_timeout', '4000')) AS limits (name, wanted) USING (name) "
    "WHERE source = 'default'";

/// The text form of a parameter; empty for NULL.
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
      if (!id) throw SqlError(SqlError::Kind::refused, "expected an id in a column");
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

/// Parameters in libpq's form.
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

std::string trimmed(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text);
}

/// The URL's settings and our defaults, in libpq's form.
class ConnectionSettings {
 public:
  explicit ConnectionSettings(const std::string& url) {
    char* fault = nullptr;
    parsed_.reset(PQconninfoParse(url.c_str(), &fault));
    const std::unique_ptr<char, decltype(&PQfreemem)> fault_text(fault, &PQfreemem);
    // libpq's message repeats the part that it cannot parse, which may be the password.
    if (!parsed_)
      throw SqlError(SqlError::Kind::failed, "invalid address of a PostgreSQL database");
    for (const PQconninfoOption* option = parsed_.get(); option->keyword != nullptr; ++option)
      if (option->val != nullptr) add(option->keyword, option->val);
    for (const Setting& setting : connection_settings)
      if (std::ranges::none_of(names_, [&](const char* name) {
            return name != nullptr && std::strcmp(name, setting.name) == 0;
          }))
        add(setting.name, setting.value);
    add(nullptr, nullptr);
  }
  [[nodiscard]] const char* const* names() const { return names_.data(); }
  [[nodiscard]] const char* const* values() const { return values_.data(); }

 private:
  void add(const char* name, const char* value) {
    names_.push_back(name);
    values_.push_back(value);
  }

  struct Free {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
  };
  std::unique_ptr<PQconninfoOption, Free> parsed_;
  std::vector<const char*> names_, values_;
};

/// Classifies an error for the caller.
SqlError::Kind kind_of(std::string_view state) {
  using Kind = SqlError::Kind;
  // The database server is shutting down or starting up.
  if (state.starts_with("57P")) return Kind::lost;
  // The row exists by now, a transaction waits for ours, or another one came first.
  if (state == "23505" || state.starts_with("40")) return Kind::conflict;
  if (state == "55P03") return Kind::held;
  // This database server is read-only now; another may have taken its place.
  if (state == "25006") return Kind::broken;
  // A value does not fit, or a row would break a rule of its table.
  if (state.starts_with("22") || state.starts_with("23")) return Kind::refused;
  return Kind::failed;
}

}  // namespace

void PostgresConnection::Close::operator()(pg_conn* connection) const { PQfinish(connection); }
void PostgresConnection::Clear::operator()(pg_result* result) const { PQclear(result); }

PostgresConnection::PostgresConnection(const std::string& url, std::stop_token stop)
    : stop_(std::move(stop)), longest_answer_(patient_time) {
  if (stop_.stop_requested()) throw SqlError(SqlError::Kind::lost, "the store is being closed");
  const ConnectionSettings settings(url);
  connection_.reset(PQconnectdbParams(settings.names(), settings.values(), 0));
  if (PQstatus(connection_.get()) != CONNECTION_OK)
    throw SqlError(SqlError::Kind::lost, trimmed(PQerrorMessage(connection_.get())));
  PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetnonblocking(connection_.get(), 1);
}

void PostgresConnection::limit_time() {
  longest_answer_ = answer_time;
  run(session_settings, {});
}

SqlRows PostgresConnection::run(const char* statement, const SqlValues& values) {
  const std::string& name = prepared(statement);
  const Parameters parameters(values);
  sent(PQsendQueryPrepared(connection_.get(), name.c_str(), parameters.size(), parameters.data(),
                           nullptr, nullptr, 0));
  const Answer answer = last_answer();
  return rows_of(answer.get());
}

std::vector<SqlRows> PostgresConnection::run_each(const char* statement,
                                                  const std::vector<SqlValues>& values) {
  std::vector<SqlRows> all;
  if (values.empty()) return all;
  const std::string& name = prepared(statement);
  for (std::size_t from = 0; from < values.size(); from += most_in_pipeline)
    run_pipeline(name,
                 std::span(values).subspan(from, std::min(most_in_pipeline, values.size() - from)),
                 all);
  return all;
}

void PostgresConnection::roll_back() noexcept {
  try {
    run_all("ROLLBACK");
  } catch (const std::exception&) {
    // After this, the connection cannot be used any more.
    is_broken_ = true;
  }
}

void PostgresConnection::run_all(const char* statements) {
  expect_usable();
  sent(PQsendQuery(connection_.get(), statements));
  static_cast<void>(last_answer());
}

const std::string& PostgresConnection::prepared(const char* statement) {
  expect_usable();
  const auto found = names_.find(statement);
  if (found != names_.end()) return found->second;
  const std::string name = "s" + std::to_string(names_.size());
  sent(PQsendPrepare(connection_.get(), name.c_str(), statement, 0, nullptr));
  static_cast<void>(last_answer());
  return names_.emplace(statement, name).first->second;
}

void PostgresConnection::run_pipeline(const std::string& name, std::span<const SqlValues> values,
                                      std::vector<SqlRows>& all) {
  PGconn* const connection = connection_.get();
  PQenterPipelineMode(connection);
  for (const SqlValues& one : values) {
    const Parameters parameters(one);
    sent(PQsendQueryPrepared(connection, name.c_str(), parameters.size(), parameters.data(),
                             nullptr, nullptr, 0));
  }
  sent(PQpipelineSync(connection));
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < values.size(); ++i) {
    answers.push_back(next_answer());
    const Answer end_of_answer = next_answer();
  }
  const Answer end_of_pipeline = next_answer();
  PQexitPipelineMode(connection);
  for (const Answer& answer : answers) {
    check(answer.get());
    all.push_back(rows_of(answer.get()));
  }
}

void PostgresConnection::expect_usable() const {
  if (is_broken_) throw SqlError(SqlError::Kind::lost, "the connection was lost");
}

/// Flushes what was handed to libpq; the time limit for the answer starts now.
void PostgresConnection::sent(int is_sent) {
  if (is_sent == 0) check(nullptr);
  answer_by_ = Clock::now() + longest_answer_;
  flush();
}

void PostgresConnection::flush() {
  while (true) {
    const int left = PQflush(connection_.get());
    if (left == 0) return;
    if (left < 0) check(nullptr);
    wait_for(POLLIN | POLLOUT);
    if (PQconsumeInput(connection_.get()) == 0) check(nullptr);
  }
}

void PostgresConnection::wait_for(short events) {
  while (true) {
    pollfd socket{PQsocket(connection_.get()), events, 0};
    if (poll(&socket, 1, wait_step_ms) > 0) return;
    if (Clock::now() < answer_by_ && !stop_.stop_requested()) continue;
    is_broken_ = true;
    throw SqlError(SqlError::Kind::lost, "PostgreSQL does not answer");
  }
}

/// Empty at the end of the answers to a statement.
PostgresConnection::Answer PostgresConnection::next_answer() {
  while (PQisBusy(connection_.get()) != 0) {
    wait_for(POLLIN);
    if (PQconsumeInput(connection_.get()) == 0) check(nullptr);
  }
  return Answer(PQgetResult(connection_.get()));
}

/// Throws on any error.
PostgresConnection::Answer PostgresConnection::last_answer() {
  Answer last;
  bool has_failed = false;
  while (Answer answer = next_answer()) {
    if (has_failed) continue;
    const ExecStatusType status = PQresultStatus(answer.get());
    has_failed = status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
    last = std::move(answer);
  }
  check(last.get());
  return last;
}

/// Throws unless the answer is that of a successful statement.
void PostgresConnection::check(const pg_result* answer) const {
  const ExecStatusType status = PQresultStatus(answer);
  if (answer != nullptr && (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)) return;
  const char* const state =
      answer == nullptr ? nullptr : PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  const bool is_lost = answer == nullptr || PQstatus(connection_.get()) != CONNECTION_OK;
  throw SqlError(is_lost ? SqlError::Kind::lost : kind_of(state == nullptr ? "" : state),
                 trimmed(answer == nullptr ? PQerrorMessage(connection_.get())
                                           : PQresultErrorMessage(answer)));
}

}  // namespace sixfold::store
