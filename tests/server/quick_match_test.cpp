// Quick matches: strangers are seated together, and only at tables with a free seat.
#include "hub_fixture.hpp"

namespace sixfold::server {
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

  Id ask_quick(Client& client, int players, const char* name = "Player",
               const char* theme = "classic", const char* tempo = "normal") {
    const Id id = next_command();
    send(client, {{"quick",
                   {{"id", to_text(id)},
                    {"name", name},
                    {"variant", "base"},
                    {"players", players},
                    {"theme", theme},
                    {"tempo", tempo}}}});
    return id;
  }

  Json seal(Client& client) {
    return command(client, {{"seal", {{"seal", std::string(64, '7')}}}});
  }

  /// Lets time pass as on a server.
  void pass(std::int64_t milliseconds) {
    for (std::int64_t passed = 0; passed < milliseconds; passed += 500) {
      now_ms_ += 500;
      hub_->tick();
      bool answered = false;
      store_->write([](store::Sql& /*sql*/) {},
                    [&](const auto& /*fault*/) { tasks_.post([&] { answered = true; }); });
      tasks_.run_until([&] { return answered && hub_->is_at_rest(); });
    }
  }

  /// The bot, which has an account, is matched with someone who has given a seed.
  void match_with_bot(Client& client, Client& bot) {
    bot.kind = SeatTaken::Kind::bot;
    bot.name = "Robot";
    for (Client* one : {&client, &bot}) one->connect(*hub_);
    const Json game = quick(client, 2)["game"];
    ASSERT_EQ(quick(bot, 2)["game"], game);
    tasks_.run_until([&] { return client.table["seats"][1]["taken"] == true; });
    EXPECT_TRUE(command(client, {{"seed", {{"seed", "07"}}}}).contains("seq"));
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
    counts.reserve(seated.size());
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

/// Nobody has opened a table yet.
TEST_F(QuickMatches, SeatTwoWhoAskAtOnceOnAnEmptyServerAtOneTable) {
  for (int players = 2; players <= 4; ++players) {
    std::vector<std::unique_ptr<Client>> clients;
    std::map<std::string, int> seated;
    for (int i = 0; i < 2 * players + 1; ++i) {
      clients.push_back(std::make_unique<Client>(100 * players + i));
      clients.back()->connect(*hub_);
      ask_quick(*clients.back(), players);
    }
    for (const auto& client : clients) {
      tasks_.run_until([&] { return client->acks.size() + client->errors.size() == 1; });
      ASSERT_TRUE(client->errors.empty()) << dump(client->errors[0]);
      ++seated[client->acks[0]["game"].get<std::string>()];
    }
    EXPECT_EQ(seated.size(), 3U) << players;
  }
}

TEST_F(QuickMatches, GoOnWhenWhoeverOpensTheTableIsRefusedOrLeaves) {
  Client ann(1);
  Client ben(2);
  Client cas(3);
  Client dora(4);
  for (Client* client : {&ann, &ben, &cas, &dora}) client->connect(*hub_);
  ask_quick(ann, 2, "\u202e");
  ask_quick(ben, 2);
  ask_quick(cas, 2);
  ask_quick(dora, 2);
  hub_->disconnect(ben.viewer);
  for (Client* client : {&ann, &cas, &dora})
    tasks_.run_until([&] { return client->acks.size() + client->errors.size() == 1; });
  EXPECT_EQ(ann.errors[0]["code"], "bad_name");
  ASSERT_TRUE(cas.errors.empty() && dora.errors.empty());
  EXPECT_EQ(cas.acks[0]["game"], dora.acks[0]["game"]);
}

TEST_F(QuickMatches, OfTheStarWarsEditionHaveTablesOfTheirOwn) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json first = quick(ann, 2)["game"];
  const Id id = ask_quick(ben, 2, "Ben", "star-wars");
  EXPECT_NE(answer_to(ben, id)["game"], first);
  tasks_.run_until([&] { return !ben.table.is_null(); });
  EXPECT_EQ(ben.table["theme"], "star-wars");
  EXPECT_EQ(ben.table["plan"]["clock"]["seconds"], 90);
}

TEST_F(QuickMatches, BringThoseTogetherWhoWantTheSameTempo) {
  Client ann(1);
  Client ben(2);
  Client cas(3);
  for (Client* client : {&ann, &ben, &cas}) client->connect(*hub_);
  const Json slow = answer_to(ann, ask_quick(ann, 2, "Ann", "classic", "slow"))["game"];
  const Json normal = answer_to(ben, ask_quick(ben, 2, "Ben"))["game"];
  EXPECT_NE(normal, slow);
  EXPECT_EQ(answer_to(cas, ask_quick(cas, 2, "Cas", "classic", "slow"))["game"], slow);
  tasks_.run_until([&] { return !cas.table.is_null() && !ben.table.is_null(); });
  EXPECT_EQ(cas.table["plan"]["clock"]["seconds"], 300);
  EXPECT_EQ(ben.table["plan"]["clock"]["seconds"], 90);
}

/// Another tempo is another search, which ends the first.
TEST_F(QuickMatches, OfAnotherTempoEndTheFirstSearch) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json first = answer_to(ann, ask_quick(ann, 2, "Ann", "classic", "fast"))["game"];
  const Json second = answer_to(ann, ask_quick(ann, 2, "Ann", "classic", "slow"))["game"];
  EXPECT_NE(first, second);
  EXPECT_NE(answer_to(ben, ask_quick(ben, 2, "Ben", "classic", "fast"))["game"], first);
}

