// The contract that every store keeps, run against the SQLite one with a real file.
#include "store/store.hpp"

#include <filesystem>
#include <future>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "store/sqlite_store.hpp"

namespace sixfold {
namespace {

using Appended = Result<std::uint64_t, AppendRefusal>;
using Refused = AppendRefusal::Kind;

class StoreTest : public testing::Test {
 protected:
  StoreTest()
      : folder_(std::filesystem::temp_directory_path() / ("sixfold-" + to_text(random_id()))) {
    std::filesystem::create_directories(folder_);
  }
  ~StoreTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] SqliteOptions options() const {
    return {(folder_ / "games.db").string(), "", true};
  }

  static Appended append(Store& store, AppendRequest request) {
    std::promise<Appended> answer;
    store.append(std::move(request), [&](const Appended& result) { answer.set_value(result); });
    return answer.get_future().get();
  }

  static std::vector<StoredEvent> read(Store& store, const Id& game, std::uint64_t after = 0) {
    std::promise<std::vector<StoredEvent>> answer;
    store.read(game, after, [&](const auto& events) { answer.set_value(*events); });
    return answer.get_future().get();
  }

  static std::vector<GameRow> open_games(Store& store) {
    std::promise<std::vector<GameRow>> answer;
    store.open_games([&](const auto& found) { answer.set_value(found->games); });
    return answer.get_future().get();
  }

  static AppendRequest request(const Id& game, std::uint64_t expected,
                               std::vector<NewEvent> events) {
    AppendRequest request;
    request.game = game;
    request.expected_seq = expected;
    request.time_ms = 1'000;
    request.events = std::move(events);
    return request;
  }

  std::filesystem::path folder_;
};

TEST_F(StoreTest, KeepsEventsInOrderAndCountsThemFromOne) {
  SqliteStore store(options());
  const Id game = random_id();
  EXPECT_EQ(*append(store, request(game, 0, {{"a", 1, "{}"}, {"b", 2, R"({"x":1})"}})), 2U);
  EXPECT_EQ(*append(store, request(game, 2, {{"c", 1, "3"}})), 3U);
  const std::vector<StoredEvent> expected{
      {1, 1'000, "a", 1, "{}"}, {2, 1'000, "b", 2, R"({"x":1})"}, {3, 1'000, "c", 1, "3"}};
  EXPECT_EQ(read(store, game), expected);
  EXPECT_EQ(read(store, game, 2), std::vector<StoredEvent>{expected.back()});
  EXPECT_TRUE(read(store, random_id()).empty());
}

TEST_F(StoreTest, RefusesWhoKnewAnOlderEvent) {
  SqliteStore store(options());
  const Id game = random_id();
  ASSERT_TRUE(append(store, request(game, 0, {{"a", 1, "{}"}})));
  for (const std::uint64_t wrong : {0U, 2U, 7U}) {
    const Appended late = append(store, request(game, wrong, {{"b", 1, "{}"}}));
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, Refused::stale);
    EXPECT_EQ(late.error().seq, 1U);
  }
  EXPECT_EQ(read(store, game).size(), 1U);
}

TEST_F(StoreTest, CarriesACommandOutOnce) {
  SqliteStore store(options());
  const Id game = random_id();
  AppendRequest first = request(game, 0, {{"a", 1, "{}"}});
  first.command = random_id();
  ASSERT_EQ(*append(store, first), 1U);
  ASSERT_TRUE(append(store, request(game, 1, {{"b", 1, "{}"}})));
  first.expected_seq = 2;
  const Appended again = append(store, first);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Refused::repeated);
  EXPECT_EQ(again.error().seq, 1U);
  EXPECT_EQ(read(store, game).size(), 2U);

  std::promise<std::optional<std::uint64_t>> found;
  store.find_command(game, *first.command, [&](const auto& seq) { found.set_value(*seq); });
  EXPECT_EQ(found.get_future().get(), 1U);
}

TEST_F(StoreTest, ListsGamesThatGoOnWithTheirDeadlines) {
  SqliteStore store(options());
  const Id running = random_id();
  const Id ended = random_id();
  AppendRequest one = request(running, 0, {{"a", 1, "{}"}});
  one.status = GameStatus::running;
  one.deadline_ms = 77;
  AppendRequest other = request(ended, 0, {{"a", 1, "{}"}});
  other.status = GameStatus::ended;
  ASSERT_TRUE(append(store, one));
  ASSERT_TRUE(append(store, other));
  EXPECT_EQ(open_games(store),
            (std::vector<GameRow>{{running, 1, GameStatus::running, std::int64_t{77}, "", false}}));
}

TEST_F(StoreTest, FindsGamesByTheirCodes) {
  SqliteStore store(options());
  const Id game = random_id();
  AppendRequest coded = request(game, 0, {{"a", 1, "{}"}});
  coded.code = "BCDFGH";
  coded.listed = true;
  ASSERT_TRUE(append(store, coded));
  // The next events do not repeat the code.
  ASSERT_TRUE(append(store, request(game, 1, {{"b", 1, "{}"}})));
  const auto find = [&](const std::string& code) {
    std::promise<std::optional<Id>> answer;
    store.find_code(code, [&](const auto& found) { answer.set_value(*found); });
    return answer.get_future().get();
  };
  EXPECT_EQ(find("BCDFGH"), game);
  EXPECT_EQ(find("ZZZZZZ"), std::nullopt);

  AppendRequest twin = request(random_id(), 0, {{"a", 1, "{}"}});
  twin.code = "BCDFGH";
  const Appended refused = append(store, twin);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Refused::code_taken);
  EXPECT_TRUE(read(store, twin.game).empty());
}

