#include "play/bot_spec.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

using Parts = std::vector<std::string>;

TEST(BotSpec, NamesALevel) {
  const auto bot = parse_bot("greedy");
  ASSERT_TRUE(bot.has_value());
  EXPECT_EQ(bot->level->name, "greedy");
  EXPECT_EQ(bot->text, "greedy");
  EXPECT_FALSE(bot->milliseconds || bot->simulations);
}

TEST(BotSpec, MayGiveALevelABudget) {
  EXPECT_EQ(parse_bot("greedy:100ms")->milliseconds, 100);
  EXPECT_EQ(parse_bot("greedy:500sims")->simulations, 500);
  EXPECT_EQ(parse_bot("greedy:500sims")->text, "greedy:500sims");
}

TEST(BotSpec, NamesAProgramWithItsArguments) {
  const auto bot = parse_bot("cmd:python3 bot.py --fast:yes");
  ASSERT_TRUE(bot.has_value());
  EXPECT_FALSE(bot->level);
  EXPECT_EQ(bot->command, "python3 bot.py --fast:yes");
}

TEST(BotSpec, RefusesWhatItDoesNotKnow) {
  for (const char* const text :
       {"", "nobody", "Greedy", "greedy:", "greedy:ms", "greedy:100", "greedy:0ms", "greedy:-5ms",
        "greedy:100s", "greedy:1.5ms", "greedy:99999999999ms", ":100ms", "cmd:", "cmd:  "})
    EXPECT_FALSE(parse_bot(text).has_value()) << text;
  EXPECT_NE(parse_bot("nobody:100ms").error().find("nobody"), std::string::npos);
}

TEST(BotSpec, SplitsAtCommasThatBelongToNoCommand) {
  EXPECT_EQ(split_bots("random"), (Parts{"random"}));
  EXPECT_EQ(split_bots("random,greedy:5ms"), (Parts{"random", "greedy:5ms"}));
  EXPECT_EQ(split_bots(R"(cmd:bot a\,b,greedy)"), (Parts{"cmd:bot a,b", "greedy"}));
  EXPECT_EQ(split_bots(R"(cmd:bot \n)"), (Parts{R"(cmd:bot \n)"}));
  EXPECT_EQ(split_bots("a,,b"), (Parts{"a", "", "b"}));
  EXPECT_EQ(split_bots(""), (Parts{""}));
}

}  // namespace
}  // namespace sixfold::tests
