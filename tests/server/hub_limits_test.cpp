// Limits per user, address and table.
#include <deque>

#include "hub_fixture.hpp"
#include "rules/indexed.hpp"
#include "server/fair_queue.hpp"

namespace sixfold::server {
namespace {

class Limits : public HubTest {
 protected:
  /// Asks for a table and returns the error code, or "made".
  std::string make(Client& client, int people, int bots) {
    const Id id = ask_for_table(client, people, bots);
    return answer_to(client, id).value("code", "made");
  }

  Id ask_for_table(Client& client, int people, int bots) {
    Json plan = {{"variant", "base"}, {"seats", Json::array()}};
    for (int i = 0; i < people; ++i) plan["seats"].push_back({{"kind", "open"}});
    for (int i = 0; i < bots; ++i) plan["seats"].push_back({{"kind", "bot"}, {"bot", "greedy"}});
    const Id id = next_command();
    send(client, {{"create", {{"id", to_text(id)}, {"plan", plan}, {"name", "Ann"}}}});
    return id;
  }

  /// Runs pending tasks for longer than a few bot moves take.
  void settle(const Client& client) {
    for (int i = 0; i < 50; ++i) {
      bool asked = false;
      hub_->games_of(client.user, [&](const auto& /*rows*/) { asked = true; });
      tasks_.run_until([&] { return asked; });
    }
  }

  void prepare(HubServices& services) override {
    services.tables_of_address = tables_of_address_;
    services.thinkers = thinkers_;
    services.new_game = [](const Id& user, const Id& command) {
      Id game = command;
      game.bytes[0] = 0x99;
      // A rematch of a rematch is another table.
      game.bytes[1] = user == command ? static_cast<std::uint8_t>(command.bytes[1] + 1) : 0;
      game.bytes[2] = user == command ? command.bytes[2] : user.bytes[15];
      return game;
    };
    services.think = [this, usual = services.think](std::function<void()> task) {
      if (holds_thoughts_)
        thoughts_.push_back(std::move(task));
      else
        usual(std::move(task));
    };
  }

