// The hub with a real store and without sockets: commands in, acks and tables out.
#include "server/hub.hpp"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "record/forms.hpp"
#include "rules/variants/catalogue.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold {
namespace {

/// The hub's thread is the test's: tasks are run while something is waited for.
class Tasks {
 public:
  void post(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
  }
  template <class Done>
  void run_until(const Done& done) {
    while (!done()) {
      std::unique_lock lock(mutex_);
      const bool came =
          ready_.wait_for(lock, std::chrono::seconds(20), [this] { return !tasks_.empty(); });
      ASSERT_TRUE(came) << "nothing happens any more";
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
};

/// A client: keeps what it was sent.
struct Client {
  Id user = random_id();
  ViewerNumber viewer = 0;
  std::vector<Json> acks;
  std::vector<Json> errors;
  Json table;

  void connect(Hub& hub) {
    viewer = hub.connect(user, [this](const std::string& message) {
      Json json = *parse_json(message);
      if (json.contains("ack")) acks.push_back(json["ack"]);
      if (json.contains("error")) errors.push_back(json["error"]);
      if (json.contains("table")) table = json["table"];
    });
  }
  [[nodiscard]] std::uint64_t seq() const { return table["seq"].get<std::uint64_t>(); }
  [[nodiscard]] bool at_turn() const {
    return table["status"] == "running" && table["view"]["turn"] == table["you"];
  }
  [[nodiscard]] View view() const {
    FormReader reader;
    return *read_view(reader, table["view"], {});
  }
};

class HubTest : public testing::Test {
 protected:
  HubTest()
      : folder_(std::filesystem::temp_directory_path() / ("sixfold-" + to_text(random_id()))) {
    std::filesystem::create_directories(folder_);
    start();
  }
  ~HubTest() override {
    stop();
    std::filesystem::remove_all(folder_);
  }

  void start() {
    store_ =
        std::make_unique<SqliteStore>(SqliteOptions{(folder_ / "games.db").string(), "", true});
    HubWorld world;
    world.now_ms = [this] { return now_ms_; };
    world.new_id = random_id;
    world.new_seed = [this] { return ++seed_; };
    world.post = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    world.think = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    hub_ = std::make_unique<Hub>(*store_, world);
    bool ready = false;
    hub_->begin([&](const auto& fault) { ready = !fault; });
    tasks_.run_until([&] { return ready; });
  }
  void stop() {
    store_.reset();
    hub_.reset();
  }

  /// Every move of the client's until the game is over, each acknowledged.
  void play_out(Client& client, const Id& game, int most_moves) {
    Random random(1);
    for (int move = 0; move < most_moves && client.table["status"] == "running"; ++move) {
      tasks_.run_until([&] { return client.at_turn() || client.table["status"] == "ended"; });
      if (client.table["status"] == "ended") return;
      const std::size_t acks = client.acks.size();
      hub_->request(client.viewer, {game, client.seq(), random_id(),
                                    MakeMove{bot_named("greedy")->choose(client.view(), random)}});
      tasks_.run_until([&] { return client.acks.size() > acks || !client.errors.empty(); });
      ASSERT_TRUE(client.errors.empty()) << dump(client.errors.back());
    }
  }

  Id create(Client& client, const Ruleset& rules, int people, int bots) {
    TablePlan plan;
    plan.rules = rules;
    for (int i = 0; i < people; ++i) plan.seats.push_back({SeatPlan::Kind::open, ""});
    for (int i = 0; i < bots; ++i) plan.seats.push_back({SeatPlan::Kind::bot, "greedy"});
    hub_->create(client.viewer, random_id(), plan, "Ann");
    tasks_.run_until([&] { return !client.table.is_null(); });
    return *parse_id(client.table["game"].get<std::string>());
  }

  std::filesystem::path folder_;
  Tasks tasks_;
  std::int64_t now_ms_ = 1;
  std::uint64_t seed_ = 0;
  std::unique_ptr<SqliteStore> store_;
  std::unique_ptr<Hub> hub_;
};

TEST_F(HubTest, PlaysWholeGamesOfAPersonAgainstABot) {
  for (const Variant& variant : all_variants()) {
    Client client;
    client.connect(*hub_);
    const Id game = create(client, variant.ruleset(), 1, 1);
    play_out(client, game, 1000);
    EXPECT_EQ(client.table["status"], "ended") << variant.name;
    hub_->disconnect(client.viewer);
  }
}

TEST_F(HubTest, GoesOnAfterARestart) {
  Client client;
  client.connect(*hub_);
  const Id game = create(client, variants::base(), 1, 1);
  play_out(client, game, 5);
  tasks_.run_until([&] { return client.at_turn(); });
  const Json before = client.table;
  stop();
  start();
  client.connect(*hub_);
  client.table = nullptr;
  hub_->watch(client.viewer, game);
  tasks_.run_until([&] { return !client.table.is_null(); });
  EXPECT_EQ(client.table, before);
  play_out(client, game, 1000);
  EXPECT_EQ(client.table["status"], "ended");
}

TEST_F(HubTest, AnswersTheSameCommandTheSameAndAStaleOneWithTheTable) {
  Client client;
  client.connect(*hub_);
  const Id game = create(client, variants::base(), 1, 1);
  tasks_.run_until([&] { return client.at_turn(); });
  Random random(1);
  const TableRequest request{game, client.seq(), random_id(),
                             MakeMove{bot_named("greedy")->choose(client.view(), random)}};
  const std::size_t acks = client.acks.size();
  hub_->request(client.viewer, request);
  hub_->request(client.viewer, request);
  tasks_.run_until([&] { return client.acks.size() == acks + 2; });
  EXPECT_EQ(client.acks[acks], client.acks[acks + 1]);
  EXPECT_TRUE(client.errors.empty());

  TableRequest stale = request;
  stale.command = random_id();
  hub_->request(client.viewer, stale);
  tasks_.run_until([&] { return !client.errors.empty(); });
  EXPECT_EQ(client.errors.back()["code"], "stale");
}

TEST_F(HubTest, ShowsNobodyTheHandOfAnother) {
  Client ann;
  Client ben;
  Client spectator;
  for (Client* client : {&ann, &ben, &spectator}) client->connect(*hub_);
  const Id game = create(ann, variants::base(), 2, 0);
  hub_->watch(ben.viewer, game);
  hub_->watch(spectator.viewer, game);
  tasks_.run_until([&] { return !ben.table.is_null() && !spectator.table.is_null(); });
  hub_->request(ben.viewer, {game, ben.seq(), random_id(), JoinTable{"Ben", std::nullopt}});
  tasks_.run_until([&] { return spectator.table["status"] == "running"; });
  EXPECT_EQ(ann.table["view"]["hand"].size(), 6U);
  EXPECT_EQ(ben.table["view"]["hand"].size(), 6U);
  EXPECT_TRUE(spectator.table["view"]["hand"].empty());
  EXPECT_FALSE(spectator.table["view"]["seats"][0].contains("hand"));
}

TEST_F(HubTest, RefusesATableThatIsNotThere) {
  Client client;
  client.connect(*hub_);
  hub_->request(client.viewer, {random_id(), 0, random_id(), LeaveTable{}});
  tasks_.run_until([&] { return !client.errors.empty(); });
  EXPECT_EQ(client.errors.back()["code"], "no_such_table");
}

}  // namespace
}  // namespace sixfold
