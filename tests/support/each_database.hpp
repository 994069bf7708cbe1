// A test of the store that runs on a real SQLite file and a real PostgreSQL.
#pragma once

#include <future>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "store/accounts.hpp"
#include "store/postgres_store.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"
#include "support/postgres.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold {

enum class DatabaseKind : std::uint8_t { sqlite, postgresql };

class EachDatabase : public testing::TestWithParam<DatabaseKind> {
 protected:
  EachDatabase() {
    if (GetParam() == DatabaseKind::postgresql) PostgresServer::common().empty();
    store_ = open();
  }

  /// Opens the same rows each time.
  [[nodiscard]] std::unique_ptr<store::SqlStore> open() const {
    if (GetParam() == DatabaseKind::postgresql)
      return std::make_unique<store::PostgresStore>(PostgresServer::common().url());
    return std::make_unique<store::SqliteStore>(
        store::SqliteOptions{(folder_.path() / "games.db").string(), "", true});
  }

  /// Runs in a transaction of the store and waits for it.
  void in_store(const store::SqlWork& work) const {
    std::promise<void> done;
    store_->write(work, [&](const auto& fault) {
      EXPECT_FALSE(fault) << *fault;
      done.set_value();
    });
    done.get_future().get();
  }

  /// Adds an account to the store.
  store::Account account(const std::string& name, std::optional<Id> owner = {}) const {
    store::Account made;
    made.id = store::random_id();
    made.kind = owner ? store::Account::Kind::bot : store::Account::Kind::person;
    made.name = name;
    made.name_key = name;
    made.owner = owner;
    in_store([&](store::Sql& sql) { EXPECT_TRUE(store::insert_account(sql, made)); });
    return made;
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<store::SqlStore> store_;
};

inline std::string name_of_kind(const testing::TestParamInfo<DatabaseKind>& one) {
  return one.param == DatabaseKind::sqlite ? "Sqlite" : "Postgresql";
}

}  // namespace sixfold
