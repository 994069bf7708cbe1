// Several servers that share a store, and what is left of commands, tables and time when one of
// them is late, gone or wrong.
#include "hub_fixture.hpp"

namespace sixfold {
namespace {

TEST(BusNewsTest, IsReadAsItIsWritten) {
  const EventPlace place{numbered_id(1), 12'345};
  const SaidPhrase said{numbered_id(2), numbered_id(3), 3, "well_played"};
  EXPECT_EQ(parse_news(to_text(BusNews(place))), BusNews(place));
  EXPECT_EQ(parse_news(to_text(BusNews(said))), BusNews(said));
}

TEST(BusNewsTest, IsNoneWhereItCannotBeWhatItSays) {
  const std::string id = to_text(numbered_id(1));
  for (const std::string& text : std::vector<std::string>{
           "", "said", id, id + " ", id + " x", id + " 1 2", id + " -1", "zz 1",
           "said " + id + " " + id + " 4 hello", "said " + id + " " + id + " 0 nonsense",
           "said " + id + " " + id + " 0 ", "said " + id + " " + id, "said " + id + " zz 0 hello"})
    EXPECT_EQ(parse_news(text), std::nullopt) << text;
}

/// Two hubs on one file; each hears of the other only by what the test passes on.
class TwoNodes : public HubTest {
 protected:
  TwoNodes() {
    other_store_ = open_store();
    HubWorld world = make_world();
    world.node = numbered_id(2);
    other_ = std::make_unique<Hub>(*other_store_, std::move(world));
    begin(*other_);
  }
  ~TwoNodes() override {
    other_store_.reset();
    other_.reset();
  }

  void prepare(HubWorld& world) override {
    world.alone = false;
    world.node = numbered_id(1);
    world.publish = [this](const BusNews& news) { published_.push_back(news); };
  }

  void send_to_other(Client& client, const Json& message) {
    other_->receive(client.viewer, dump(message));
  }

  /// Ann at the first node, Ben at the second, in one game.
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

  std::unique_ptr<SqliteStore> other_store_;
  std::unique_ptr<Hub> other_;
  Client ann_{1};
  Client ben_{2};
  std::vector<BusNews> published_;
};

TEST_F(TwoNodes, HearOfEachOtherByHints) {
  const Id game = begin_game();
  hub_->hear(EventPlace{game, ben_.table["seq"].get<std::uint64_t>()});
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
  // The bus brings it to everyone, also to where it was said.
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

TEST_F(TwoNodes, TellWhoeverActsOnWhatIsNoLongerSoWhatWasMissed) {
  begin_game();
  const Json answer = command(ann_, {{"lock", Json::object()}});
  EXPECT_EQ(answer["code"], "stale") << dump(answer);
  EXPECT_FALSE(answer["missed"].empty());
  EXPECT_EQ(ann_.table["seq"], ben_.table["seq"]);
  // And the table goes on from there.
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

TEST_F(TwoNodes, LetOneOfThemActWhenTheTimeIsUp) {
  ann_.connect(*hub_);
  const Id game = create(ann_, "base", 1, 1, {{"clock", {{"kind", "per-move"}, {"seconds", 30}}}});
  tasks_.run_until([&] { return ann_.at_turn(); });
  // The first node has died: only the store knows of the deadline.
  hub_->disconnect(ann_.viewer);
  now_ms_ += 60'000;
  other_->tick();
  ann_.connect(*other_);
  tasks_.run_until([&] { return other_->figures().commands_stored > 0; });
  send_to_other(ann_, {{"watch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return ann_.table["status"] == "ended"; });
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
  // The game has begun meanwhile; Ann's client asks again, having lost the answer.
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
  AppendRequest forged;
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
}  // namespace sixfold
