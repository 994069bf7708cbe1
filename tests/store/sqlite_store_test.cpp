// What only the SQLite store has: a file, its schemas, copies of it.
#include "store/sqlite_store.hpp"

#include <filesystem>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "store/random_id.hpp"
#include "store/waiting.hpp"
#include "support/old_schema.hpp"
#include "support/store_calls.hpp"
#include "support/stored_logs.hpp"

namespace sixfold::store {
namespace {

class SqliteStoreTest : public testing::Test {
 protected:
  [[nodiscard]] SqliteOptions options() const { return {in_folder("games.db"), "", true}; }
  [[nodiscard]] std::string in_folder(const char* name) const {
    return (folder_.path() / name).string();
  }

 private:
  tests::TemporaryFolder folder_;
};

TEST_F(SqliteStoreTest, BringsAFileOfThePreviousSchemaUpToDate) {
  const Id game = random_id();
  {
    SQLite::Database old(options().path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(R"(
      CREATE TABLE games (game BLOB PRIMARY KEY, seq INTEGER NOT NULL, status INTEGER NOT NULL,
                          deadline_ms INTEGER) STRICT, WITHOUT ROWID;
      CREATE INDEX games_open ON games (status, deadline_ms) WHERE status <> 2;
      CREATE TABLE events (game BLOB NOT NULL, seq INTEGER NOT NULL, time_ms INTEGER NOT NULL,
                           type TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL,
                           PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
      CREATE TABLE commands (game BLOB NOT NULL, command BLOB NOT NULL, seq INTEGER NOT NULL,
                             PRIMARY KEY (game, command)) STRICT, WITHOUT ROWID;
      PRAGMA user_version = 1;)");
    const std::string id = "x'" + to_text(game) + "'";
    old.exec("INSERT INTO games VALUES (" + id + ", 1, 1, NULL)");
    old.exec("INSERT INTO events VALUES (" + id + ", 1, 5, 'a', 1, '{}')");
  }
  SqliteStore store(options());
  EXPECT_EQ(read(store, game), (std::vector<StoredEvent>{{1, 5, "a", 1, "{}"}}));
  EXPECT_EQ(open_games(store),
            (std::vector<GameRow>{{game, 1, GameStatus::running, std::nullopt, "", false}}));
  EXPECT_TRUE(append(store, request(game, 1, {{"b", 1, "{}"}})));
}

/// Programs of schema 9 would play games with a small bag as if it were full.
TEST_F(SqliteStoreTest, RaisesSchemaNineSoThatOlderProgramsRefuseTheFile) {
  const Id game = random_id();
  const auto version = [this] {
    return SQLite::Database(options().path).execAndGet("PRAGMA user_version").getInt();
  };
  {
    SqliteStore store(options());
    ASSERT_TRUE(append(store, request(game, 0, {{"a", 1, "{}"}})));
    write_now(store, take_archive_away);
  }
  // Schema 10 has the same tables.
  SQLite::Database(options().path, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 9");
  SqliteStore store(options());
  EXPECT_EQ(version(), schema_version);
  EXPECT_EQ(read(store, game).size(), 1U);
}

TEST_F(SqliteStoreTest, DoesNothingButWhatItsSchedulerRuns) {
  std::vector<std::function<void()>> scheduled;
  SqliteOptions on_schedule = options();
  on_schedule.schedule = [&](std::function<void()> work) { scheduled.push_back(std::move(work)); };
  SqliteStore store(on_schedule);
  const Id game = random_id();
  std::vector<std::uint64_t> stored;
  for (const std::uint64_t seq : {0U, 1U})
    store.append(request(game, seq, {{"a", 1, "1"}}),
                 [&](const auto& answer) { stored.push_back(answer ? *answer : 0); });
  EXPECT_TRUE(stored.empty());
  ASSERT_EQ(scheduled.size(), 2U);
  scheduled[0]();
  // The second shared the commit of the first.
  EXPECT_EQ(stored, (std::vector<std::uint64_t>{1, 2}));
  scheduled[1]();
  EXPECT_EQ(stored.size(), 2U);
}

TEST_F(SqliteStoreTest, BacksUpWhileAppendsGoOn) {
  SqliteStore store(options());
  const Id game = random_id();
  ASSERT_TRUE(append(store, request(game, 0, {{"a", 1, "1"}})));
  const std::string copy = in_folder("copy.db");
  back_up(options().path, copy);
  EXPECT_THROW(back_up(options().path, copy), std::runtime_error);
  ASSERT_TRUE(append(store, request(game, 1, {{"b", 1, "2"}})));
  SqliteStore restored({copy, "", true});
  EXPECT_EQ(read(restored, game).size(), 1U);
  EXPECT_EQ(read(store, game).size(), 2U);
}

TEST_F(SqliteStoreTest, RefusesAFileOfANewerProgram) {
  {
    const SqliteStore store(options());
  }
  SQLite::Database(options().path, SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = " + std::to_string(schema_version + 1));
  EXPECT_THROW(SqliteStore{options()}, std::runtime_error);
}

TEST_F(SqliteStoreTest, NamesTheFileThatCannotBeOpened) {
  try {
    const SqliteStore store({in_folder("nowhere/games.db"), "", true});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere"), std::string::npos);
  }
}

TEST(Ids, AreReadAsTheyAreWritten) {
  const Id id = random_id();
  EXPECT_EQ(parse_id(to_text(id)), id);
  EXPECT_FALSE(parse_id("12"));
  EXPECT_FALSE(parse_id(std::string(32, 'g')));
}

}  // namespace
}  // namespace sixfold::store
