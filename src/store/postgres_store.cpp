#include "store/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <future>
#include <mutex>
#include <string_view>
#include <thread>

#include "store/postgres_connection.hpp"
#include "store/postgres_schema.hpp"

namespace sixfold::store {

namespace {

constexpr std::int64_t migration_lock = 0x51F0;
constexpr std::int64_t use_lock = 0x51F1;

/// Until the connection ends.
void share(Sql& sql) {
  if (sql.run("SELECT pg_try_advisory_lock_shared($1)::int", {use_lock}).front().integer(0) == 0)
    throw SqlError(SqlError::Kind::failed, "the database is being migrated");
}
void have_alone(Sql& sql) {
  // PostgreSQL takes a moment to notice that a connection was closed.
  constexpr int attempts = 20;
  constexpr auto moment = std::chrono::milliseconds(50);
  for (int i = 0; i < attempts; ++i) {
    if (sql.run("SELECT pg_try_advisory_lock($1)::int", {use_lock}).front().integer(0) != 0) return;
    std::this_thread::sleep_for(moment);
  }
  throw SqlError(SqlError::Kind::failed, "the database is in use by a server");
}

void migrate(PostgresConnection& sql) {
  // If several servers start at once, one migrates and the others wait.
  sql.run("SELECT pg_advisory_lock($1)", {migration_lock});
  sql.run_all("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
  const SqlRows rows = sql.run("SELECT version FROM schema_version", {});
  const auto version =
      rows.empty() ? std::size_t{0} : static_cast<std::size_t>(rows.front().integer(0));
  if (version > postgres_migrations.size())
    throw SqlError(SqlError::Kind::failed, "the database has schema " + std::to_string(version) +
                                               ", but this program only supports up to " +
                                               std::to_string(postgres_migrations.size()));
  for (std::size_t from = version; from < postgres_migrations.size(); ++from) {
    sql.begin();
    sql.run_all(postgres_migrations.at(from));
    sql.run_all("DELETE FROM schema_version");
    sql.run("INSERT INTO schema_version (version) VALUES ($1)",
            {static_cast<std::int64_t>(from + 1)});
    sql.commit();
  }
  sql.run("SELECT pg_advisory_unlock($1)", {migration_lock});
}

constexpr std::size_t half_key = 16;

/// Encodes a key as two ids, which have a text form.
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
    : SqlStore([url, use, is_prepared = std::make_shared<std::once_flag>()](
                   bool to_write, std::stop_token stop) -> std::unique_ptr<Sql> {
        auto connection = std::make_unique<PostgresConnection>(url, std::move(stop));
        if (use != Use::alone)
          share(*connection);
        else if (to_write)
          have_alone(*connection);
        std::call_once(*is_prepared, [&] { migrate(*connection); });
        if (use == Use::shared) connection->limit_time();
        return connection;
      }) {}

std::array<unsigned char, 32> PostgresStore::common_key(
    const std::string& name, const std::array<unsigned char, 32>& fresh) {
  std::promise<std::optional<ReadFault>> done;
  std::string text;
  write(
      [&](Sql& sql) {
        sql.run("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                {name, key_text(fresh)});
        text = sql.run("SELECT value FROM secrets WHERE name = $1", {name}).front().text(0);
      },
      [&](const auto& fault) { done.set_value(fault); });
  if (const auto fault = done.get_future().get()) throw std::runtime_error(*fault);
  const auto first = parse_id(std::string_view(text).substr(0, 2 * half_key));
  const auto second = text.size() == 4 * half_key
                          ? parse_id(std::string_view(text).substr(2 * half_key))
                          : std::nullopt;
  if (!first || !second) throw std::runtime_error("the database has no key named " + name);
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

}  // namespace sixfold::store
