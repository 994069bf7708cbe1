// Lost time: the store could not be written, or the machine's clock was set. Nobody may lose a game
// because of it.
#include "hub_fixture.hpp"
#include "record/durations.hpp"
#include "simulation/power_loss_vfs.hpp"

namespace sixfold::server {
namespace {

/// Ann and Ben in a game with a clock; the test controls both clocks of the machine.
class TimeTest : public HubTest {
 protected:
  TimeTest() {
    stop();
    vfs_ = simulation::power_loss_vfs({});
    start();
    ann_.connect(*hub_);
    ben_.connect(*hub_);
  }
  ~TimeTest() override { simulation::set_disk_room(std::nullopt); }

  void prepare(HubServices& services) override {
    services.steady_ms = [this] { return now_ms_; };
    services.now_ms = [this] { return now_ms_ + step_ms_; };
  }

  Id begin_game(const Json& clock) {
    const Id game = create(ann_, "base", 2, 0, {{"clock", clock}});
    EXPECT_TRUE(join(ben_, game, "Ben").contains("seq"));
    tasks_.run_until([&] { return ann_.table["status"] == "running"; });
    return game;
  }

  Client& mover() { return ann_.at_turn() ? ann_ : ben_; }

  /// Lets time pass as on a server, with several ticks per second.
  void pass(std::int64_t milliseconds) {
    for (std::int64_t passed = 0; passed < milliseconds; passed += 500) {
      now_ms_ += 500;
      hub_->tick();
      settle_tasks();
    }
  }
  /// Waits until all requests to the store have been answered and processed.
  void settle_tasks() {
    for (int round = 0; round < 6; ++round) {
      bool answered = false;
      const Id nobody = numbered_id(9);
      store_->write([](store::Sql& /*sql*/) {},
                    [&](const auto& /*fault*/) {
                      store_->find_command(nobody, nobody, [&](const auto& /*found*/) {
                        tasks_.post([&] { answered = true; });
                      });
                    });
      tasks_.run_until([&] { return answered; });
    }
  }

  [[nodiscard]] bool has_logged(const std::string& event) const {
    return std::ranges::any_of(log_, [&](const auto& line) { return line.starts_with(event); });
  }
  [[nodiscard]] int given_back(const Id& game) {
    int count = 0;
    bool done = false;
    store_->read(game, 0, [&](const auto& events) {
      for (const store::StoredEvent& event : *events)
        count += event.type == "time-given-back" ? 1 : 0;
      tasks_.post([&] { done = true; });
    });
    tasks_.run_until([&] { return done; });
    return count;
  }

