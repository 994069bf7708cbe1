// What people do at tables, through the hub.
#include "hub_fixture.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::server {
namespace {

TEST_F(HubTest, PlaysWholeGamesOfAPersonAgainstABot) {
  int number = 1;
  for (const Variant& variant : all_variants()) {
    Client client(number++);
    client.connect(*hub_);
    const Id game = create(client, std::string(variant.name), 1, 1);
    play_out(client, 1000);
    EXPECT_TRUE(client.ended()) << variant.name;
    std::string text;
    hub_->record(game, [&](const auto& record) { text = *record; });
    tasks_.run_until([&] { return !text.empty(); });
    EXPECT_FALSE(verify(text)) << variant.name;
    hub_->disconnect(client.viewer);
  }
}

TEST_F(HubTest, GivesNoRecordOfAGameThatGoesOn) {
  Client client(1);
  client.connect(*hub_);
  const Id game = create(client, "base", 1, 1);
  std::string why;
  hub_->record(game, [&](const auto& record) { why = record ? "given" : record.error(); });
  tasks_.run_until([&] { return !why.empty(); });
  EXPECT_EQ(why, "not_ended");
}

TEST_F(HubTest, GoesOnAfterARestart) {
  Client client(1);
  client.connect(*hub_);
  const Id game = create(client, "base", 1, 1);
  play_out(client, 5);
  tasks_.run_until([&] { return client.at_turn(); });
  Json before = client.table;
  stop();
  start();
  client.connect(*hub_);
  watch(client, game);
  before["now_ms"] = now_ms_;
  EXPECT_EQ(client.table, before);
  play_out(client, 1000);
  EXPECT_TRUE(client.ended());
}

TEST_F(HubTest, ForgetsTablesThatNobodyLooksAt) {
  Client client(1);
  client.connect(*hub_);
  const Id game = create(client, "base", 2, 0);
  EXPECT_EQ(hub_->figures().tables_in_memory, 1U);
  hub_->disconnect(client.viewer);
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  client.connect(*hub_);
  watch(client, game);
  EXPECT_EQ(client.table["you"], 0);
}

TEST_F(HubTest, NamesTheCommandThatCannotBeRead) {
  Client client(1);
  client.connect(*hub_);
  create(client, "base", 1, 1);
  const std::string id = to_text(next_command());
  const Json act{{"id", id}, {"game", client.table["game"]}, {"seq", 1}, {"do", {{"act", "pass"}}}};
  send(client, {{"command", act}});
  EXPECT_EQ(client.errors.back()["code"], "type");
  EXPECT_EQ(client.errors.back()["where"], "command.do.act");
  EXPECT_EQ(client.errors.back()["id"], id);
  send(client, {{"create", {{"id", id}, {"name", "Ann"}, {"plan", 7}}}});
  EXPECT_EQ(client.errors.back()["id"], id);
  send(client, {{"quick", {{"id", id}, {"name", "Ann"}, {"variant", "chess"}, {"players", 2}}}});
  EXPECT_EQ(client.errors.back()["id"], id);
  send(client, {{"command", {{"id", "7"}}}});
  EXPECT_FALSE(client.errors.back().contains("id"));
}

TEST_F(HubTest, AnswersTheSameCommandTheSame) {
  Client client(1);
  client.connect(*hub_);
  create(client, "base", 1, 1);
  tasks_.run_until([&] { return client.at_turn(); });
  Random random(1);
  Json message;
  message["command"] = {
      {"id", to_text(next_command())},
      {"game", client.table["game"]},
      {"seq", client.table["seq"]},
      {"do", {{"act", to_json(bot_named("greedy")->choose(client.view(), random))}}}};
  const std::size_t acks = client.acks.size();
  send(client, message);
  send(client, message);
  tasks_.run_until([&] { return client.acks.size() == acks + 2; });
  EXPECT_EQ(client.acks[acks], client.acks[acks + 1]);
  EXPECT_TRUE(client.errors.empty());
  const auto own = std::ranges::count_if(client.table["view"]["history"], [&](const Json& turn) {
    return turn["seat"] == client.table["you"];
  });
  EXPECT_EQ(own, 1);
}

TEST_F(HubTest, CreatesOneTableForOneCommand) {
  Client client(1);
  client.connect(*hub_);
  const Json create = {
      {"create",
       {{"id", to_text(numbered_id(77))},
        {"name", "Ann"},
        {"plan", {{"variant", "base"}, {"seats", {{{"kind", "open"}}, {{"kind", "open"}}}}}}}}};
  send(client, create);
  send(client, create);
  tasks_.run_until([&] { return client.acks.size() == 2; });
  EXPECT_EQ(client.acks[0], client.acks[1]);
  stop();
  start();
  client.connect(*hub_);
  send(client, create);
  tasks_.run_until([&] { return client.acks.size() == 3; });
  EXPECT_EQ(client.acks[2], client.acks[0]);
}

TEST_F(HubTest, ClosesATableThatEveryoneHasLeft) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 3, 0, {{"lobby", true}});
  join(ben, game, "Ben");
  EXPECT_EQ(hub_->figures().open_tables, 1U);
  command(ben, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann.table["seq"] == ben.table["seq"]; });
  EXPECT_EQ(ann.table["status"], "waiting");
  command(ann, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann.table["status"] == "ended"; });
  EXPECT_EQ(join(ben, game, "Ben")["code"], "table_closed");
  EXPECT_EQ(hub_->figures().open_tables, 0U);
  EXPECT_EQ(hub_->lobby_page_after({}, {}), R"({"lobby":{"tables":[]}})");
}

