// Players who vanish: what the others may decide, and when.
#include "hub_fixture.hpp"
#include "rules/indexed.hpp"

namespace sixfold::server {
namespace {

class Absences : public HubTest {
 protected:
  /// A game of accounts, all of them present.
  Id begin_game(std::vector<Client*> players, const Json& more) {
    for (Client* client : players) {
      client->kind = SeatTaken::Kind::person;
      client->name = "Player " + to_text(client->user).substr(28);
      client->connect(*hub_);
    }
    const Id game = create(*players.front(), "base", static_cast<int>(players.size()), 0, more);
    for (std::size_t i = 1; i < players.size(); ++i) join(*players[i], game, "");
    for (Client* client : players) watch(*client, game);
    return game;
  }

  std::string decide_about(Client& client, const std::string& what, int seat) {
    return command(client, {{what, {{"seat", seat}}}}).value("code", "done");
  }

  Client ann_{1};
  Client ben_{2};
  Client eve_{3};
};

TEST_F(Absences, AreTheClocksAffairWhereThereIsOne) {
  begin_game({&ann_, &ben_},
             {{"rated", true}, {"clock", {{"kind", "per-move"}, {"seconds", 86'400}}}});
  hub_->disconnect(ben_.viewer);
  now_ms_ += 31'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 1), "clock_decides");
  EXPECT_EQ(decide_about(ann_, "let-bot-play", 1), "clock_decides");
  now_ms_ += 3'600'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 1), "clock_decides");
  EXPECT_FALSE(ann_.ended());
}

TEST_F(Absences, AreLongerInRatedGames) {
  begin_game({&ann_, &ben_}, {{"rated", true}});
  hub_->disconnect(ben_.viewer);
  now_ms_ += 31'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 1), "not_away");
  EXPECT_EQ(decide_about(ann_, "let-bot-play", 1), "not_away");
  now_ms_ += 900'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 1), "done");
  tasks_.run_until([&] { return ann_.ended(); });
}

TEST_F(Absences, EndAGameOnlyWithTheConsentOfAllWhoAreThere) {
  const Id game = begin_game({&ann_, &ben_, &eve_}, {});
  hub_->disconnect(eve_.viewer);
  now_ms_ += 31'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 2), "done");
  tasks_.run_until([&] { return ben_.table["seats"][0].contains("lets_leave"); });
  EXPECT_EQ(ben_.table["view"]["seats"][2]["in"], true);
  const Json seq = ben_.table["seq"];
  watch(ann_, game);
  EXPECT_EQ(decide_about(ann_, "let-leave", 2), "done") << "said twice, it is still one";
  watch(ben_, game);
  EXPECT_EQ(ben_.table["seq"], seq);
  EXPECT_EQ(decide_about(ben_, "let-leave", 2), "done");
  tasks_.run_until([&] { return ben_.table["view"]["seats"][2]["in"] == false; });
  EXPECT_EQ(ben_.table["status"], "running");
}

TEST_F(Absences, NeedNoConsentOfWhoIsAwayAsWell) {
  begin_game({&ann_, &ben_, &eve_}, {});
  hub_->disconnect(eve_.viewer);
  hub_->disconnect(ben_.viewer);
  now_ms_ += 31'000;
  EXPECT_EQ(decide_about(ann_, "let-leave", 2), "done");
  tasks_.run_until([&] { return ann_.table["view"]["seats"][2]["in"] == false; });
}

TEST_F(Absences, AgreementsEndWithTheTurn) {
  const Id game = begin_game({&ann_, &ben_, &eve_}, {});
  // The player to move vanishes and comes back.
  std::vector<Client*> players{&ann_, &ben_, &eve_};
  const auto mover = std::ranges::find_if(players, [](Client* one) { return one->at_turn(); });
  const auto other = mover == players.begin() ? players.begin() + 1 : players.begin();
  const int seat = static_cast<int>(mover - players.begin());
  hub_->disconnect((*mover)->viewer);
  now_ms_ += 31'000;
  EXPECT_EQ(decide_about(**other, "let-leave", seat), "done");
  (*mover)->connect(*hub_);
  watch(**mover, game);
  EXPECT_TRUE(nth((*mover)->table["seats"], other - players.begin()).contains("lets_leave"));
  EXPECT_TRUE(act(**mover).contains("seq"));
  watch(**other, game);
  for (const Json& one : (*other)->table["seats"]) EXPECT_FALSE(one.contains("lets_leave"));
}

}  // namespace
}  // namespace sixfold::server
