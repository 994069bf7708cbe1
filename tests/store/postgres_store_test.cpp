// What only the PostgreSQL store has: a server that may be away for a while, and other nodes.
#include "store/postgres_store.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "store/random_id.hpp"
#include "store/waiting.hpp"
#include "support/old_schema.hpp"
#include "support/postgres.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

TEST(PostgresStoreTest, LosesAndRepeatsNothingWhenTheServerRestarts) {
  PostgresServer& server = PostgresServer::common();
  server.empty();
  PostgresStore store(server.url());
  const Id game = random_id();
  std::thread restarts([&] {
    for (int i = 0; i < 3; ++i) server.restart();
  });
  std::uint64_t seq = 0;
  std::vector<Id> acknowledged;
  while (seq < 400) {
    AppendRequest next = request(game, seq, {{"a", 1, std::to_string(seq + 1)}});
    next.command = random_id();
    const Appended answer = append(store, next);
    // The commit of the append may have been the last thing before the end.
    const bool done = answer || answer.error().kind == AppendRefusal::Kind::repeated;
    ASSERT_TRUE(done) << answer.error().why;
    seq = answer ? *answer : answer.error().seq;
    acknowledged.push_back(*next.command);
  }
  restarts.join();
  const auto events = read(store, game);
  ASSERT_EQ(events.size(), 400U);
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_EQ(events[i].body, std::to_string(i + 1));
}

/// Stops PostgreSQL's processes while it lives.
class Frozen {
 public:
  Frozen() { PostgresServer::common().freeze(); }
  ~Frozen() { PostgresServer::common().thaw(); }
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;
};

/// Far beyond any bound of the store's: whoever is still waiting then waits for ever.
constexpr auto for_ever = std::chrono::seconds(40);

TEST(PostgresStoreTest, SaysSoWhenTheServerHangsAndGoesOnAfterwards) {
  PostgresServer::common().empty();
  PostgresStore store(PostgresServer::common().url());
  const Id game = random_id();
  ASSERT_TRUE(append(store, request(game, 0, {{"a", 1, "{}"}})));
  EXPECT_TRUE(store.is_ready());
  std::promise<Appended> appended;
  std::promise<bool> read_anything;
  {
    const Frozen frozen;
    store.append(request(game, 1, {{"b", 1, "{}"}}),
                 [&](const Appended& result) { appended.set_value(result); });
    store.read(game, 0, [&](const auto& events) { read_anything.set_value(events.has_value()); });
    auto answer = appended.get_future();
    auto events = read_anything.get_future();
    ASSERT_EQ(answer.wait_for(for_ever), std::future_status::ready);
    const Appended refused = answer.get();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, AppendRefusal::Kind::unavailable);
    ASSERT_EQ(events.wait_for(for_ever), std::future_status::ready);
    EXPECT_FALSE(events.get());
    EXPECT_FALSE(store.is_ready());
  }
  // What had been sent may have been stored after all.
  const std::uint64_t seq = read(store, game).size();
  EXPECT_EQ(*append(store, request(game, seq, {{"c", 1, "{}"}})), seq + 1);
  EXPECT_TRUE(store.is_ready());
}

TEST(PostgresStoreTest, CanBeClosedWhileTheServerHangs) {
  PostgresServer::common().empty();
  auto store = std::make_unique<PostgresStore>(PostgresServer::common().url());
  const Frozen frozen;
  std::atomic<int> answered = 0;
  constexpr int many = 600;  // several transactions
  for (int i = 0; i < many; ++i)
    store->append(request(random_id(), 0, {{"a", 1, "{}"}}),
                  [&](const Appended& result) { answered += result ? 0 : 1; });
  auto closed = std::async(std::launch::async, [&] { store.reset(); });
  ASSERT_EQ(closed.wait_for(for_ever), std::future_status::ready);
  EXPECT_EQ(answered, many);
}