/// Minutes in the lobby, a day with a link, but never while one of its players is present.
TEST_F(HubTest, ClosesATableAtWhichNobodyWaits) {
  for (const bool in_lobby : {true, false}) {
    const std::int64_t wait = in_lobby ? 600'000 : 86'400'000;
    Client ann(in_lobby ? 1 : 2);
    ann.connect(*hub_);
    const Id game = create(ann, "base", 2, 0, {{"lobby", in_lobby}});
    const auto open_after = [&](std::int64_t passed_ms) {
      now_ms_ += passed_ms;
      hub_->tick();
      bool settled = false;
      hub_->look_at(game, [&](const auto& /*message*/) { settled = true; });
      tasks_.run_until([&] { return settled && hub_->is_at_rest(); });
      return hub_->figures().open_tables == 1;
    };
    EXPECT_TRUE(open_after(wait));
    EXPECT_TRUE(open_after(wait));
    hub_->disconnect(ann.viewer);
    EXPECT_TRUE(open_after(wait - 1));
    EXPECT_FALSE(open_after(1));
  }
}

/// A player who arrives at the last moment is let in.
TEST_F(HubTest, LetsPlayersJoinUntilATableIsClosed) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"lobby", true}});
  hub_->disconnect(ann.viewer);
  now_ms_ += 600'000;
  EXPECT_TRUE(join(ben, game, "Ben").contains("seq"));
}

TEST_F(HubTest, LimitsTheTablesOfAUserAndOfAll) {
  stop();
  tables_per_user_ = 2;
  most_tables_ = 3;
  start();
  const auto code_of_create = [&](Client& client) {
    const Id id = next_command();
    const Json plan = {{"variant", "base"}, {"seats", {{{"kind", "open"}}, {{"kind", "open"}}}}};
    send(client, {{"create", {{"id", to_text(id)}, {"plan", plan}, {"name", "Ann"}}}});
    return answer_to(client, id).value("code", "made");
  };
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  EXPECT_EQ(code_of_create(ann), "made");
  EXPECT_EQ(code_of_create(ann), "made");
  EXPECT_EQ(code_of_create(ann), "too_many_tables");
  EXPECT_EQ(code_of_create(ben), "made");
  EXPECT_EQ(code_of_create(ben), "server_full");
  // A table that is closed makes room for another.
  tasks_.run_until([&] { return !ann.table.is_null(); });
  command(ann, {{"leave", Json::object()}});
  EXPECT_EQ(code_of_create(ann), "made");
}

TEST_F(HubTest, TellsWhoeverIsBehindWhatWasMissed) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  Client& first = ann.at_turn() ? ann : ben;
  Client& second = ann.at_turn() ? ben : ann;
  const Json before = first.table;
  act(first);
  tasks_.run_until([&] { return second.at_turn(); });
  first.table = before;
  const Json error = command(first, {{"pause", Json::object()}});
  EXPECT_EQ(error["code"], "stale");
  EXPECT_GT(error["seq"], before["seq"]);
  ASSERT_EQ(error["missed"].size(), 2U);
  EXPECT_EQ(error["missed"][0]["type"], "move-made");
  EXPECT_EQ(error["missed"][0]["seq"], before["seq"].get<int>() + 1);
  EXPECT_TRUE(error["missed"][0]["act"].contains("place"));
  EXPECT_EQ(error["missed"][1]["type"], "chance-answered");
  EXPECT_FALSE(error["missed"][1].contains("tiles"));
  tasks_.run_until([&] { return first.table["seq"] == error["seq"]; });
}