  Rate tables_of_address_{1'000, 120};
  int thinkers_ = 1;
  bool holds_thoughts_ = false;
  std::deque<std::function<void()>> thoughts_;  // those held back
};

TEST_F(Limits, CountTablesThatAreMadeAtOnce) {
  stop();
  tables_per_user_ = 5;
  start();
  Client ann(1);
  ann.connect(*hub_);
  for (int i = 0; i < 20; ++i) ask_for_table(ann, 2, 0);
  tasks_.run_until([&] { return ann.acks.size() + ann.errors.size() == 20; });
  EXPECT_EQ(ann.acks.size(), 5U);
  for (const Json& error : ann.errors) EXPECT_EQ(error["code"], "too_many_tables");
  EXPECT_EQ(hub_->figures().open_tables, 5U);
}

TEST_F(Limits, CountTablesOfBotsAlone) {
  stop();
  tables_per_user_ = 3;
  start();
  Client ann(1);
  ann.connect(*hub_);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make(ann, 0, 4), "made");
  EXPECT_EQ(make(ann, 0, 4), "too_many_tables");
  EXPECT_EQ(make(ann, 2, 0), "too_many_tables");
}

TEST_F(Limits, LetTablesBeMadeOnlySoFast) {
  Client ann(1);
  ann.connect(*hub_);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(make(ann, 2, 0), "made");
  EXPECT_EQ(make(ann, 2, 0), "too_fast");
  now_ms_ += 10'000;
  EXPECT_EQ(make(ann, 2, 0), "made");
  EXPECT_EQ(make(ann, 2, 0), "too_fast");
}

TEST_F(Limits, AreSharedByAllWhoComeFromOneAddress) {
  stop();
  tables_of_address_ = {1'000, 5};
  start();
  std::vector<std::unique_ptr<Client>> guests;
  for (int i = 0; i < 7; ++i) {
    guests.push_back(std::make_unique<Client>(10 + i));
    guests.back()->address = i < 6 ? "192.0.2.1" : "192.0.2.2";
    guests.back()->connect(*hub_);
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(make(*nth(guests, i), 2, 0), "made");
  EXPECT_EQ(make(*guests[5], 2, 0), "too_fast");
  EXPECT_EQ(make(*guests[6], 2, 0), "made");
}

TEST_F(Limits, IncludeRematches) {
  stop();
  start();
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  Id game = create(ann, "base", 2, 0);
  std::string code = "made";
  int rematches = 0;
  for (; code == "made" && rematches < 30; ++rematches) {
    join(ben, game, "Ben");
    watch(ann, game);
    command(ann, {{"leave", Json::object()}});
    watch(ann, game);
    code = command(ann, {{"rematch", Json::object()}}).value("code", "made");
    if (code != "made") break;
    watch(ann, game);
    game = *parse_id(ann.table["rematch"].get<std::string>());
    watch(ann, game);
  }
  EXPECT_EQ(code, "too_fast");
  EXPECT_EQ(rematches, 19);
}

TEST_F(Limits, CountRematchesAmongOpenTables) {
  stop();
  tables_per_user_ = 3;
  most_tables_ = 4;
  start();
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  std::vector<Id> over;
  for (int i = 0; i < 5; ++i) {
    over.push_back(create(ann, "base", 2, 0));
    join(ben, over.back(), "Ben");
    watch(ann, over.back());
    command(ann, {{"leave", Json::object()}});
  }
  tasks_.run_until([&] { return hub_->figures().open_tables == 0; });
  const auto ask = [&](Client& client, const Id& game) {
    watch(client, game);
    return command(client, {{"rematch", Json::object()}}).value("code", "made");
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(ann, nth(over, i)), "made");
  EXPECT_EQ(hub_->figures().open_tables, 3U);
  EXPECT_EQ(ask(ann, over[3]), "too_many_tables");
  EXPECT_EQ(ask(ben, over[3]), "made");
  EXPECT_EQ(ask(ben, over[4]), "server_full");
  // Whoever asks second is led to the same table, however full the server is.
  EXPECT_EQ(ask(ann, over[3]), "made");
  EXPECT_EQ(hub_->figures().open_tables, 4U);
  watch(ann, over[0]);
  watch(ann, *parse_id(ann.table["rematch"].get<std::string>()));
  command(ann, {{"leave", Json::object()}});
  EXPECT_EQ(hub_->figures().open_tables, 3U);
}

TEST_F(Limits, LetBotsPlayOnlyWhereSomebodyLooks) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 0, 2);
  tasks_.run_until([&] { return hub_->figures().bot_moves >= 4; });
  send(ann, {{"unwatch", {{"game", to_text(game)}}}});
  settle(ann);
  const std::uint64_t moves = hub_->figures().bot_moves;
  settle(ann);
  EXPECT_EQ(hub_->figures().bot_moves, moves);
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  watch(ann, game);
  tasks_.run_until([&] { return ann.ended(); });
  EXPECT_GT(hub_->figures().bot_moves, moves);
}

/// A player may lose the connection for a moment.
TEST_F(Limits, LetBotsPlayOnForWhoeverIsBackSoon) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 1, 3);
  tasks_.run_until([&] { return ann.at_turn(); });
  const Json answer = act(ann);
  ASSERT_TRUE(answer.contains("seq"));
  hub_->disconnect(ann.viewer);
  const std::uint64_t moves = hub_->figures().bot_moves;
  tasks_.run_until([&] { return hub_->figures().bot_moves == moves + 3; });
  ann.connect(*hub_);
  watch(ann, game);
  tasks_.run_until([&] { return ann.at_turn(); });
}

TEST_F(Limits, GiveUpBotsWhomNobodyWatches) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 0, 2);
  send(ann, {{"unwatch", {{"game", to_text(game)}}}});
  settle(ann);
  now_ms_ += 600'000;
  hub_->tick();
  tasks_.run_until([&] { return hub_->figures().open_tables == 0; });
  watch(ann, game);
  EXPECT_EQ(ann.table["end"]["reason"], "aborted");
}

/// A bot whose turn nobody watched must not lose on time to people who are away.
TEST_F(Limits, LetABotMoveAtItsDeadline) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 1, 1, {{"clock", {{"kind", "per-move"}, {"seconds", 60}}}});
  tasks_.run_until([&] { return ann.at_turn(); });
  // The server stops before the bot has answered.
  Random random(1);
  const Id id = next_command();
  send(ann, {{"command",
              {{"id", to_text(id)},
               {"game", to_text(game)},
               {"seq", ann.table["seq"]},
               {"do", {{"act", to_json(bot_named("greedy")->choose(ann.view(), random))}}}}}});
  const std::size_t acks = ann.acks.size();
  tasks_.run_until([&] { return ann.acks.size() > acks; });
  stop();
  start();
  now_ms_ += 61'000;
  hub_->tick();
  tasks_.run_until([&] { return hub_->figures().bot_moves > 0 && hub_->is_at_rest(); });
  ann.connect(*hub_);
  watch(ann, game);
  EXPECT_EQ(ann.table["status"], "running");
}

