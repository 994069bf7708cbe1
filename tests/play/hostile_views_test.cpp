// A bot is given views by a program that may be wrong: whatever the line says, the answer is an act
// or an error, never a crash. Each line is answered in a process of its own.
#include <gtest/gtest.h>

#include "play/bot_protocol.hpp"
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

/// Answers the line with every bot; exits with 0 if all of them refuse it.
void exit_with_answer(const Json& asked) {
  bool refused = true;
  for (const BotLevel& level : all_bots()) {
    BotSession session(level, 6);
    refused = session.answer(dump(asked)).has_value() && session.had_error() && refused;
  }
  std::exit(refused ? 0 : 1);
}

void expect_refused(const Json& asked) {
  EXPECT_EXIT(exit_with_answer(asked), testing::ExitedWithCode(0), "") << dump(asked);
}

TEST(HostileViewsDeathTest, ASoundViewIsAnswered) {
  EXPECT_EXIT(exit_with_answer(question()), testing::ExitedWithCode(1), "");
}

TEST(HostileViewsDeathTest, TilesThatDoNotHangTogetherAreRefused) {
  Json asked = question();
  asked["view"]["tiles"].push_back("Rc@1000000,1000000");
  expect_refused(asked);
}

TEST(HostileViewsDeathTest, ABarredCellFarAwayIsRefused) {
  Json asked = question();
  asked["view"]["barred"] = "Rc@999999999,0";
  expect_refused(asked);
}

TEST(HostileViewsDeathTest, ARollWithoutCubesIsRefused) {
  Json asked = question();
  asked["view"]["hand"] = Json::array();
  asked["view"]["acts"] = Json::array({"roll"});
  expect_refused(asked);
}

TEST(HostileViewsDeathTest, ATakeFromAnEmptyTableIsRefused) {
  Json asked = question();
  asked["view"]["tiles"] = Json::array();
  asked["view"]["acts"] = Json::array({"take"});
  expect_refused(asked);
}

TEST(HostileViewsDeathTest, ATradeFromAnEmptyBagIsRefused) {
  Json asked = question();
  asked["view"]["bag"] = 0;
  asked["view"]["acts"] = Json::array({"trade"});
  expect_refused(asked);
}

TEST(HostileViewsDeathTest, APlacementThatIsImpossibleIsRefused) {
  Json asked = question();
  asked["view"]["hand"] = Json::array({"Bx"});
  asked["view"]["acts"] = Json::array({"place"});
  expect_refused(asked);
}

}  // namespace
}  // namespace sixfold::tests
