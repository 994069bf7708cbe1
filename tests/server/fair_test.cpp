// Verifiable bags at tables: the commitment before the deal, seeds, the proof at the end.
#include "hub_fixture.hpp"
#include "play/fair_bag.hpp"
#include "play/fair_check.hpp"
#include "record/hex.hpp"
#include "record/record.hpp"

namespace sixfold::server {
namespace {

class FairTables : public HubTest {
 protected:
  // The first hub was created before this class could prepare its services.
  FairTables() {
    stop();
    start();
  }

  void prepare(HubServices& services) override {
    services.new_secret = [this] {
      FairSecret secret{};
      secret.fill(static_cast<std::uint8_t>(++secrets_));
      return secret;
    };
  }

  /// Whether any message contains the first secret.
  static bool knows_secret(const Client& client) {
    const std::string secret = to_hex(FairSecret{1, 1, 1, 1, 1, 1, 1, 1});
    return std::ranges::any_of(client.messages, [&](const std::string& message) {
      return message.find(secret.substr(0, 16)) != std::string::npos;
    });
  }

  Json give_seed(Client& client, const std::string& hex) {
    return command(client, {{"seed", {{"seed", hex}}}});
  }

  /// Seals a seed of one byte.
  Json seal(Client& client, std::uint8_t seed) {
    const FairSeal seal = seal_of({seed}, parse_id(client.table["game"].get<std::string>())->bytes,
                                  client.table["you"].get<int>());
    return command(client, {{"seal", {{"seal", to_hex(seal)}}}});
  }

  /// Ann creates a table, Ben sits down.
  Id both_sit_down(bool lobby = false) {
    ann_.connect(*hub_);
    ben_.connect(*hub_);
    const Id game = create(ann_, "base", 2, 0, {{"lobby", lobby}});
    join(ben_, game, "Ben");
    tasks_.run_until([&] { return ann_.table["seats"][1]["taken"] == true; });
    return game;
  }