TEST_F(HubTest, RefusesATableThatIsNotThere) {
  Client client(1);
  client.connect(*hub_);
  client.table = {{"game", to_text(numbered_id(9))}, {"seq", 0}};
  EXPECT_EQ(command(client, {{"leave", Json::object()}})["code"], "no_such_table");
  send(client, {{"watch", {{"game", to_text(numbered_id(9))}}}});
  tasks_.run_until([&] { return client.errors.size() == 2; });
  EXPECT_EQ(client.errors.back()["code"], "no_such_table");
}

TEST_F(HubTest, AsksAClientOfAnotherVersionToReload) {
  Client client(1);
  client.connect(*hub_);
  send(client, {{"hello", {{"protocol", protocol::version + 1}}}});
  EXPECT_EQ(client.hello["reload"]["protocol"], protocol::version);
  send(client, {{"hello", {{"protocol", protocol::version}}}});
  EXPECT_EQ(client.hello["hello"]["user"], to_text(client.user));
}

TEST_F(HubTest, ShowsTheLobbyAndItsChanges) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  send(eve, {{"lobby", Json::object()}});
  EXPECT_TRUE(eve.lobby["tables"].empty());
  const Id game = create(ann, "select", 2, 0, {{"lobby", true}});
  create(ben, "base", 2, 0);
  hub_->tick();
  ASSERT_EQ(eve.lobby["tables"].size(), 1U);
  EXPECT_EQ(eve.lobby["tables"][0]["game"], to_text(game));
  EXPECT_EQ(eve.lobby["tables"][0]["plan"]["variant"], "select");
  EXPECT_EQ(eve.lobby["tables"][0]["seats"][0]["name"], "Ann");

  command(ann, {{"lock", Json::object()}});
  hub_->tick();
  EXPECT_TRUE(eve.lobby["tables"].empty());
  command(ann, {{"unlock", Json::object()}});
  hub_->tick();
  EXPECT_EQ(eve.lobby["tables"].size(), 1U);

  // A table is not listed while its only player is away.
  hub_->disconnect(ann.viewer);
  hub_->tick();
  EXPECT_TRUE(eve.lobby["tables"].empty());
  ann.connect(*hub_);
  watch(ann, game);
  hub_->tick();
  EXPECT_EQ(eve.lobby["tables"].size(), 1U);

  send(eve, {{"leave-lobby", Json::object()}});
  join(ben, game, "Ben");
  hub_->tick();
  EXPECT_EQ(eve.lobby["tables"].size(), 1U);
  send(eve, {{"lobby", Json::object()}});
  EXPECT_TRUE(eve.lobby["tables"].empty());
}

TEST_F(HubTest, KeepsTheLobbyOverARestart) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"lobby", true}});
  stop();
  start();
  ann.connect(*hub_);
  watch(ann, game);
  EXPECT_NE(hub_->lobby_page_after({}, {}).find(to_text(game)), std::string::npos);
}

TEST_F(HubTest, MatchesThoseWhoWantTheSameGame) {
  const auto quick = [&](Client& client, const std::string& variant, int players) {
    const Id id = next_command();
    send(client,
         {{"quick",
           {{"id", to_text(id)}, {"name", "Player"}, {"variant", variant}, {"players", players}}}});
    return answer_to(client, id)["game"];
  };
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Json first = quick(ann, "cubes", 2);
  EXPECT_EQ(quick(ann, "cubes", 2), first) << "asking again is not another seat";
  EXPECT_NE(quick(eve, "cubes", 3), first);
  EXPECT_EQ(quick(ben, "cubes", 2), first);
  tasks_.run_until([&] { return ann.table["status"] == "running"; });
  EXPECT_NE(quick(eve, "cubes", 2), first) << "that table is full";
}

TEST_F(HubTest, FindsTablesByCode) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  std::optional<Id> found;
  hub_->find_code(ann.table["code"].get<std::string>(), [&](const auto& by) { found = *by; });
  tasks_.run_until([&] { return found.has_value(); });
  EXPECT_EQ(found, game);
}