/// Ann has gone elsewhere in the app: she is connected, but not at the table.
TEST_F(QuickMatches, DoNotBeginWithoutSomebodyWhoDoesNotShowUp) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json game = quick(ann, 2)["game"];
  send(ann, {{"unwatch", {{"game", game}}}});
  ASSERT_EQ(quick(ben, 2)["game"], game);
  tasks_.run_until([&] { return ben.table["you"] == 1; });
  EXPECT_TRUE(command(ben, {{"seal", {{"seal", std::string(64, '7')}}}}).contains("seq"));
  now_ms_ += 5'000;
  hub_->tick();
  tasks_.run_until([&] { return ben.table["seats"][0]["taken"] == false; });
  EXPECT_EQ(ben.table["status"], "waiting");
  EXPECT_EQ(ben.table["you"], 1);
  EXPECT_EQ(ben.table["host"], true);
  // The seat is free again.
  Client cas(3);
  cas.connect(*hub_);
  EXPECT_EQ(quick(cas, 2)["game"], game);
}

/// Her page may still be loading what makes the seal.
TEST_F(QuickMatches, WaitLongerForSomebodyWhoIsAtTheTable) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json game = quick(ann, 2)["game"];
  ASSERT_EQ(quick(ben, 2)["game"], game);
  tasks_.run_until([&] { return ben.table["you"] == 1 && ann.table["seats"][1]["taken"] == true; });
  EXPECT_TRUE(seal(ben).contains("seq"));
  pass(14'000);
  ASSERT_EQ(ben.table["seats"][0]["taken"], true);
  tasks_.run_until([&] { return ann.table["seq"] == ben.table["seq"]; });
  EXPECT_TRUE(seal(ann).contains("seq"));
  tasks_.run_until([&] { return ben.table.contains("reveal"); });
}

TEST_F(QuickMatches, DoNotWaitForeverForSomebodyWhoIsAtTheTable) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json game = quick(ann, 2)["game"];
  ASSERT_EQ(quick(ben, 2)["game"], game);
  tasks_.run_until([&] { return ben.table["you"] == 1; });
  EXPECT_TRUE(seal(ben).contains("seq"));
  // The server looks again every second, which need not be the very second at which time is up.
  pass(17'000);
  tasks_.run_until([&] { return ben.table["seats"][0]["taken"] == false; });
  EXPECT_EQ(ben.table["you"], 1);
}

/// The pages need a moment to connect again.
TEST_F(QuickMatches, KeepEveryoneWhileTheServerRestarts) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = *parse_id(quick(ann, 2)["game"].get<std::string>());
  ASSERT_EQ(quick(ben, 2)["game"], to_text(game));
  now_ms_ += 4'000;
  stop();
  now_ms_ += 60'000;
  start();
  pass(8'000);
  for (Client* client : {&ann, &ben}) {
    client->connect(*hub_);
    watch(*client, game);
    ASSERT_EQ(client->table["status"], "waiting");
    ASSERT_EQ(client->table["you"], client == &ann ? 0 : 1);
    EXPECT_TRUE(seal(*client).contains("seq"));
  }
  tasks_.run_until([&] { return ben.table.contains("reveal"); });
}