TEST(FairQueue, TakesTurnsByAddressThenUser) {
  FairQueue queue;
  const auto game = [](int number) { return numbered_id(number); };
  for (int i = 0; i < 100; ++i) queue.push({"attacker", numbered_id(1)}, game(i));
  for (int i = 100; i < 102; ++i) queue.push({"school", numbered_id(2)}, game(i));
  queue.push({"school", numbered_id(3)}, game(200));
  EXPECT_EQ(queue.addresses(), 2U);
  std::vector<Id> order;
  order.reserve(6);
  for (int i = 0; i < 6; ++i) order.push_back(*queue.pop());
  EXPECT_EQ(order, (std::vector{game(0), game(100), game(1), game(200), game(2), game(101)}));
  EXPECT_EQ(queue.addresses(), 1U);
  for (int i = 3; i < 100; ++i) EXPECT_EQ(queue.pop(), game(i));
  EXPECT_EQ(queue.pop(), std::nullopt);
  EXPECT_EQ(queue.size(), 0U);
}

/// However many bot tables somebody else has, only two of their bots go first: the one already
/// thinking, and the next in turn.
TEST_F(Limits, LetTheBotsOfOthersThinkInTurn) {
  stop();
  start();
  Client eve(1);
  eve.address = "192.0.2.1";
  Client ann(2);
  ann.address = "192.0.2.2";
  for (Client* client : {&eve, &ann}) client->connect(*hub_);
  create(ann, "base", 1, 1);
  tasks_.run_until([&] { return ann.at_turn(); });
  holds_thoughts_ = true;
  for (int i = 0; i < 15; ++i) create(eve, "base", 0, 4);
  ASSERT_EQ(thoughts_.size(), 1U) << "one thinks at a time";
  EXPECT_EQ(hub_->figures().bots_waiting, 14U);
  ASSERT_TRUE(act(ann).contains("seq"));
  for (int i = 0; i < 3; ++i) {
    const auto thought = std::move(thoughts_.front());
    thoughts_.pop_front();
    thought();
    tasks_.run_until([&] { return !thoughts_.empty(); });
  }
  tasks_.run_until([&] { return ann.at_turn(); });
  EXPECT_EQ(thoughts_.size(), 1U);
}

TEST_F(Limits, LetAsManyBotsThinkAsThereAreThreads) {
  stop();
  thinkers_ = 3;
  start();
  Client eve(1);
  eve.connect(*hub_);
  holds_thoughts_ = true;
  for (int i = 0; i < 6; ++i) create(eve, "base", 0, 4);
  EXPECT_EQ(thoughts_.size(), 3U);
}

TEST_F(Limits, KeepPhrasesOfAUserWhoConnectsAgain) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  const auto say = [&] { send(ann, {{"phrase", {{"game", to_text(game)}, {"phrase", "oops"}}}}); };
  for (int i = 0; i < 5; ++i) say();
  ASSERT_EQ(ann.errors.back()["code"], "too_fast");
  ann.phrases.clear();
  hub_->disconnect(ann.viewer);
  ann.connect(*hub_);
  watch(ann, game);
  say();
  EXPECT_TRUE(ann.phrases.empty());
}

TEST_F(Limits, TellOthersOnceThatSomebodyIsBack) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  watch(ben, game);
  ann.messages.clear();
  for (int i = 0; i < 50; ++i) watch(ben, game);
  EXPECT_TRUE(ann.messages.empty());
  hub_->disconnect(ben.viewer);
  EXPECT_EQ(ann.messages.size(), 1U);
  EXPECT_EQ(ann.table["seats"][1]["away"], true);
  ben.connect(*hub_);
  for (int i = 0; i < 50; ++i) watch(ben, game);
  EXPECT_EQ(ann.messages.size(), 2U);
  EXPECT_EQ(ann.table["seats"][1]["away"], false);
}

/// A message is written once for all connections that may see the same.
TEST_F(Limits, LeaveEveryConnectionWhatItsUserMaySee) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  std::vector<std::unique_ptr<Client>> tabs;
  for (int i = 0; i < 5; ++i) {
    tabs.push_back(std::make_unique<Client>(1));
    tabs.back()->connect(*hub_);
    watch(*tabs.back(), game);
  }
  Client eve(2);
  eve.connect(*hub_);
  watch(eve, game);
  command(ann, {{"lock", Json::object()}});
  for (const auto& tab : tabs) {
    EXPECT_EQ(tab->table["you"], 0);
    EXPECT_EQ(tab->messages.back(), tabs[0]->messages.back());
    EXPECT_EQ(tab->table["locked"], true);
  }
  EXPECT_TRUE(eve.table["you"].is_null());
  EXPECT_EQ(eve.table["locked"], true);
}