TEST_F(StoreTest, ListsTheGamesOfAUserThoseThatGoOnFirst) {
  SqliteStore store(options());
  const Id user = random_id();
  const auto sit_down = [&](const Id& game, GameStatus status) {
    AppendRequest one = request(game, 0, {{"a", 1, "{}"}});
    one.status = status;
    one.players = {user};
    ASSERT_TRUE(append(store, one));
  };
  const Id ended = random_id();
  const Id running = random_id();
  sit_down(ended, GameStatus::ended);
  sit_down(running, GameStatus::running);
  const auto games_of = [&](const Id& who) {
    std::promise<std::vector<GameRow>> answer;
    store.games_of(who, 10, [&](const auto& rows) { answer.set_value(*rows); });
    return answer.get_future().get();
  };
  ASSERT_EQ(games_of(user).size(), 2U);
  EXPECT_EQ(games_of(user)[0].game, running);
  EXPECT_EQ(games_of(user)[1].game, ended);
  EXPECT_TRUE(games_of(random_id()).empty());
}

TEST_F(StoreTest, KnowsWhenAServerWasLastAlive) {
  SqliteStore store(options());
  const auto last_alive = [&] {
    std::promise<std::optional<std::int64_t>> answer;
    store.open_games([&](const auto& found) { answer.set_value(found->last_alive_ms); });
    return answer.get_future().get();
  };
  EXPECT_EQ(last_alive(), std::nullopt);
  store.keep_alive(5);
  store.keep_alive(7);
  ASSERT_TRUE(append(store, request(random_id(), 0, {{"a", 1, "{}"}})));
  EXPECT_EQ(last_alive(), 7);
}

/// A file as version 1 of the schema left it.
TEST_F(StoreTest, BringsAFileOfThePreviousSchemaUpToDate) {
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

TEST_F(StoreTest, LetsOneOfManyWithTheSameSeqSucceed) {
  SqliteStore store(options());
  const Id game = random_id();
  std::atomic<int> succeeded = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        if (append(store, request(game, 0, {{"a", 1, "{}"}}))) ++succeeded;
      });
  }
  EXPECT_EQ(succeeded, 1);
  EXPECT_EQ(read(store, game).size(), 1U);
}

TEST_F(StoreTest, IsThereAgainAfterItWasClosed) {
  const Id game = random_id();
  {
    EXPECT_TRUE(
        append(*std::make_unique<SqliteStore>(options()), request(game, 0, {{"a", 1, "1"}})));
  }
  SqliteStore store(options());
  EXPECT_EQ(read(store, game).size(), 1U);
}

TEST_F(StoreTest, BacksUpWhileAppendsGoOn) {
  SqliteStore store(options());
  const Id game = random_id();
  ASSERT_TRUE(append(store, request(game, 0, {{"a", 1, "1"}})));
  const std::string copy = (folder_ / "copy.db").string();
  back_up(options().path, copy);
  EXPECT_THROW(back_up(options().path, copy), std::runtime_error);
  ASSERT_TRUE(append(store, request(game, 1, {{"b", 1, "2"}})));
  SqliteStore restored({copy, "", true});
  EXPECT_EQ(read(restored, game).size(), 1U);
  EXPECT_EQ(read(store, game).size(), 2U);
}

TEST_F(StoreTest, RefusesAFileOfANewerProgram) {
  {
    const SqliteStore store(options());
  }
  SQLite::Database(options().path, SQLite::OPEN_READWRITE)
      .exec("PRAGMA user_version = " + std::to_string(schema_version + 1));
  EXPECT_THROW(SqliteStore{options()}, std::runtime_error);
}

TEST_F(StoreTest, NamesTheFileThatCannotBeOpened) {
  try {
    const SqliteStore store({(folder_ / "nowhere" / "games.db").string(), "", true});
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
}  // namespace sixfold
