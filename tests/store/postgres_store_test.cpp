// What only the PostgreSQL store has: a server that may be away for a while, and other nodes.
#include "store/postgres_store.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "support/postgres.hpp"
#include "support/store_calls.hpp"

namespace sixfold {
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

TEST(PostgresStoreTest, KnowsWhoIsAtOtherNodes) {
  PostgresServer::common().empty();
  PostgresStore here(PostgresServer::common().url());
  PostgresStore there(PostgresServer::common().url());
  const Id node = random_id();
  const Id other = random_id();
  const Id game = random_id();
  const Id ann = random_id();
  AppendRequest sits = request(game, 0, {{"a", 1, "{}"}});
  sits.players = {ann};
  ASSERT_TRUE(append(here, sits));
  const auto present = [&](std::int64_t now) {
    return report(here, {node, now, {}, {}, {{game, 1}}}).present;
  };
  EXPECT_TRUE(present(1'000).empty());
  report(there, {other, 1'000, {ann}, {}, {}});
  EXPECT_EQ(present(2'000), std::vector<Id>{ann});
  // Nobody is at a node that is no more.
  EXPECT_TRUE(present(60'000).empty());
  report(there, {other, 61'000, {}, {}, {}});
  EXPECT_EQ(present(61'500), std::vector<Id>{ann});
  report(there, {other, 62'000, {}, {ann}, {}});
  EXPECT_TRUE(present(62'500).empty());
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
    EXPECT_EQ(why_not(alone), "a server uses this database");
  }
  {
    const PostgresStore mover(PostgresServer::common().url(), alone);
    EXPECT_EQ(why_not(shared), "the database is being moved");
    EXPECT_EQ(why_not(alone), "a server uses this database");
  }
  EXPECT_EQ(why_not(alone), "");
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
}  // namespace sixfold