  std::int64_t step_ms_ = 0;
  Client ann_{1};
  Client ben_{2};
};

const Json half_a_minute = {{"kind", "per-move"}, {"seconds", 30}};
const Json five_minutes = {{"kind", "bank"}, {"seconds", 300}, {"increment", 0}};

TEST_F(TimeTest, RunsOutForWhoeverDoesNotMove) {
  begin_game(half_a_minute);
  pass(29'000);
  EXPECT_EQ(ann_.table["status"], "running");
  pass(2'000);
  EXPECT_EQ(ann_.table["status"], "ended");
}

TEST_F(TimeTest, ThatHasRunOutIsNone) {
  begin_game(five_minutes);
  const auto first = mover().table["you"].get<std::size_t>();
  pass(302'000);
  ASSERT_EQ(ann_.table["end"]["reason"], "timeout");
  EXPECT_EQ(ann_.table["seats"][first]["bank_ms"], 0);
}

TEST_F(TimeTest, ThatWasLeftAtTheEndStaysOnTheClock) {
  for (const bool by_mover : {true, false}) {
    begin_game(five_minutes);
    const auto first = mover().table["you"].get<std::size_t>();
    pass(40'000);
    Client& leaver = by_mover == (&mover() == &ann_) ? ann_ : ben_;
    ASSERT_TRUE(command(leaver, {{"leave", Json::object()}}).contains("seq"));
    tasks_.run_until([&] { return ann_.ended() && ben_.ended(); });
    EXPECT_EQ(ann_.table["seats"][first]["bank_ms"], 260'000) << by_mover;
    EXPECT_EQ(ann_.table["seats"][1 - first]["bank_ms"], 300'000) << by_mover;
  }
}

TEST_F(TimeTest, OfAPauseIsNobodysEvenIfTheGameEndsInIt) {
  begin_game(five_minutes);
  const auto first = mover().table["you"].get<std::size_t>();
  pass(40'000);
  for (Client* client : {&ann_, &ben_}) {
    tasks_.run_until([&] { return ann_.table["seq"] == ben_.table["seq"]; });
    command(*client, {{"pause", Json::object()}});
  }
  tasks_.run_until([&] { return ann_.table["paused"] == true; });
  pass(40'000);
  command(ann_, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann_.ended(); });
  EXPECT_EQ(ann_.table["seats"][first]["bank_ms"], 260'000);
}

TEST_F(TimeTest, IsNobodysWhileTheDiskIsFull) {
  const Id game = begin_game(half_a_minute);
  pass(20'000);
  simulation::set_disk_room(0);
  Client& late = mover();
  EXPECT_EQ(act(late)["code"], "unavailable");
  pass(60'000);
  simulation::set_disk_room(std::nullopt);
  pass(2'000);
  ASSERT_EQ(ann_.table["status"], "running");
  EXPECT_EQ(given_back(game), 1);
  const Json answer = act(late);
  EXPECT_TRUE(answer.contains("seq")) << dump(answer);
  // From then on clocks run as usual.
  pass(35'000);
  EXPECT_EQ(ann_.table["status"], "ended");
}

TEST_F(TimeTest, IsNobodysWhileTheClockIsSetForward) {
  const Id game = begin_game(five_minutes);
  pass(20'000);
  step_ms_ = hour_ms;
  // A move may arrive before anyone has noticed.
  Client& first = mover();
  const Json answer = act(first);
  EXPECT_TRUE(answer.contains("seq")) << dump(answer);
  pass(5'000);
  ASSERT_EQ(ann_.table["status"], "running");
  EXPECT_TRUE(has_logged("clock_stepped"));
  EXPECT_EQ(given_back(game), 1);
  EXPECT_TRUE(act(mover()).contains("seq"));
  for (const Json& seat : ann_.table["seats"]) EXPECT_GT(seat["bank_ms"], 270'000) << dump(seat);
  // The new time of day is shown.
  EXPECT_GT(ann_.table["now_ms"], 1'000'000 + hour_ms);
  pass(310'000);
  EXPECT_EQ(ann_.table["status"], "ended");
}

TEST_F(TimeTest, IsNobodysWhileTheClockIsSetBack) {
  step_ms_ = 2 * hour_ms;
  pass(5'000);
  begin_game(five_minutes);
  pass(20'000);
  step_ms_ = hour_ms;
  EXPECT_TRUE(act(mover()).contains("seq"));
  pass(5'000);
  EXPECT_TRUE(act(mover()).contains("seq"));
  EXPECT_TRUE(has_logged("clock_stepped"));
  ASSERT_EQ(ann_.table["status"], "running");
  for (const Json& seat : ann_.table["seats"]) EXPECT_LE(seat["bank_ms"], 300'000) << dump(seat);
  EXPECT_LT(ann_.table["now_ms"], 1'000'000 + 2 * hour_ms);
  // A player who never moves again loses when the time is up, not an hour later.
  pass(200'000);
  EXPECT_EQ(ann_.table["status"], "running");
  pass(110'000);
  EXPECT_EQ(ann_.table["status"], "ended");
}

TEST_F(TimeTest, IsNobodysWhenTheClockWasSetBackWhileNoServerRan) {
  step_ms_ = 2 * hour_ms;
  pass(5'000);
  const Id game = begin_game(half_a_minute);
  pass(2'000);
  stop();
  step_ms_ = hour_ms;
  start();
  ann_.connect(*hub_);
  watch(ann_, game);
  pass(20'000);
  EXPECT_EQ(ann_.table["status"], "running");
  pass(15'000);
  EXPECT_EQ(ann_.table["status"], "ended");
}

TEST_F(TimeTest, StepsMakeNobodyAway) {
  begin_game({{"kind", "none"}});
  hub_->disconnect(ben_.viewer);
  pass(2'000);
  step_ms_ = hour_ms;
  pass(3'000);
  const Json answer = command(ann_, {{"let-leave", {{"seat", ben_.table["you"]}}}});
  EXPECT_EQ(answer["code"], "not_away") << dump(answer);
}

TEST_F(TimeTest, PhrasesGoOnWhenTheClockIsSetBack) {
  const Id game = begin_game(five_minutes);
  const Json say = {{"phrase", {{"game", to_text(game)}, {"phrase", "hello"}}}};
  now_ms_ += 2 * hour_ms;
  send(ann_, say);
  step_ms_ = -hour_ms;
  now_ms_ += 60'000;
  ann_.phrases.clear();
  send(ann_, say);
  EXPECT_EQ(ann_.phrases.size(), 1U);
}

/// A machine that starts with its clock ahead and is corrected later.
class StartedAhead : public TimeTest {
 protected:
  StartedAhead() {
    stop();
    start();
    for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
  }
  void prepare(HubServices& services) override {
    TimeTest::prepare(services);
    services.new_secret = [] { return FairSecret{}; };
  }
};

TEST_F(StartedAhead, FreesTheSeatOfSomebodyWhoDoesNotShowUp) {
  step_ms_ = -hour_ms;
  pass(20'000);
  const auto quick = [&](Client& client) {
    const Id id = next_command();
    send(client,
         {{"quick", {{"id", to_text(id)}, {"name", "P"}, {"variant", "base"}, {"players", 2}}}});
    return answer_to(client, id)["game"];
  };
  const Json game = quick(ann_);
  send(ann_, {{"unwatch", {{"game", game}}}});
  ASSERT_EQ(quick(ben_), game);
  tasks_.run_until([&] { return ben_.table["you"] == 1; });
  EXPECT_TRUE(command(ben_, {{"seal", {{"seal", std::string(64, '7')}}}}).contains("seq"));
  pass(30'000);
  EXPECT_EQ(ben_.table["seats"][0]["taken"], false);
}

}  // namespace
}  // namespace sixfold::server
