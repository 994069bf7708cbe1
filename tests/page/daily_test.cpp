#include "play/daily.hpp"

#include <gtest/gtest.h>

#include "page/questions.hpp"
#include "record/hex.hpp"
#include "record/json.hpp"

namespace sixfold::page {
namespace {

TEST(PageDaily, PagesGetTheGameOfASecretWithItsCommitment) {
  const DaySecret secret = day_secret(DailyKey{7}, first_secret_day);
  const Json answer =
      *parse_json(answer_daily(R"({"day":"2026-11-16","secret":")" + to_hex(secret) + R"("})"));
  EXPECT_EQ(answer["seed"], daily_game(first_secret_day, secret).seed);
  EXPECT_EQ(answer["commitment"], to_hex(commitment_of(first_secret_day, secret)));
  const Json open = *parse_json(answer_daily(R"({"day":"2026-11-16"})"));
  EXPECT_EQ(open["seed"], daily_game(first_secret_day).seed);
  EXPECT_FALSE(open.contains("commitment"));
  for (const char* const bad : {R"("")", R"("00")", R"("zz")", "5"})
    EXPECT_TRUE(
        parse_json(answer_daily(R"({"day":"2026-11-16","secret":)" + std::string(bad) + "}"))
            ->contains("error"))
        << bad;
}

}  // namespace
}  // namespace sixfold::page
