// What remains of a deleted account.
#include "store/accounts.hpp"

#include "server/forget.hpp"
#include "server/table_event.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::server {
namespace {

class GoingTest : public EachDatabase {
 protected:
  /// Seats the robot at a table.
  Id sit(GameStatus status) {
    store::AppendRequest sits = request(
        store::random_id(), 0, {to_stored(SeatTaken{0, robot_.id, "Robot", SeatTaken::Kind::bot})});
    sits.status = status;
    sits.players = {robot_.id};
    EXPECT_TRUE(append(*store_, sits));
    return sits.game;
  }

  bool remove(const Id& id) {
    bool gone = false;
    in_store([&](store::Sql& sql) { gone = forget_player(sql, id, 1).has_value(); });
    return gone;
  }

  store::Account ann_ = account("Ann");
  store::Account robot_ = account("Robot", ann_.id);
};

TEST_P(GoingTest, TakesTheNamesOfItsBotsOutOfEveryLog) {
  const Id game = sit(GameStatus::ended);
  EXPECT_TRUE(remove(ann_.id));
  const std::string body = read(*store_, game).front().body;
  EXPECT_EQ(body.find("Robot"), std::string::npos) << body;
  EXPECT_EQ(body.find(to_text(robot_.id)), std::string::npos) << body;
}

/// The robot sat down, got up again and left the seat to somebody else.
TEST_P(GoingTest, LeavesTheNamesOfThoseWhoSatThereLater) {
  const Id other = store::random_id();
  GameStarted started;
  started.setup.players = {{"Other", std::nullopt}, {"Robot", std::nullopt}};
  store::AppendRequest game = request(
      store::random_id(), 0,
      {to_stored(SeatTaken{0, robot_.id, "Robot", SeatTaken::Kind::bot}), to_stored(SeatFreed{0}),
       to_stored(SeatTaken{0, other, "Other", SeatTaken::Kind::guest}),
       to_stored(SeatTaken{1, robot_.id, "Robot", SeatTaken::Kind::bot}), to_stored(started)});
  game.status = GameStatus::ended;
  game.players = {robot_.id, other};
  EXPECT_TRUE(append(*store_, game));
  EXPECT_TRUE(remove(robot_.id));
  const auto events = read(*store_, game.game);
  EXPECT_NE(events[2].body.find("Other"), std::string::npos) << events[2].body;
  EXPECT_NE(events[4].body.find("Other"), std::string::npos) << events[4].body;
  for (const store::StoredEvent& event : events)
    EXPECT_EQ(event.body.find("Robot"), std::string::npos) << event.body;
}

TEST_P(GoingTest, WaitsForTheGamesOfItsBots) {
  sit(GameStatus::running);
  EXPECT_FALSE(remove(robot_.id));
  EXPECT_FALSE(remove(ann_.id));
  in_store([this](store::Sql& sql) { EXPECT_TRUE(store::find_account(sql, robot_.id)); });
}

INSTANTIATE_TEST_SUITE_P(Databases, GoingTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::server