TEST(PostgresStoreTest, GoesOnWhileAnotherNodeIsFrozenWithinItsReport) {
  PostgresServer::common().empty();
  // These outlive the stores, whose threads wait for them.
  std::promise<void> go_on;
  const auto gate = go_on.get_future().share();
  std::promise<void> is_frozen;
  const auto frozen = is_frozen.get_future();
  std::promise<void> is_busy;
  std::promise<void> all_given;
  PostgresStore here(PostgresServer::common().url());
  PostgresStore there(PostgresServer::common().url());
  const struct GoOn {
    std::promise<void>& promise;
    ~GoOn() { promise.set_value(); }
  } in_the_end{go_on};
  const Id game = random_id();
  ASSERT_TRUE(append(here, request(game, 0, {{"a", 1, "{}"}})));
  // The other node's report, and one of its appends, are done but not committed.
  there.write(
      [&, given = all_given.get_future().share()](Sql& /*sql*/) {
        is_busy.set_value();
        given.wait();
      },
      nullptr);
  is_busy.get_future().wait();
  there.report({random_id(), 1'000, {random_id()}, {}, {}}, nullptr);
  there.append(request(game, 1, {{"theirs", 1, "{}"}}), [](const auto& /*appended*/) {});
  there.write(
      [&, is_first = true](Sql& /*sql*/) mutable {
        if (std::exchange(is_first, false)) is_frozen.set_value();
        gate.wait();
      },
      nullptr);
  all_given.set_value();
  frozen.wait();

  std::promise<bool> reported;
  here.report({random_id(), 1'000, {random_id()}, {}, {}},
              [&](const auto& news) { reported.set_value(news.has_value()); });
  auto news = reported.get_future();
  ASSERT_EQ(news.wait_for(for_ever), std::future_status::ready);
  EXPECT_TRUE(news.get());
  // Neither is a game held for longer than PostgreSQL lets a transaction be idle.
  EXPECT_TRUE(append(here, request(random_id(), 0, {{"a", 1, "{}"}})));
  EXPECT_EQ(*append(here, request(game, 1, {{"ours", 1, "{}"}})), 2U);
  EXPECT_EQ(read(here, game).back().type, "ours");
}

/// Why a store cannot be opened; empty if it can.
std::string why_not(PostgresStore::Use use) {
  try {
    const PostgresStore store(PostgresServer::common().url(), use);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(PostgresStoreTest, IsHadAloneOrShared) {
  using enum PostgresStore::Use;
  PostgresServer::common().empty();
  {
    const PostgresStore server(PostgresServer::common().url());
    EXPECT_EQ(why_not(shared), "");
    EXPECT_EQ(why_not(alone), "the database is in use by a server");
  }
  {
    const PostgresStore mover(PostgresServer::common().url(), alone);
    EXPECT_EQ(why_not(shared), "the database is being migrated");
    EXPECT_EQ(why_not(alone), "the database is in use by a server");
  }
  EXPECT_EQ(why_not(alone), "");
}

/// Programs of schema 7 would play games with a small bag as if it were full.
TEST(PostgresStoreTest, RaisesSchemaSevenSoThatOlderProgramsRefuseIt) {
  PostgresServer::common().empty();
  const auto open = [] { return std::make_unique<PostgresStore>(PostgresServer::common().url()); };
  write_now(*open(), [](Sql& sql) {
    take_archive_away(sql);
    // Schema 8 has the same tables.
    sql.run("UPDATE schema_version SET version = 7", {});
  });
  std::int64_t version = 0;
  write_now(*open(), [&](Sql& sql) {
    version = sql.run("SELECT version FROM schema_version", {}).front().integer(0);
  });
  EXPECT_GT(version, 7);
}

TEST(PostgresStoreTest, SaysWhyItCannotStart) {
  try {
    const PostgresStore store("postgresql:///postgres?user=sixfold&password=hidden&host=/nowhere");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere"), std::string::npos);
    EXPECT_EQ(std::string(error.what()).find("hidden"), std::string::npos);
  }
}

}  // namespace
}  // namespace sixfold::store
