// Bags that can be checked, at tables: the commitment before the deal, seeds, the proof at the end.
#include "hub_fixture.hpp"
#include "play/fair_check.hpp"
#include "record/hex.hpp"
#include "record/record.hpp"

namespace sixfold {
namespace {

class FairTables : public HubTest {
 protected:
  // The first hub was made before this class was there to prepare its world.
  FairTables() {
    stop();
    start();
  }

  void prepare(HubWorld& world) override {
    world.new_secret = [this] {
      FairSecret secret{};
      secret.fill(static_cast<std::uint8_t>(++secrets_));
      return secret;
    };
  }

  /// Whether anything that was sent holds the first secret.
  static bool knows_secret(const Client& client) {
    const std::string secret = to_hex(FairSecret{1, 1, 1, 1, 1, 1, 1, 1});
    return std::ranges::any_of(client.messages, [&](const std::string& message) {
      return message.find(secret.substr(0, 16)) != std::string::npos;
    });
  }

  Json give_seed(Client& client, const std::string& hex) {
    return command(client, {{"seed", {{"seed", hex}}}});
  }

  std::string record_text(const Id& game) {
    std::string text;
    hub_->record(game, [&](const auto& record) { text = *record; });
    tasks_.run_until([&] { return !text.empty(); });
    return text;
  }

  int secrets_ = 0;
  Client ann_{1};
  Client ben_{2};
};

TEST_F(FairTables, ProveTheirBagWhenTheGameIsOver) {
  for (const char* const variant : {"base", "cubes", "select"}) {
    ann_.connect(*hub_);
    ben_.connect(*hub_);
    const Id game = create(ann_, variant, 2, 0, {{"opener", 1}});
    const std::string commitment = ann_.table["commitment"].get<std::string>();
    EXPECT_TRUE(give_seed(ann_, "0a1b").contains("seq"));
    EXPECT_EQ(give_seed(ann_, "0c")["code"], "seed_given");
    watch(ben_, game);
    EXPECT_EQ(ben_.table["commitment"], commitment);
    EXPECT_TRUE(command(ben_, {{"join", {{"name", "Ben"}, {"seed", "ff00"}}}}).contains("seq"));
    tasks_.run_until([&] { return ann_.table["status"] == "running"; });
    while (!ann_.ended()) {
      tasks_.run_until([&] { return ann_.at_turn() || ben_.at_turn() || ann_.ended(); });
      if (ann_.ended()) break;
      ASSERT_TRUE(act(ann_.at_turn() ? ann_ : ben_).contains("seq"));
    }
    EXPECT_FALSE(knows_secret(ann_));
    const std::string text = record_text(game);
    EXPECT_FALSE(verify_fair(text)) << variant << verify_fair(text)->message;
    const Record record = *parse_record(text);
    EXPECT_EQ(to_hex(record.fair->commitment), commitment);
    EXPECT_EQ(record.fair->seeds, (std::vector<FairSeed>{{0x0a, 0x1b}, {0xff, 0x00}}));
    hub_->disconnect(ann_.viewer);
    hub_->disconnect(ben_.viewer);
  }
}

TEST_F(FairTables, WaitFiveSecondsForSeedsAndNoLonger) {
  ann_.connect(*hub_);
  const Id game = create(ann_, "base", 1, 1);
  EXPECT_EQ(ann_.table["status"], "waiting");
  now_ms_ += 4'999;
  hub_->tick();
  EXPECT_EQ(ann_.table["status"], "waiting");
  now_ms_ += 1;
  hub_->tick();
  tasks_.run_until([&] { return ann_.table["status"] == "running"; });
  play_out(ann_, 1'000);
  const std::string text = record_text(game);
  EXPECT_FALSE(verify_fair(text));
  EXPECT_EQ(parse_record(text)->fair->seeds, std::vector<FairSeed>(2));
}

TEST_F(FairTables, DealTheSameAfterARestart) {
  ann_.connect(*hub_);
  const Id game = create(ann_, "base", 1, 1);
  EXPECT_TRUE(give_seed(ann_, "").contains("seq"));
  play_out(ann_, 3);
  stop();
  start();
  ann_.connect(*hub_);
  watch(ann_, game);
  play_out(ann_, 1'000);
  EXPECT_FALSE(verify_fair(record_text(game)));
}

TEST_F(FairTables, RefuseSeedsThatAreNone) {
  ann_.connect(*hub_);
  create(ann_, "base", 1, 1);
  for (const char* const seed : {"0", "xy", "FF"}) {
    ann_.errors.clear();
    send(ann_, {{"command",
                 {{"id", to_text(next_command())},
                  {"game", ann_.table["game"]},
                  {"seq", ann_.table["seq"]},
                  {"do", {{"seed", {{"seed", seed}}}}}}}});
    tasks_.run_until([&] { return !ann_.errors.empty(); });
    EXPECT_EQ(ann_.errors.back()["code"], "seed") << seed;
  }
  EXPECT_EQ(give_seed(ann_, std::string(64, '0')).contains("seq"), true);
}

TEST_F(FairTables, AdmitAccountsAloneWhereGamesAreRated) {
  ann_.kind = SeatTaken::Kind::person;
  ann_.name = "Ann of the house";
  ann_.connect(*hub_);
  ben_.connect(*hub_);
  const Id game = create(ann_, "base", 2, 0, {{"rated", true}});
  EXPECT_EQ(ann_.table["seats"][0]["name"], "Ann of the house") << "not as the client says";
  EXPECT_EQ(ann_.table["seats"][0]["account"], "person");
  EXPECT_EQ(join(ben_, game, "Ben")["code"], "account_needed");
}

}  // namespace
}  // namespace sixfold