TEST_F(HubTest, TriesAnotherCodeWhereOneIsTaken) {
  Client ann(1);
  ann.connect(*hub_);
  create(ann, "base", 2, 0);
  const Json first = ann.table["code"];
  codes_ = 0;
  create(ann, "base", 2, 0);
  EXPECT_NE(ann.table["code"], first);
}

TEST_F(HubTest, MakesOneRematchForThoseWhoPlayed) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Id game = create(ann, "connect", 2, 0);
  join(ben, game, "Ben");
  EXPECT_EQ(command(ann, {{"rematch", Json::object()}})["code"], "not_ended");
  command(ann, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ben.ended(); });
  EXPECT_TRUE(command(ben, {{"rematch", Json::object()}}).contains("seq"));
  tasks_.run_until([&] { return ann.table.contains("rematch"); });
  const Id again = *parse_id(ann.table["rematch"].get<std::string>());
  EXPECT_TRUE(command(ann, {{"rematch", Json::object()}}).contains("seq"));
  EXPECT_EQ(ann.table["rematch"], to_text(again));

  // The seats are reserved for the players who had them.
  EXPECT_EQ(join(eve, again, "Eve")["code"], "no_free_seat");
  EXPECT_TRUE(join(ann, again, "Ann").contains("seq"));
  tasks_.run_until([&] { return ann.table["status"] == "running"; });
  EXPECT_EQ(ann.table["you"], 0);
  EXPECT_EQ(ann.table["plan"]["variant"], "connect");
}

TEST_F(HubTest, GivesUpASeatThatIsKeptForSomeoneWhoDoesNotCome) {
  Client ann(1);
  Client ben(2);
  Client eve(3);
  for (Client* client : {&ann, &ben, &eve}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  command(ann, {{"leave", Json::object()}});
  command(ann, {{"rematch", Json::object()}});
  tasks_.run_until([&] { return ann.table.contains("rematch"); });
  const Id again = *parse_id(ann.table["rematch"].get<std::string>());
  watch(ann, again);
  EXPECT_TRUE(command(ann, {{"remove", {{"seat", 1}}}}).contains("seq"));
  EXPECT_TRUE(join(eve, again, "Eve").contains("seq"));
}

TEST_F(HubTest, PassesPhrasesOnButNotTooMany) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  watch(ben, game);
  const auto say = [&](Client& client, const std::string& phrase) {
    send(client, {{"phrase", {{"game", to_text(game)}, {"phrase", phrase}}}});
  };
  say(ann, "hello");
  ASSERT_EQ(ben.phrases.size(), 1U);
  EXPECT_EQ(ben.phrases[0]["seat"], 0);
  EXPECT_EQ(ben.phrases[0]["phrase"], "hello");
  say(ben, "hello");
  EXPECT_EQ(ben.errors.back()["code"], "not_at_table");
  say(ann, "you fool");
  EXPECT_EQ(ann.errors.back()["code"], "unknown_phrase");
  for (int i = 0; i < 10; ++i) say(ann, "oops");
  EXPECT_EQ(ann.errors.back()["code"], "too_fast");
  EXPECT_EQ(ben.phrases.size(), 4U);
  now_ms_ += 2'000;
  say(ann, "sorry");
  EXPECT_EQ(ben.phrases.size(), 5U);
}

TEST_F(HubTest, ShowsThatAPlayerIsAwayAndLetsTheOthersDecide) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  hub_->disconnect(ben.viewer);
  EXPECT_EQ(ann.table["seats"][1]["away"], true);
  EXPECT_EQ(ann.table["seats"][1]["away_since_ms"], now_ms_);
  EXPECT_EQ(command(ann, {{"let-bot-play", {{"seat", 1}}}})["code"], "not_away");
  now_ms_ += 30'000;
  EXPECT_TRUE(command(ann, {{"let-bot-play", {{"seat", 1}}}}).contains("seq"));
  tasks_.run_until([&] { return ann.table["seats"][1].contains("bot"); });
  play_out(ann, 3);
  // The player may come back and take the seat again.
  ben.connect(*hub_);
  watch(ben, game);
  tasks_.run_until([&] { return ann.at_turn(); });
  watch(ben, game);
  EXPECT_EQ(ben.table["you"], 1);
  EXPECT_TRUE(command(ben, {{"return", Json::object()}}).contains("seq"));
  tasks_.run_until([&] { return !ann.table["seats"][1].contains("bot"); });
  EXPECT_EQ(ann.table["seats"][1]["away"], false);
}