TEST_F(Limits, StoreNothingWhereNothingChanges) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  EXPECT_EQ(command(ann, {{"unlock", Json::object()}})["seq"], ann.table["seq"]);
  join(ben, game, "Ben");
  watch(ann, game);
  const Json seq = command(ann, {{"pause", Json::object()}})["seq"];
  watch(ann, game);
  EXPECT_EQ(command(ann, {{"pause", Json::object()}})["seq"], seq);
  EXPECT_EQ(hub_->figures().commands_stored, 3U);
}

TEST_F(Limits, BoundWhatIsNoMove) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  std::string code;
  int done = 0;
  for (; done < 100; ++done) {
    watch(ann, game);
    const char* const what = done % 2 == 0 ? "lock" : "unlock";
    code = command(ann, {{what, Json::object()}}).value("code", "");
    if (!code.empty()) break;
  }
  EXPECT_EQ(code, "too_fast");
  EXPECT_EQ(done, 20);
  now_ms_ += 2'000;
  watch(ann, game);
  EXPECT_TRUE(command(ann, {{"lock", Json::object()}}).contains("seq"));
}

TEST_F(Limits, LetTheHostLockATableThatStrangersJoinAndLeave) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 4, 0, {{"lobby", true}});
  std::string code;
  for (int guest = 0; guest < 20 && code.empty(); ++guest) {
    Client eve(10 + guest);
    eve.connect(*hub_);
    for (int i = 0; i < 8 && code.empty(); ++i) {
      code = join(eve, game, "Eve").value("code", "");
      if (!code.empty()) break;
      watch(eve, game);
      code = command(eve, {{"leave", Json::object()}}).value("code", "");
    }
    hub_->disconnect(eve.viewer);
  }
  ASSERT_EQ(code, "too_fast");
  watch(ann, game);
  EXPECT_TRUE(command(ann, {{"lock", Json::object()}}).contains("seq"));
  // Not without end either.
  int done = 0;
  for (; done < 100; ++done) {
    watch(ann, game);
    const char* const what = done % 2 == 0 ? "unlock" : "lock";
    if (command(ann, {{what, Json::object()}}).contains("code")) break;
  }
  EXPECT_LT(done, 20);
}

/// Moves are not limited.
TEST_F(Limits, TellWhoIsFarBehindNothingButTheTable) {
  Client ann(1);
  ann.connect(*hub_);
  create(ann, "base", 1, 1);
  play_out(ann, 25);
  tasks_.run_until([&] { return ann.at_turn() || ann.ended(); });
  ASSERT_GT(ann.table["seq"], 60);
  const auto missed_from = [&](int seq) {
    const Id id = next_command();
    send(ann, {{"command",
                {{"id", to_text(id)},
                 {"game", ann.table["game"]},
                 {"seq", seq},
                 {"do", {{"pause", Json::object()}}}}}});
    const Json error = answer_to(ann, id);
    EXPECT_EQ(error["code"], "stale");
    return error["missed"].size();
  };
  const int seq = ann.table["seq"].get<int>();
  EXPECT_EQ(missed_from(seq - 5), 5U);
  EXPECT_EQ(missed_from(0), 0U);
}

TEST_F(Limits, RefuseWhatATableCannotKeepUpWith) {
  Client ann(1);
  ann.connect(*hub_);
  create(ann, "base", 2, 0);
  for (int i = 0; i < 300; ++i)
    send(ann, {{"command",
                {{"id", to_text(next_command())},
                 {"game", ann.table["game"]},
                 {"seq", 0},
                 {"do", {{"leave", Json::object()}}}}}});
  const auto busy = [&] {
    return std::ranges::count_if(ann.errors,
                                 [](const Json& error) { return error["code"] == "busy"; });
  };
  EXPECT_GE(busy(), 190);
  tasks_.run_until([&] { return ann.errors.size() == 300; });
  EXPECT_LE(busy(), 200);
}

TEST_F(Limits, RefuseThoseWhoWaitForATableToBeLoaded) {
  Client ann(1);
  ann.connect(*hub_);
  for (int i = 0; i < 150; ++i) send(ann, {{"watch", {{"game", to_text(numbered_id(7))}}}});
  tasks_.run_until([&] { return ann.errors.size() == 150; });
  EXPECT_EQ(
      std::ranges::count_if(ann.errors, [](const Json& error) { return error["code"] == "busy"; }),
      50);
}

}  // namespace
}  // namespace sixfold::server