  void pass_time(std::int64_t milliseconds) {
    now_ms_ += milliseconds;
    hub_->tick();
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

TEST_F(FairTables, RevealSeedsOnlyOnceEveryoneIsBound) {
  const Id game = both_sit_down();
  EXPECT_TRUE(seal(ann_, 7).contains("seq"));
  EXPECT_EQ(seal(ann_, 8)["code"], "seed_given");
  EXPECT_EQ(give_seed(ann_, "07")["code"], "too_early");
  EXPECT_FALSE(ann_.table.contains("reveal"));
  EXPECT_TRUE(seal(ben_, 9).contains("seq"));
  tasks_.run_until([&] { return ann_.table.contains("reveal"); });
  EXPECT_EQ(ann_.table["seats"][1]["seal"], to_hex(seal_of({9}, game.bytes, 1)));
  EXPECT_FALSE(ann_.table["seats"][1].contains("seed")) << "it is a secret as yet";
  EXPECT_EQ(give_seed(ann_, "08")["code"], "wrong_seed");
  EXPECT_TRUE(give_seed(ann_, "07").contains("seq"));
  tasks_.run_until([&] { return ben_.table["seats"][0].contains("seed"); });
  EXPECT_TRUE(give_seed(ben_, "09").contains("seq"));
  tasks_.run_until([&] { return ann_.table["status"] == "running"; });
  EXPECT_TRUE(command(ben_, {{"leave", Json::object()}}).contains("seq"));
  tasks_.run_until([&] { return ann_.ended(); });

  const std::string text = record_text(game);
  EXPECT_FALSE(verify_fair(text));
  Record record = *parse_record(text);
  EXPECT_EQ(record.fair->seeds, (std::vector<FairSeed>{{7}, {9}}));
  ASSERT_EQ(record.fair->seals.size(), 2U);
  EXPECT_EQ(record.fair->seals[0], seal_of({7}, game.bytes, 0));
  record.fair->seals[1] = seal_of({9}, game.bytes, 0);
  EXPECT_EQ(check_fair(record)->reason, FairReason::seal);
  EXPECT_EQ(check_fair(record)->seat, 1);
}

TEST_F(FairTables, FreeTheSeatOfWhoeverDoesNotReveal) {
  const Id game = both_sit_down(true);
  seal(ann_, 7);
  seal(ben_, 9);
  tasks_.run_until([&] { return ann_.table.contains("reveal"); });
  EXPECT_TRUE(give_seed(ann_, "07").contains("seq"));
  pass_time(14'999);
  EXPECT_EQ(ann_.table["seats"][1]["taken"], true);
  pass_time(1);
  tasks_.run_until([&] { return ann_.table["seats"][1]["taken"] == false; });
  EXPECT_EQ(ann_.table["status"], "waiting");
  EXPECT_FALSE(ann_.table["seats"][0].contains("seal")) << "Ben knows Ann's seed";
  EXPECT_TRUE(join(ben_, game, "Ben").contains("seq"));
  EXPECT_TRUE(seal(ann_, 1).contains("seq"));
  EXPECT_TRUE(seal(ben_, 2).contains("seq"));
  EXPECT_TRUE(give_seed(ann_, "01").contains("seq"));
  EXPECT_TRUE(give_seed(ben_, "02").contains("seq"));
  tasks_.run_until([&] { return ann_.table["status"] == "running"; });
}

TEST_F(FairTables, CloseWhenNobodyReveals) {
  both_sit_down(true);
  seal(ann_, 7);
  seal(ben_, 9);
  pass_time(15'000);
  tasks_.run_until([&] { return ann_.table["status"] == "ended"; });
}

/// Whoever sent the link is often in another program when a friend comes.
TEST_F(FairTables, WaitLongerForFriends) {
  both_sit_down();
  seal(ann_, 7);
  seal(ben_, 9);
  tasks_.run_until([&] { return ben_.table.contains("reveal"); });
  EXPECT_TRUE(give_seed(ben_, "09").contains("seq"));
  pass_time(599'999);
  EXPECT_EQ(ben_.table["seats"][0]["taken"], true);
  pass_time(1);
  tasks_.run_until([&] { return ben_.table["seats"][0]["taken"] == false; });
  EXPECT_EQ(ben_.table["status"], "waiting");
}

TEST_F(FairTables, DealWithoutTheSeedOfWhoeverSealsNone) {
  const Id game = both_sit_down();
  seal(ann_, 7);
  pass_time(5'000);
  tasks_.run_until([&] { return ann_.table.contains("reveal"); });
  EXPECT_EQ(seal(ben_, 9)["code"], "seals_closed");
  EXPECT_EQ(give_seed(ben_, "09")["code"], "seals_closed") << "it could have been chosen";
  stop();
  start();
  ann_.connect(*hub_);
  ben_.connect(*hub_);
  watch(ann_, game);
  EXPECT_TRUE(give_seed(ann_, "07").contains("seq"));
  tasks_.run_until([&] { return ann_.table["status"] == "running"; });
  EXPECT_TRUE(command(ann_, {{"leave", Json::object()}}).contains("seq"));
  tasks_.run_until([&] { return ann_.ended(); });
  const std::string text = record_text(game);
  EXPECT_FALSE(verify_fair(text));
  EXPECT_EQ(parse_record(text)->fair->seeds, (std::vector<FairSeed>{{7}, {}}));
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
  const std::vector<std::pair<std::string, std::string>> bad{
      {"seed", "0"}, {"seed", "xy"}, {"seed", "FF"}, {"seal", "00"}, {"seal", ""}};
  for (const auto& [kind, value] : bad) {
    ann_.errors.clear();
    send(ann_, {{"command",
                 {{"id", to_text(next_command())},
                  {"game", ann_.table["game"]},
                  {"seq", ann_.table["seq"]},
                  {"do", {{kind, {{kind, value}}}}}}}});
    tasks_.run_until([&] { return !ann_.errors.empty(); });
    EXPECT_EQ(ann_.errors.back()["code"], kind) << value;
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
}  // namespace sixfold::server