TEST_F(HubTest, CountsAPlayerWhoDoesNotReturnAfterARestartAsAway) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  stop();
  start();
  ann.connect(*hub_);
  watch(ann, game);
  EXPECT_EQ(ann.table["seats"][1]["away"], true);
  now_ms_ += 30'000;
  EXPECT_TRUE(command(ann, {{"let-leave", {{"seat", 1}}}}).contains("seq"));
  tasks_.run_until([&] { return ann.ended(); });
  EXPECT_EQ(ann.table["end"]["reason"], "timeout");
}

TEST_F(HubTest, LetsTheClockDecideWhenTimeIsUp) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"clock", {{"kind", "per-move"}, {"seconds", 10}}}});
  join(ben, game, "Ben");
  EXPECT_EQ(ann.table["deadline_ms"], now_ms_ + 10'000);
  now_ms_ += 9'999;
  hub_->tick();
  EXPECT_FALSE(ann.ended());
  now_ms_ += 1;
  hub_->tick();
  tasks_.run_until([&] { return ann.ended() && ben.ended(); });
  EXPECT_EQ(ann.table["end"]["reason"], "timeout");
}

/// Time is charged up to the receipt of a move, whenever it is processed. A late move is late even
/// if no tick came in between.
TEST_F(HubTest, CountsAMoveAtItsReceipt) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"clock", {{"kind", "per-move"}, {"seconds", 10}}}});
  join(ben, game, "Ben");
  Client& mover = ann.at_turn() ? ann : ben;
  now_ms_ += 10'001;
  EXPECT_EQ(act(mover)["code"], "stale");
  tasks_.run_until([&] { return ann.ended(); });
}

TEST_F(HubTest, GivesTheTimeBackForWhichThereWasNoServer) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"clock", {{"kind", "per-move"}, {"seconds", 10}}}});
  join(ben, game, "Ben");
  const std::int64_t deadline = ann.table["deadline_ms"].get<std::int64_t>();
  now_ms_ += 4'000;
  hub_->tick();  // the last sign of life
  stop();
  now_ms_ += 3'600'000;
  start();
  hub_->tick();
  ann.connect(*hub_);
  watch(ann, game);
  EXPECT_EQ(ann.table["status"], "running");
  EXPECT_EQ(ann.table["deadline_ms"], deadline + 3'600'000);
  // The same after another restart, from the log.
  stop();
  start();
  ann.connect(*hub_);
  watch(ann, game);
  EXPECT_EQ(ann.table["deadline_ms"], deadline + 3'600'000);
  now_ms_ = deadline + 3'600'000;
  hub_->tick();
  tasks_.run_until([&] { return ann.ended(); });
}

TEST_F(HubTest, PausesAndTakesBackByConsentOfAll) {
  Client ann(1);
  Client ben(2);
  for (Client* client : {&ann, &ben}) client->connect(*hub_);
  const Id game = create(ann, "base", 2, 0);
  join(ben, game, "Ben");
  command(ann, {{"pause", Json::object()}});
  tasks_.run_until([&] { return ben.table["seats"][0].contains("wish"); });
  EXPECT_EQ(ben.table["paused"], false);
  command(ben, {{"pause", Json::object()}});
  tasks_.run_until([&] { return ann.table["paused"] == true; });
  EXPECT_EQ(act(ann.at_turn() ? ann : ben)["code"], "paused");
  tasks_.run_until([&] { return ann.table["seq"] == ben.table["seq"]; });
  command(ann, {{"resume", Json::object()}});
  tasks_.run_until([&] { return ben.table["paused"] == false; });
  EXPECT_EQ(command(ann, {{"take-back", Json::object()}})["code"], "nothing_to_take_back");
}

/// Whatever its decision, a bot moves at a multiple of its pace.
TEST_F(HubTest, LetsABotsTimeTellNothing) {
  stop();
  bot_pace_ms_ = 500;
  start();
  Client ann(1);
  ann.connect(*hub_);
  for (const auto& [thought, expected] :
       {std::pair{0, 500}, {123, 500}, {499, 500}, {500, 1'000}}) {
    think_ms_ = thought;
    delays_.clear();
    create(ann, "base", 1, 1);
    tasks_.run_until([&] { return ann.at_turn(); });
    if (delays_.empty()) {  // Ann opens
      act(ann);
      tasks_.run_until([&] { return ann.at_turn(); });
    }
    ASSERT_FALSE(delays_.empty());
    EXPECT_EQ(delays_.front() + thought, expected);
  }
}

}  // namespace
}  // namespace sixfold::server
