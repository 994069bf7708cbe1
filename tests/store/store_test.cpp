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
    store.open_games([&](const auto& rows) { answer.set_value(*rows); });
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
            (std::vector<GameRow>{{running, 1, GameStatus::running, std::int64_t{77}}}));
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
  store.back_up(copy);
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
