// What remains of a deleted account.
#include "store/accounts.hpp"

#include <future>

#include <gtest/gtest.h>

#include "server/forget.hpp"
#include "server/table_event.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"
#include "support/store_calls.hpp"
#include "support/stored_logs.hpp"

namespace sixfold {
namespace {

class GoingTest : public testing::Test {
 protected:
  GoingTest() : store_({(folder_.path() / "games.db").string(), "", true}) {
    ann_ = account("Ann", std::nullopt);
    robot_ = account("Robot", ann_.id);
    in_store([this](Sql& sql) {
      EXPECT_TRUE(insert_account(sql, ann_));
      EXPECT_TRUE(insert_account(sql, robot_));
    });
  }

  static Account account(const std::string& name, std::optional<Id> owner) {
    Account made;
    made.id = random_id();
    made.kind = owner ? Account::Kind::bot : Account::Kind::person;
    made.name = name;
    made.name_key = name;
    made.owner = owner;
    return made;
  }

  void in_store(const std::function<void(Sql&)>& work) {
    std::promise<void> done;
    store_.write(work, [&](const auto& fault) {
      EXPECT_FALSE(fault);
      done.set_value();
    });
    done.get_future().get();
  }

  /// Seats the robot at a table.
  Id sit(GameStatus status) {
    AppendRequest sits = request(
        random_id(), 0, {to_stored(SeatTaken{0, robot_.id, "Robot", SeatTaken::Kind::bot})});
    sits.status = status;
    sits.players = {robot_.id};
    EXPECT_TRUE(append(store_, sits));
    return sits.game;
  }

  bool remove(const Id& id) {
    bool gone = false;
    in_store([&](Sql& sql) { gone = forget_player(sql, id, 1).has_value(); });
    return gone;
  }

  tests::TemporaryFolder folder_;
  SqliteStore store_;
  Account ann_;
  Account robot_;
};

TEST_F(GoingTest, TakesTheNamesOfItsBotsOutOfEveryLog) {
  const Id game = sit(GameStatus::ended);
  EXPECT_TRUE(remove(ann_.id));
  const std::string body = read(store_, game).front().body;
  EXPECT_EQ(body.find("Robot"), std::string::npos) << body;
  EXPECT_EQ(body.find(to_text(robot_.id)), std::string::npos) << body;
}

TEST_F(GoingTest, WaitsForTheGamesOfItsBots) {
  sit(GameStatus::running);
  EXPECT_FALSE(remove(robot_.id));
  EXPECT_FALSE(remove(ann_.id));
  in_store([this](Sql& sql) { EXPECT_TRUE(find_account(sql, robot_.id)); });
}

}  // namespace
}  // namespace sixfold