TEST_F(QuickMatches, BeginOnlyWithBotsThatAreThere) {
  Client ann(1);
  Client bot(2);
  match_with_bot(ann, bot);
  hub_->disconnect(bot.viewer);
  pass(5'000);
  tasks_.run_until([&] { return ann.table["seats"][1]["taken"] == false; });
  EXPECT_EQ(ann.table["status"], "waiting");
}

/// A bot with an account is at the table as long as it is connected.
TEST_F(QuickMatches, BeginWithABotThatSealsNothing) {
  Client ann(1);
  Client bot(2);
  match_with_bot(ann, bot);
  now_ms_ += 5'000;
  hub_->tick();
  tasks_.run_until([&] { return ann.table["status"] == "running"; });
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

/// A double click, a second tab, or a command sent again before its answer came.
TEST_F(QuickMatches, SeatOnceWhoeverAsksTwice) {
  Client ann(1);
  Client ben(2);
  Client tab(2);
  for (Client* client : {&ann, &ben, &tab}) client->connect(*hub_);
  const Json game = quick(ann, 4)["game"];
  const Id first = ask_quick(ben, 4);
  const Id second = ask_quick(tab, 4);
  EXPECT_EQ(answer_to(ben, first)["game"], game);
  EXPECT_EQ(answer_to(tab, second)["game"], game);

  Client cas(3);
  cas.connect(*hub_);
  const Id again = next_command();
  const Json message = {
      {"quick", {{"id", to_text(again)}, {"name", "Cas"}, {"variant", "base"}, {"players", 4}}}};
  for (int i = 0; i < 2; ++i) send(cas, message);
  tasks_.run_until([&] { return cas.acks.size() + cas.errors.size() == 2; });
  ASSERT_EQ(cas.acks.size(), 2U);
  EXPECT_EQ(cas.acks[0]["game"], game);
  EXPECT_EQ(cas.acks[0], cas.acks[1]);
  EXPECT_EQ(hub_->figures().open_tables, 1U);
}

/// Ann closes her page. Ben finds nobody there and waits at another table, to which she comes when
/// she searches again.
TEST_F(QuickMatches, BringTogetherTwoWhoWaitAtTablesOfTheirOwn) {
  Client ann(1);
  Client ben(2);
  ann.connect(*hub_);
  const Json first = quick(ann, 2)["game"];
  hub_->disconnect(ann.viewer);
  ben.connect(*hub_);
  const Json second = quick(ben, 2)["game"];
  ASSERT_NE(second, first);
  ann.connect(*hub_);
  EXPECT_EQ(quick(ann, 2)["game"], second);
  // Her first search is over, and nobody is left at that table.
  tasks_.run_until([&] { return hub_->figures().open_tables == 1; });
  // From now on this is their match.
  EXPECT_EQ(quick(ann, 2)["game"], second);
  EXPECT_EQ(quick(ben, 2)["game"], second);
}

TEST_F(QuickMatches, BringTogetherTwoWhoComeBackAtTheSameTime) {
  Client ann(1);
  Client ben(2);
  ann.connect(*hub_);
  ASSERT_TRUE(quick(ann, 2).contains("game"));
  hub_->disconnect(ann.viewer);
  ben.connect(*hub_);
  ASSERT_TRUE(quick(ben, 2).contains("game"));
  ann.connect(*hub_);
  const Id anns = ask_quick(ann, 2);
  const Id bens = ask_quick(ben, 2);
  const Json game = answer_to(ann, anns)["game"];
  EXPECT_EQ(answer_to(ben, bens)["game"], game);
  tasks_.run_until([&] { return hub_->figures().open_tables == 1 && hub_->is_at_rest(); });
  for (Client* client : {&ann, &ben}) {
    watch(*client, *parse_id(game.get<std::string>()));
    EXPECT_TRUE(client->table["you"].is_number()) << dump(client->table);
    for (const Json& seat : client->table["seats"]) EXPECT_EQ(seat["taken"], true);
  }
}

/// All of them wait at tables of their own.
TEST_F(QuickMatches, SeatEveryoneWhoIsWelcomed) {
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<Client>(1 + i));
    clients.back()->connect(*hub_);
    ASSERT_TRUE(quick(*clients.back(), 2).contains("game"));
    hub_->disconnect(clients.back()->viewer);
  }
  for (const auto& client : clients) client->connect(*hub_);
  for (int round = 0; round < 3; ++round) {
    std::vector<Id> asked;
    asked.reserve(clients.size());
    for (const auto& client : clients) asked.push_back(ask_quick(*client, 2));
    for (std::size_t i = 0; i < clients.size(); ++i)
      ASSERT_TRUE(answer_to(*clients[i], asked[i]).contains("game")) << i;
  }
  tasks_.run_until([&] { return hub_->figures().open_tables == 3 && hub_->is_at_rest(); });
  for (const auto& client : clients) {
    watch(*client, *parse_id(client->acks.back()["game"].get<std::string>()));
    EXPECT_TRUE(client->table["you"].is_number()) << dump(client->table);
  }
}

