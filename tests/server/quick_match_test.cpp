// Quick matches: strangers are seated together, and only at tables with a free seat.
#include "hub_fixture.hpp"

namespace sixfold {
namespace {

/// Full tables wait for seeds, as on a real server.
class QuickMatches : public HubTest {
 protected:
  // The first hub was created before this class could prepare its services.
  QuickMatches() {
    stop();
    start();
  }

  void prepare(HubServices& services) override {
    services.new_secret = [] { return FairSecret{}; };
  }

  Json quick(Client& client, int players) {
    const Id id = next_command();
    send(client,
         {{"quick",
           {{"id", to_text(id)}, {"name", "Player"}, {"variant", "base"}, {"players", players}}}});
    return answer_to(client, id);
  }

  /// A table in the lobby that differs from a quick match's only in `more`.
  Id offer(Client& client, const Json& more) {
    Json plan = {{"lobby", true}, {"clock", {{"kind", "per-move"}, {"seconds", 90}}}};
    add_members(plan, more);
    return create(client, "base", 2, 0, plan);
  }
};

TEST_F(QuickMatches, SeatThreeGuestsAtTwoTables) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Json first = quick(ann, 2)["game"];
  EXPECT_EQ(quick(ben, 2)["game"], first);
  const Json third = quick(eve, 2);
  ASSERT_TRUE(third.contains("game")) << dump(third);
  EXPECT_NE(third["game"], first);
}

TEST_F(QuickMatches, FillEveryTableAndNoneTwice) {
  for (int players = 2; players <= 4; ++players) {
    std::vector<std::unique_ptr<Client>> clients;
    std::map<std::string, int> seated;
    for (int i = 0; i < 2 * players + 1; ++i) {
      clients.push_back(std::make_unique<Client>(100 * players + i));
      clients.back()->connect(*hub_);
      ++seated[quick(*clients.back(), players)["game"].get<std::string>()];
    }
    std::vector<int> counts;
    for (const auto& [game, count] : seated) counts.push_back(count);
    std::ranges::sort(counts);
    EXPECT_EQ(counts, (std::vector{1, players, players}));
  }
}

/// The store answers only after everyone has asked.
TEST_F(QuickMatches, SeatThoseWhoAskAtTheSameTime) {
  Client host(1);
  host.connect(*hub_);
  ASSERT_TRUE(quick(host, 2).contains("game"));
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(std::make_unique<Client>(10 + i));
    clients.back()->connect(*hub_);
    send(*clients.back(), {{"quick",
                            {{"id", to_text(next_command())},
                             {"name", "Player"},
                             {"variant", "base"},
                             {"players", 2}}}});
  }
  for (const auto& client : clients)
    tasks_.run_until([&] { return client->acks.size() + client->errors.size() == 1; });
  for (const auto& client : clients) EXPECT_TRUE(client->errors.empty());
}

TEST_F(QuickMatches, PassTablesByThatAreNotWhatWasAskedFor) {
  int number = 1;
  for (const Json& more :
       std::vector<Json>{{{"rated", true}},
                         {{"hints", true}},
                         {{"opener", 1}},
                         {{"theme", "star-wars"}},
                         {{"seats", {{{"kind", "open"}}, {{"kind", "invited"}}}}}}) {
    Client host(number++);
    host.kind = SeatTaken::Kind::person;
    host.name = "Host";
    Client guest(number++);
    for (Client* client : {&host, &guest}) client->connect(*hub_);
    const Id offered = offer(host, more);
    const Json found = quick(guest, 2);
    ASSERT_TRUE(found.contains("game")) << dump(more) << dump(found);
    EXPECT_NE(found["game"], to_text(offered)) << dump(more);
    for (Client* client : {&host, &guest}) hub_->disconnect(client->viewer);
  }
}

TEST_F(QuickMatches, PassAFullTableByAfterARestart) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json first = quick(ann, 2)["game"];
  ASSERT_EQ(quick(ben, 2)["game"], first);
  stop();
  start();
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  EXPECT_NE(quick(eve, 2)["game"], first);
}

TEST_F(QuickMatches, LeaveNobodyWatchingATableWithoutASeat) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Json first = quick(ann, 2)["game"];
  const auto ask = [&](Client& client) {
    const Id id = next_command();
    send(client,
         {{"quick", {{"id", to_text(id)}, {"name", "P"}, {"variant", "base"}, {"players", 2}}}});
    return id;
  };
  const Id bens = ask(ben);
  const Id eves = ask(eve);
  EXPECT_EQ(answer_to(ben, bens)["game"], first);
  EXPECT_NE(answer_to(eve, eves)["game"], first);
  for (const std::string& message : eve.messages)
    EXPECT_EQ(message.find(first.get<std::string>()), std::string::npos);
}

TEST_F(QuickMatches, AreNotListedWhereNoSeatIsOpen) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const auto listed = [&] {
    return (*parse_json(hub_->lobby_page_after({}, {})))["lobby"]["tables"].size();
  };
  create(ann, "base", 1, 0,
         {{"lobby", true}, {"seats", {{{"kind", "open"}}, {{"kind", "invited"}}}}});
  EXPECT_EQ(listed(), 0U);
  const Id game = create(ann, "base", 2, 0, {{"lobby", true}});
  EXPECT_EQ(listed(), 1U);
  join(ben, game, "Ben");
  EXPECT_EQ(ann.table["status"], "waiting");
  EXPECT_EQ(listed(), 0U);
  // A player who leaves makes room again.
  tasks_.run_until([&] { return ben.table["you"] == 1; });
  command(ben, {{"leave", Json::object()}});
  EXPECT_EQ(listed(), 1U);
}

class CodesRunOut : public HubTest {
 protected:
  CodesRunOut() {
    stop();
    start();
  }
  void prepare(HubServices& services) override {
    services.new_code = [this] { return ++asked_ < 100 ? "BCDFGH" : "ZZZZZZ"; };
  }
  int asked_ = 0;
};

/// If every code is taken, the server is at fault, but must not try forever.
TEST_F(CodesRunOut, AfterSomeTries) {
  Client ann(1);
  ann.connect(*hub_);
  create(ann, "base", 2, 0);
  const Id id = next_command();
  const Json plan = {{"variant", "base"}, {"seats", {{{"kind", "open"}}, {{"kind", "open"}}}}};
  send(ann, {{"create", {{"id", to_text(id)}, {"plan", plan}, {"name", "Ann"}}}});
  EXPECT_EQ(answer_to(ann, id).value("code", ""), "unavailable");
  EXPECT_LT(asked_, 50);
}

TEST_F(CodesRunOut, WithoutARematchThatIsNotThere) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  command(ann, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ben.ended(); });
  EXPECT_EQ(command(ben, {{"rematch", Json::object()}}).value("code", ""), "unavailable");
  EXPECT_LT(asked_, 50);
  // The table must still answer the next command.
  EXPECT_EQ(command(ben, {{"leave", Json::object()}})["code"], "not_running");
  EXPECT_FALSE(ben.table.contains("rematch"));
}

}  // namespace
}  // namespace sixfold
