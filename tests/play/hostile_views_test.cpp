// A bot may get views from a faulty program: whatever the line contains, the answer is an act or an
// error, never a crash. Each line is answered in a separate process.
#include <gtest/gtest.h>

#include "play/bot_protocol.hpp"
#include "record/json.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// What seat 1 sees after an opening, in a question to a bot.
Json question() {
  Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  return parse_json(move_question(7, view(game, 1), 1000)).value();
}

/// Lets every bot answer the line; exits with 0 if each gives an answer.
void exit_with_answer(const Json& asked) {
  bool answered = true;
  for (const BotLevel& level : all_bots())
    answered = BotSession(parse_bot(std::string(level.name) + ":20sims").value(), 6)
                   .answer(dump(asked))
                   .has_value() &&
               answered;
  std::exit(answered ? 0 : 1);
}

void expect_answer(const Json& asked) {
  EXPECT_EXIT(exit_with_answer(asked), testing::ExitedWithCode(0), "") << dump(asked);
}

TEST(HostileViewsDeathTest, ASoundViewIsAnswered) { expect_answer(question()); }

TEST(HostileViewsDeathTest, TilesThatDoNotHangTogetherAreAnswered) {
  Json asked = question();
  asked["view"]["tiles"].push_back("Rc@1000000,1000000");
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, ABarredCellFarAwayIsAnswered) {
  Json asked = question();
  asked["view"]["barred"] = "Rc@999999999,0";
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, ARollWithoutCubesIsAnswered) {
  Json asked = question();
  asked["view"]["hand"] = Json::array();
  asked["view"]["acts"] = Json::array({"roll"});
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, ASeatThatHasLeftIsAnswered) {
  Json asked = question();
  asked["view"]["seats"][1]["in"] = false;
  asked["view"]["seats"][1]["held"] = 0;
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, AHandOfAnotherSizeThanItsSeatSaysIsAnswered) {
  for (const int held : {0, 5, 7, 100}) {
    Json asked = question();
    asked["view"]["seats"][1]["held"] = held;
    expect_answer(asked);
  }
}

TEST(HostileViewsDeathTest, ATradeWithABagOfNothingIsAnswered) {
  Json asked = question();
  asked["view"]["unseen"] = Json::object();
  asked["view"]["acts"] = Json::array({"trade"});
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, ATakeFromAnEmptyTableIsAnswered) {
  Json asked = question();
  asked["view"]["tiles"] = Json::array();
  asked["view"]["acts"] = Json::array({"take"});
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, ATradeFromAnEmptyBagIsAnswered) {
  Json asked = question();
  asked["view"]["bag"] = 0;
  asked["view"]["acts"] = Json::array({"trade"});
  expect_answer(asked);
}

TEST(HostileViewsDeathTest, APlacementThatIsImpossibleIsAnswered) {
  Json asked = question();
  asked["view"]["hand"] = Json::array({"Bx"});
  asked["view"]["acts"] = Json::array({"place"});
  expect_answer(asked);
}

}  // namespace
}  // namespace sixfold::tests