TEST_F(QuickMatches, DoNotLeadAwayFromMoreCompany) {
  Client ann(1);
  Client ben(2);
  Client cas(3);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json first = quick(ann, 4)["game"];
  ASSERT_EQ(quick(ben, 4)["game"], first);
  for (Client* client : {&ann, &ben}) hub_->disconnect(client->viewer);
  cas.connect(*hub_);
  const Json second = quick(cas, 4)["game"];
  ASSERT_NE(second, first);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  EXPECT_EQ(quick(ann, 4)["game"], first);
  EXPECT_EQ(quick(cas, 4)["game"], first);
}

TEST_F(QuickMatches, LookForOneGameAtATime) {
  Client ann(1);
  ann.connect(*hub_);
  quick(ann, 2);
  const Json other = quick(ann, 3)["game"];
  tasks_.run_until([&] { return hub_->figures().open_tables == 1; });
  send(ann, {{"own", Json::object()}});
  tasks_.run_until([&] { return ann.own.size() == 1; });
  EXPECT_TRUE(ann.own.contains(other.get<std::string>()));
  EXPECT_EQ(ann.own.begin().value()["quick"], true);
}

/// Two tabs, or a command that was sent again.
TEST_F(QuickMatches, LookForOneGameAtATimeEvenIfAskedForTwoAtOnce) {
  Client ann(1);
  ann.connect(*hub_);
  const Id first = ask_quick(ann, 2);
  const Id second = ask_quick(ann, 3);
  ASSERT_TRUE(answer_to(ann, first).contains("game"));
  ASSERT_TRUE(answer_to(ann, second).contains("game"));
  tasks_.run_until([&] { return hub_->figures().open_tables == 1; });
}

TEST_F(QuickMatches, KeepASearchUntilTheNextIsAccepted) {
  Client ann(1);
  ann.connect(*hub_);
  const Id first = *parse_id(quick(ann, 2)["game"].get<std::string>());
  for (const int players : {3, 2}) {
    const Id bad = ask_quick(ann, players, "\u202e");
    EXPECT_EQ(answer_to(ann, bad)["code"], "bad_name");
  }
  pass(500);
  watch(ann, first);
  EXPECT_EQ(ann.table["you"], 0);
}

/// Somebody who runs from table to table would fill their logs and disappoint those who wait.
TEST_F(QuickMatches, AreNotJoinedAndLeftWithoutEnd) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Id first = *parse_id(quick(ann, 2)["game"].get<std::string>());
  ASSERT_TRUE(quick(ben, 3).contains("game"));
  int refused = 0;
  for (int i = 0; i < 200; ++i)
    refused += quick(eve, i % 2 == 0 ? 2 : 3).value("code", "") == "too_fast" ? 1 : 0;
  EXPECT_GT(refused, 150);
  watch(ann, first);
  EXPECT_LT(ann.table["seq"], 60);
}

/// She sits down at a table in the lobby while she looks for a match.
TEST_F(QuickMatches, AreNotLookedForDuringAGameWithStrangers) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Json searched = quick(ann, 2)["game"];
  const Id other = offer(ben, {{"hints", true}});
  watch(ann, other);
  command(ann, {{"join", {{"name", "Ann"}, {"seed", "07"}}}});
  tasks_.run_until([&] { return ben.table["seats"][1]["taken"] == true; });
  send(ann, {{"own", Json::object()}});
  tasks_.run_until([&] { return ann.own.contains(searched.get<std::string>()); });
  EXPECT_FALSE(ann.own[to_text(other)].contains("quick"));
  command(ben, {{"seed", {{"seed", "08"}}}});
  tasks_.run_until([&] { return ben.table["status"] == "running"; });
  tasks_.run_until([&] { return !ann.own.contains(searched.get<std::string>()); });
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
}  // namespace sixfold::server
