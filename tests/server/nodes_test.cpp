// Several servers that share a store, and what happens to commands, tables and time when one of
// them is late, gone or wrong.
#include <array>

#include "hub_fixture.hpp"
#include "store/postgres_store.hpp"
#include "store/random_id.hpp"
#include "store/waiting.hpp"
#include "support/postgres.hpp"

namespace sixfold::server {
namespace {

TEST(PresenceTest, TakesWhoeverLeftForBeingElsewhereUntilTheOthersWereAsked) {
  Presence presence(0, false);
  const Id user = numbered_id(1);
  EXPECT_TRUE(presence.set_elsewhere({}, {}, 500).empty());
  presence.arrive(user);
  EXPECT_TRUE(presence.leave(user, 1'000));
  EXPECT_EQ(presence.away_since_ms(user), std::nullopt);
  // Only now can the others at the table be told.
  EXPECT_EQ(presence.set_elsewhere({}, {user}, 2'000), std::vector{user});
  EXPECT_EQ(presence.away_since_ms(user), 1'000);
  EXPECT_TRUE(presence.set_elsewhere({}, {user}, 3'000).empty());
  EXPECT_EQ(presence.set_elsewhere({user}, {user}, 4'000), std::vector{user});
  EXPECT_EQ(presence.away_since_ms(user), std::nullopt);
  presence.arrive(user);
  EXPECT_TRUE(presence.set_elsewhere({}, {user}, 5'000).empty());
}

TEST(BusNewsTest, IsReadAsItIsWritten) {
  const store::EventPlace place{numbered_id(1), 12'345};
  const SaidPhrase said{numbered_id(2), numbered_id(3), 3, "well_played"};
  EXPECT_EQ(parse_news(to_text(BusNews(place))), BusNews(place));
  EXPECT_EQ(parse_news(to_text(BusNews(said))), BusNews(said));
}

TEST(BusNewsTest, IsNoneWhereItCannotBeWhatItSays) {
  const std::string id = to_text(numbered_id(1));
  const std::vector<std::string> wrong{"",
                                       "said",
                                       id,
                                       id + " ",
                                       id + " x",
                                       id + " 1 2",
                                       id + " -1",
                                       "zz 1",
                                       "said " + id + " " + id + " 4 hello",
                                       "said " + id + " " + id + " 0 nonsense",
                                       "said " + id + " " + id + " 0 ",
                                       "said " + id + " " + id,
                                       "said " + id + " zz 0 hello"};
  for (const std::string& text : wrong) EXPECT_EQ(parse_news(text), std::nullopt) << text;
}

/// Two hubs on one file; news between them is passed on only by the test.
class TwoNodes : public HubTest {
 protected:
  TwoNodes() {
    other_store_ = open_store();
    HubServices services = make_services();
    services.node = numbered_id(2);
    other_ = std::make_unique<Hub>(*other_store_, std::move(services));
    begin(*other_);
  }
  ~TwoNodes() override {
    other_store_.reset();
    other_.reset();
  }

  void prepare(HubServices& services) override {
    services.alone = false;
    services.node = numbered_id(1);
    services.publish = [this](const BusNews& news) { published_.push_back(news); };
  }

  void send_to_other(Client& client, const Json& message) {
    other_->receive(client.viewer, dump(message));
  }

  /// Starts a game with Ann on the first node and Ben on the second.
  Id begin_game() {
    ann_.connect(*hub_);
    ben_.connect(*other_);
    const Id game = create(ann_, "base", 2, 0);
    send_to_other(ben_, {{"watch", {{"game", to_text(game)}}}});
    tasks_.run_until([&] { return !ben_.table.is_null(); });
    const Id command = next_command();
    send_to_other(ben_, {{"command",
                          {{"id", to_text(command)},
                           {"game", to_text(game)},
                           {"seq", ben_.table["seq"]},
                           {"do", {{"join", {{"name", "Ben"}}}}}}}});
    EXPECT_TRUE(answer_to(ben_, command).contains("seq"));
    return game;
  }

  std::unique_ptr<store::SqliteStore> other_store_;
  std::unique_ptr<Hub> other_;
  Client ann_{1};
  Client ben_{2};
  std::vector<BusNews> published_;
};

TEST_F(TwoNodes, HearOfEachOtherByHints) {
  const Id game = begin_game();
  hub_->hear(store::EventPlace{game, ben_.table["seq"].get<std::uint64_t>()});
  tasks_.run_until([&] { return ann_.table["seq"] == ben_.table["seq"]; });
  EXPECT_EQ(ann_.table["status"], "running");
}

TEST_F(TwoNodes, HearWhatIsSaidAtTheOther) {
  const Id game = begin_game();
  published_.clear();
  send_to_other(ben_, {{"phrase", {{"game", to_text(game)}, {"phrase", "hello"}}}});
  ASSERT_EQ(published_.size(), 1U);
  EXPECT_EQ(ben_.phrases.size(), 1U);
  EXPECT_TRUE(ann_.phrases.empty());
  // The bus delivers it to everyone, including the sender.
  hub_->hear(published_[0]);
  other_->hear(published_[0]);
  ASSERT_EQ(ann_.phrases.size(), 1U);
  EXPECT_EQ(ann_.phrases[0], ben_.phrases[0]);
  EXPECT_EQ(ann_.phrases[0]["seat"], 1);
  EXPECT_EQ(ben_.phrases.size(), 1U);
}

TEST_F(TwoNodes, HearOfEachOtherByTheStoreWhereHintsAreLost) {
  begin_game();
  now_ms_ += 2'000;
  hub_->tick();
  tasks_.run_until([&] { return ann_.table["seq"] == ben_.table["seq"]; });
  EXPECT_EQ(ann_.table["status"], "running");
}

/// Ann has left the table's page; Ben sits down at the other node, and the hint is lost.
TEST_F(TwoNodes, TellPlayersWhatHappensAtTheirOwnTables) {
  const Id game = begin_game();
  send(ann_, {{"own", Json::object()}});
  tasks_.run_until([&] { return ann_.own.is_object(); });
  EXPECT_EQ(ann_.own[to_text(game)]["status"], "waiting");
  send(ann_, {{"unwatch", {{"game", to_text(game)}}}});
  now_ms_ += 2'000;
  hub_->tick();
  tasks_.run_until([&] { return ann_.own[to_text(game)]["status"] == "running"; });
  EXPECT_EQ(ann_.own[to_text(game)]["turn"], ben_.table["view"]["turn"]);
}

TEST_F(TwoNodes, TellWhoeverActsOnWhatIsNoLongerSoWhatWasMissed) {
  begin_game();
  const Json answer = command(ann_, {{"lock", Json::object()}});
  EXPECT_EQ(answer["code"], "stale") << dump(answer);
  EXPECT_FALSE(answer["missed"].empty());
  EXPECT_EQ(ann_.table["seq"], ben_.table["seq"]);
  // The game continues from there.
  const Json act = ann_.at_turn() ? this->act(ann_) : command(ann_, {{"pause", Json::object()}});
  EXPECT_TRUE(act.contains("seq")) << dump(act);
}

TEST_F(TwoNodes, ShowTablesOfTheOtherInTheLobby) {
  ann_.connect(*hub_);
  create(ann_, "base", 2, 0, {{"lobby", true}});
  EXPECT_EQ(other_->lobby_page_after({}, {}).find(to_text(ann_.user)), std::string::npos);
  now_ms_ += 2'000;
  other_->tick();
  tasks_.run_until([&] { return other_->figures().tables_in_memory == 1; });
}

/// The second node has not heard yet that the first one's table is full.
TEST_F(TwoNodes, SeatWhoeverWasOvertakenAtAnotherTable) {
  const Json match = {{"name", "Player"}, {"variant", "base"}, {"players", 2}};
  const auto quick = [&](Hub& hub, Client& client) {
    const Id id = next_command();
    Json what = match;
    what["id"] = to_text(id);
    hub.receive(client.viewer, dump({{"quick", what}}));
    return answer_to(client, id);
  };
  Client cas(3);
  ann_.connect(*hub_);
  cas.connect(*hub_);
  ben_.connect(*other_);
  const Json game = quick(*hub_, ann_)["game"];
  now_ms_ += 2'000;
  other_->tick();
  tasks_.run_until([&] { return other_->figures().tables_in_memory == 1; });
  ASSERT_EQ(quick(*hub_, cas)["game"], game);
  const Json answer = quick(*other_, ben_);
  ASSERT_TRUE(answer.contains("game") && !answer.contains("code")) << dump(answer);
  EXPECT_NE(answer["game"], game);
}

TEST_F(TwoNodes, LetOneOfThemActWhenTheTimeIsUp) {
  ann_.connect(*hub_);
  const Id game = create(ann_, "base", 1, 1, {{"clock", {{"kind", "per-move"}, {"seconds", 30}}}});
  tasks_.run_until([&] { return ann_.at_turn(); });
  // The first node has died: only the store knows the deadline.
  hub_->disconnect(ann_.viewer);
  now_ms_ += 60'000;
  other_->tick();
  ann_.connect(*other_);
  tasks_.run_until([&] { return other_->figures().commands_stored > 0; });
  send_to_other(ann_, {{"watch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return ann_.table["status"] == "ended"; });
}

TEST_F(TwoNodes, LeaveItToTheNodeOfThePlayerToSayThatTheTimeIsUp) {
  ann_.connect(*hub_);
  const Id game = create(ann_, "base", 1, 1, {{"clock", {{"kind", "per-move"}, {"seconds", 30}}}});
  tasks_.run_until([&] { return ann_.at_turn(); });
  const std::uint64_t seq = ann_.table["seq"].get<std::uint64_t>();
  now_ms_ += 31'000;
  other_->tick();
  tasks_.run_until([&] { return other_->figures().tables_in_memory == 1; });
  tasks_.run_until([&] { return other_->figures().tables_in_memory == 0; });
  EXPECT_EQ(other_->figures().commands_stored, 0U);
  // Her move had arrived earlier.
  now_ms_ -= 2'000;
  const Json answer = act(ann_);
  EXPECT_TRUE(answer.contains("seq")) << dump(answer);
  EXPECT_GT(answer["seq"], seq);
  static_cast<void>(game);
}

/// Two hubs on PostgreSQL, whose clock is the common one.
class PostgresNodes : public HubTest {
 protected:
  PostgresNodes() {
    PostgresServer::common().empty();
    for (std::size_t node = 0; node < hubs_.size(); ++node) open(node);
  }
  ~PostgresNodes() override {
    for (std::size_t node = 0; node < hubs_.size(); ++node) close(node);
  }

  void open(std::size_t node) {
    stores_[node] = std::make_unique<store::PostgresStore>(PostgresServer::common().url());
    HubServices services = make_services();
    services.alone = false;
    services.node = store::random_id();
    hubs_[node] = std::make_unique<Hub>(*stores_[node], std::move(services));
    begin(*hubs_[node]);
  }
  void close(std::size_t node) {
    stores_[node].reset();
    tasks_.clear();
    hubs_[node].reset();
  }

  Json ask(std::size_t node, Client& client, const std::string& kind, Json what) {
    const Id id = next_command();
    what["id"] = to_text(id);
    hubs_[node]->receive(client.viewer, dump({{kind, what}}));
    return answer_to(client, id);
  }
  Json order(std::size_t node, Client& client, const Json& what) {
    return ask(node, client, "command",
               {{"game", client.table["game"]}, {"seq", client.table["seq"]}, {"do", what}});
  }
  void look(std::size_t node, Client& client, const Id& game) {
    client.table = nullptr;
    hubs_[node]->receive(client.viewer, dump({{"watch", {{"game", to_text(game)}}}}));
    tasks_.run_until([&] { return !client.table.is_null(); });
  }

  /// Starts a game with Ann on the first node and Ben on the second.
  Id begin_game(const Json& clock = {{"kind", "none"}}) {
    ann_.connect(*hubs_[0]);
    ben_.connect(*hubs_[1]);
    const Json plan = {
        {"variant", "base"}, {"seats", {{{"kind", "open"}}, {{"kind", "open"}}}}, {"clock", clock}};
    const Json made = ask(0, ann_, "create", {{"plan", plan}, {"name", "Ann"}});
    EXPECT_TRUE(made.contains("seq")) << dump(made);
    const Id game = *parse_id(made["game"].get<std::string>());
    look(1, ben_, game);
    EXPECT_TRUE(order(1, ben_, {{"join", {{"name", "Ben"}}}}).contains("seq"));
    return game;
  }

  /// Makes the node report, and waits for the result.
  void tick(std::size_t node) {
    now_ms_ += 1'100;
    hubs_[node]->tick();
    for (int round = 0; round < 4; ++round) run_sql(node, "SELECT 1");
  }
  store::SqlRows run_sql(std::size_t node, const char* statement) {
    store::SqlRows rows;
    bool done = false;
    stores_[node]->write([&](store::Sql& sql) { rows = sql.run(statement, {}); },
                         [&](const auto& /*fault*/) {
                           stores_[node]->look_up(
                               [](store::Sql& /*sql*/) {},
                               [&](const auto& /*fault*/) { tasks_.post([&] { done = true; }); });
                         });
    tasks_.run_until([&] { return done; });
    return rows;
  }

  /// Whether Ann may end the game because Ben is away.
  std::string let_ben_leave() {
    look(0, ann_, *parse_id(ann_.table["game"].get<std::string>()));
    now_ms_ += 40'000;
    const Json answer = order(0, ann_, {{"let-leave", {{"seat", 1}}}});
    return answer.value("code", "left");
  }

  std::array<std::unique_ptr<store::PostgresStore>, 2> stores_;
  std::array<std::unique_ptr<Hub>, 2> hubs_;
  Client ann_{1};
  Client ben_{2};
};

TEST_F(PostgresNodes, TellWhoIsThereAgainAfterAReportThatFailed) {
  begin_game();
  hubs_[1]->disconnect(ben_.viewer);
  tick(1);
  run_sql(0, "ALTER TABLE presence RENAME TO presence_elsewhere");
  ben_.connect(*hubs_[1]);
  tick(1);
  run_sql(0, "ALTER TABLE presence_elsewhere RENAME TO presence");
  tick(1);
  EXPECT_EQ(run_sql(0,
                    "SELECT player FROM presence WHERE player = '\\x"
                    "00000000000000000000000000000002'")
                .size(),
            1U);
  tick(0);
  EXPECT_EQ(let_ben_leave(), "not_away");
}

TEST_F(PostgresNodes, TellWhoIsThereAgainAfterTheyWereForgotten) {
  begin_game();
  tick(1);
  run_sql(0, "UPDATE nodes SET alive_ms = alive_ms - 100000");
  tick(0);
  tick(1);
  tick(1);
  tick(0);
  EXPECT_EQ(let_ben_leave(), "not_away");
}

TEST_F(PostgresNodes, TakeNobodyForAwayBeforeTheyHaveAsked) {
  const Id game = begin_game();
  tick(1);
  // Ann returns to a node that has not had the table in memory for a while.
  hubs_[0]->disconnect(ann_.viewer);
  tasks_.run_until([&] { return hubs_[0]->figures().tables_in_memory == 0; });
  tick(0);
  ann_.connect(*hubs_[0]);
  look(0, ann_, game);
  EXPECT_EQ(let_ben_leave(), "not_away");
}

TEST_F(PostgresNodes, LetTheOthersDecideAboutWhoIsAway) {
  begin_game();
  hubs_[1]->disconnect(ben_.viewer);
  tick(1);
  tick(0);
  tick(0);
  EXPECT_EQ(let_ben_leave(), "left");
}

TEST_F(PostgresNodes, GiveTheTimeBackOnceForWhichThereWasNone) {
  begin_game({{"kind", "per-move"}, {"seconds", 30}});
  tick(0);
  tick(1);
  for (const std::size_t node : {0U, 1U}) close(node);
  const auto shifted = std::make_unique<store::PostgresStore>(PostgresServer::common().url());
  store::write_now(*shifted, [](store::Sql& sql) {
    sql.run("UPDATE nodes SET alive_ms = alive_ms - 60000", {});
    sql.run("UPDATE games SET deadline_ms = deadline_ms - 60000", {});
    sql.run("UPDATE events SET time_ms = time_ms - 60000", {});
  });
  for (const std::size_t node : {0U, 1U}) open(node);
  for (const std::size_t node : {0U, 1U, 0U, 1U}) tick(node);
  EXPECT_EQ(run_sql(0, "SELECT game FROM events WHERE type = 'time-given-back'").size(), 1U);
  EXPECT_EQ(run_sql(0, "SELECT game FROM games WHERE status = 1").size(), 1U);
}

TEST_F(HubTest, KeepsListedTablesInStepWhenItStartsAgain) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 2, 0, {{"lobby", true}});
  now_ms_ += 2'000;
  hub_->tick();
  tasks_.run_until([&] { return hub_->is_at_rest(); });
  stop();
  now_ms_ += 60'000;
  start();
  Client ben(2);
  ben.connect(*hub_);
  EXPECT_TRUE(join(ben, game, "Ben").contains("seq"));
}

TEST_F(HubTest, AnswersARepeatedQuickMatchWithTheSameTable) {
  Client ann(1);
  ann.connect(*hub_);
  const auto quick = [&](Client& client, const Id& command, const char* name) {
    send(client,
         {{"quick",
           {{"id", to_text(command)}, {"name", name}, {"variant", "base"}, {"players", 2}}}});
    return answer_to(client, command);
  };
  const Id first = next_command();
  const Json once = quick(ann, first, "Ann");
  ASSERT_TRUE(once.contains("seq")) << dump(once);
  Client ben(2);
  ben.connect(*hub_);
  EXPECT_EQ(quick(ben, next_command(), "Ben")["game"], once["game"]);
  // The game has begun meanwhile; Ann's client has lost the answer and asks again.
  ann.acks.clear();
  EXPECT_EQ(quick(ann, first, "Ann"), once);
}

TEST_F(HubTest, KeepsFewGamesThatAreOverForWhoeverGoesFromTableToTable) {
  Client ann(1);
  ann.connect(*hub_);
  for (int i = 0; i < 12; ++i) {
    create(ann, "base", 2, 0);
    command(ann, {{"leave", Json::object()}});
    tasks_.run_until([&] { return ann.ended(); });
  }
  tasks_.run_until([&] { return hub_->figures().tables_in_memory <= 4; });
  const Id last = create(ann, "base", 1, 1);
  EXPECT_EQ(ann.table["game"], to_text(last));
}

TEST_F(HubTest, RefusesALogThatNobodyCanHaveWritten) {
  Client ann(1);
  ann.connect(*hub_);
  const Id game = create(ann, "base", 1, 1);
  tasks_.run_until([&] { return ann.at_turn(); });
  hub_->disconnect(ann.viewer);
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  store::AppendRequest forged;
  forged.game = game;
  forged.expected_seq = ann.table["seq"].get<std::uint64_t>();
  forged.events = {to_stored(MoveMade{7, Pass{}})};
  bool done = false;
  store_->append(forged, [&](const auto& answer) {
    const bool appended = answer.has_value();
    tasks_.post([&done, appended] { done = appended; });
  });
  tasks_.run_until([&] { return done; });
  ann.connect(*hub_);
  send(ann, {{"watch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return !ann.errors.empty(); });
  EXPECT_EQ(ann.errors.back()["code"], "unavailable");
  EXPECT_NE(log_.back().find("unreadable"), std::string::npos) << log_.back();
}

}  // namespace
}  // namespace sixfold::server
