// The contract that every store keeps, run against a real SQLite file, a real PostgreSQL, and the
// model of it that the simulation uses.
#include <array>
#include <future>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "store/postgres_store.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"
#include "store/store.hpp"
#include "support/instant_model.hpp"
#include "support/postgres.hpp"
#include "support/store_calls.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold::store {
namespace {

using Refused = AppendRefusal::Kind;

enum class Keeper : std::uint8_t { sqlite, postgresql, model };

class StoreContractTest : public testing::TestWithParam<Keeper> {
 protected:
  StoreContractTest() {
    if (GetParam() == Keeper::postgresql) PostgresServer::common().empty();
  }

  /// The same games again each time.
  [[nodiscard]] std::unique_ptr<Store> open() {
    switch (GetParam()) {
      case Keeper::sqlite:
        return std::make_unique<SqliteStore>(
            SqliteOptions{(folder_.path() / "games.db").string(), "", true});
      case Keeper::postgresql:
        return std::make_unique<PostgresStore>(PostgresServer::common().url());
      case Keeper::model:
        return model_.open();
    }
    return nullptr;
  }

 private:
  tests::TemporaryFolder folder_;
  InstantModel model_;
};

TEST_P(StoreContractTest, KeepsEventsInOrderAndCountsThemFromOne) {
  const auto opened = open();
  Store& store = *opened;
  const Id game = random_id();
  EXPECT_EQ(*append(store, request(game, 0, {{"a", 1, "{}"}, {"b", 2, R"({"x":1})"}})), 2U);
  EXPECT_EQ(*append(store, request(game, 2, {{"c", 1, "3"}})), 3U);
  const std::vector<StoredEvent> expected{
      {1, 1'000, "a", 1, "{}"}, {2, 1'000, "b", 2, R"({"x":1})"}, {3, 1'000, "c", 1, "3"}};
  EXPECT_EQ(read(store, game), expected);
  EXPECT_EQ(read(store, game, 2), std::vector<StoredEvent>{expected.back()});
  EXPECT_TRUE(read(store, random_id()).empty());
}

TEST_P(StoreContractTest, RefusesWhoKnewAnOlderEvent) {
  const auto opened = open();
  Store& store = *opened;
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

TEST_P(StoreContractTest, CarriesACommandOutOnce) {
  const auto opened = open();
  Store& store = *opened;
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

TEST_P(StoreContractTest, ListsGamesThatGoOnWithTheirDeadlines) {
  const auto opened = open();
  Store& store = *opened;
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

TEST_P(StoreContractTest, FindsGamesByTheirCodes) {
  const auto opened = open();
  Store& store = *opened;
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

TEST_P(StoreContractTest, ListsTheGamesOfAUserThoseThatGoOnFirst) {
  const auto opened = open();
  Store& store = *opened;
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

TEST_P(StoreContractTest, IsThereAgainAfterItWasClosed) {
  const Id game = random_id();
  {
    EXPECT_TRUE(append(*open(), request(game, 0, {{"a", 1, "1"}})));
  }
  const auto opened = open();
  Store& store = *opened;
  EXPECT_EQ(read(store, game).size(), 1U);
}

TEST_P(StoreContractTest, TellsANodeWhatOthersDid) {
  const auto here = open();
  const auto there = open();
  const Id node = random_id();
  const Id known = random_id();
  const Id late = random_id();
  const Id shown = random_id();
  ASSERT_TRUE(append(*here, request(known, 0, {{"a", 1, "{}"}})));
  AppendRequest due = request(late, 0, {{"a", 1, "{}"}});
  due.deadline_ms = 500;
  AppendRequest not_due = request(random_id(), 0, {{"a", 1, "{}"}});
  not_due.deadline_ms = std::int64_t{1} << 60;
  ASSERT_TRUE(append(*there, not_due));
  ASSERT_TRUE(append(*there, due));
  AppendRequest listed = request(shown, 0, {{"a", 1, "{}"}});
  listed.listed = true;
  ASSERT_TRUE(append(*there, listed));
  ASSERT_TRUE(append(*there, request(known, 1, {{"b", 1, "{}"}, {"c", 1, "{}"}})));
  const NodeNews news = report(*here, {node, 500, {}, {}, {{known, 1}}});
  EXPECT_EQ(news.changed, (std::vector<EventPlace>{{known, 3}}));
  EXPECT_EQ(news.due, std::vector<Id>{late});
  EXPECT_EQ(news.listed, std::vector<Id>{shown});
  EXPECT_EQ(news.open_games, 4);
}

TEST_P(StoreContractTest, TellsOfManyGamesPageByPage) {
  const auto store = open();
  const Id node = random_id();
  std::set<Id> made;
  for (int i = 0; i < 1'200; ++i) {
    AppendRequest game = request(random_id(), 0, {{"a", 1, "{}"}});
    game.deadline_ms = 500;
    game.listed = true;
    made.insert(game.game);
    store->append(game, [](const auto& /*appended*/) {});
  }
  std::set<Id> due, listed;
  NodeReport next{node, 600, {}, {}, {}};
  for (int page = 0; page < 3; ++page) {
    const NodeNews news = report(*store, next);
    EXPECT_LE(news.due.size(), 500U);
    EXPECT_LE(news.listed.size(), 500U);
    due.insert(news.due.begin(), news.due.end());
    listed.insert(news.listed.begin(), news.listed.end());
    next.next = news.next;
  }
  EXPECT_EQ(due, made);
  EXPECT_EQ(listed, made);
  EXPECT_EQ(next.next, NewsPages{});
}

/// A running game whose player has until `deadline_ms`.
AppendRequest running_game(std::int64_t started_ms, std::int64_t deadline_ms) {
  AppendRequest game = request(random_id(), 0, {{"a", 1, "{}"}});
  game.time_ms = started_ms;
  game.status = GameStatus::running;
  game.deadline_ms = deadline_ms;
  return game;
}

std::optional<ReadFault> give_back(Store& store, const Outage& outage) {
  std::promise<std::optional<ReadFault>> done;
  store.give_back(
      {outage, [](std::int64_t ms) { return NewEvent{"given", 1, std::to_string(ms)}; }},
      [&](const auto& fault) { done.set_value(fault); });
  return done.get_future().get();
}

TEST_P(StoreContractTest, GivesTheTimeOfAnOutageBackOnceWhoeverAsks) {
  const auto here = open();
  const auto there = open();
  const AppendRequest early = running_game(1'000, 90'000);
  const AppendRequest meanwhile = running_game(15'000, 90'000);
  const AppendRequest later = running_game(41'000, 90'000);
  AppendRequest without_clock = running_game(1'000, 0);
  without_clock.deadline_ms.reset();
  AppendRequest waiting = running_game(1'000, 90'000);
  waiting.status = GameStatus::waiting;
  for (const AppendRequest& game : {early, meanwhile, later, without_clock, waiting})
    ASSERT_TRUE(append(*here, game));
  const Outage outage{10'000, 40'000};
  EXPECT_EQ(give_back(*here, outage), std::nullopt);
  EXPECT_EQ(give_back(*there, outage), std::nullopt);
  const auto given = [&](const AppendRequest& game) {
    const auto events = read(*here, game.game, 1);
    EXPECT_LE(events.size(), 1U);
    return events.empty() ? "" : events.back().body;
  };
  EXPECT_EQ(given(early), "30000");
  EXPECT_EQ(given(meanwhile), "25000");
  EXPECT_EQ(given(later), "");
  EXPECT_EQ(given(without_clock), "");
  EXPECT_EQ(given(waiting), "30000");
  for (const GameRow& row : open_games(*here)) {
    if (row.game == early.game) {
      EXPECT_EQ(row.deadline_ms, 120'000);
    }
    if (row.game == later.game) {
      EXPECT_EQ(row.deadline_ms, 90'000);
    }
  }
  // Another outage is another matter.
  EXPECT_EQ(give_back(*here, {50'000, 60'000}), std::nullopt);
  EXPECT_EQ(read(*here, early.game, 2).size(), 1U);
}

std::string name_of(const testing::TestParamInfo<Keeper>& one) {
  constexpr std::array names{"Sqlite", "Postgresql", "Model"};
  return nth(names, one.param);
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreContractTest,
                         testing::Values(Keeper::sqlite, Keeper::postgresql, Keeper::model),
                         name_of);

}  // namespace
}  // namespace sixfold::store
