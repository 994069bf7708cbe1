#include "play/daily.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "record/hex.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/daily_games.hpp"

namespace sixfold::tests {
namespace {

Day day_after(int days) { return *parse_day("2026-11-15") + std::chrono::days(days); }

Record record_of_game(const LocalGame& game) { return *parse_record(game.save()); }

TEST(Daily, DaysAreWrittenAndRead) {
  for (const char* const text : {"1970-01-01", "2026-11-15", "2024-02-29", "2031-01-09"})
    EXPECT_EQ(to_text(parse_day(text).value()), text);
  for (const char* const text :
       {"", "2026-11-1", "2026-02-29", "2026-13-01", "2026-00-10", "1969-12-31", "2026/11/15",
        "2026-1a-15", "2026--1-15", " 026-11-15"})
    EXPECT_FALSE(parse_day(text)) << text;
}

TEST(Daily, EveryGameComesWithinSixDaysAndNoBagTwice) {
  std::set<std::string_view> editions;
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 6; ++i) editions.insert(daily_game(day_after(i)).edition);
  EXPECT_EQ(editions.size(), all_editions().size());
  for (int i = 0; i < 4000; ++i) seeds.insert(daily_game(day_after(i)).seed);
  EXPECT_EQ(seeds.size(), 4000U);
}

TEST(Daily, AGamePlayedToItsEndIsFoundAgainInEveryEdition) {
  for (int i = 0; i < 12; ++i)
    for (const std::string_view level : {"random", "regular", "greedy"}) {
      const LocalGame game = played_day(daily_game(day_after(i)), level);
      const auto score = replay_daily(daily_game(day_after(i)), record_of_game(game));
      ASSERT_TRUE(score) << score.error() << " " << to_text(day_after(i)) << " " << level;
      const Position& position = game.game().position();
      EXPECT_EQ(score->points, position.seats[0].score);
      EXPECT_EQ(score->bot_points, position.seats[1].score);
      EXPECT_GT(score->turns, 3);
    }
}

TEST(Daily, AnotherDaysGameIsRefused) {
  const Record record = record_of_game(played_day(daily_game(day_after(0)), "greedy"));
  for (const int days : {-1, 1, 6})
    EXPECT_EQ(replay_daily(daily_game(day_after(days)), record).error(), "another_game");
}

TEST(Daily, AGameThatWasNotPlayedToItsEndIsRefused) {
  EXPECT_EQ(replay_daily(daily_game(day_after(0)),
                         record_of_game(played_day(daily_game(day_after(0)), "greedy", 6)))
                .error(),
            "not_ended");
  LocalGame resigned = played_day(daily_game(day_after(0)), "greedy", 6);
  ASSERT_EQ(resigned.leave(0), std::nullopt);
  EXPECT_EQ(replay_daily(daily_game(day_after(0)), record_of_game(resigned)).error(), "not_ended");
}

TEST(Daily, WhateverIsTamperedWithIsFound) {
  const Record good = record_of_game(played_day(daily_game(day_after(0)), "greedy"));
  std::vector<Record> bad(4, good);
  std::ranges::reverse(bad[0].turns[2].draw);
  const auto bots_turn = std::ranges::find(bad[1].turns, 1, &Turn::seat);
  bots_turn->act = Traded{{}};
  bad[2].turns.pop_back();
  bad[3].turns.push_back(bad[3].turns.back());
  ASSERT_NE(bad[0].turns, good.turns);
  for (std::size_t i = 0; i < bad.size(); ++i)
    EXPECT_FALSE(replay_daily(daily_game(day_after(0)), bad[i])) << i;
}

TEST(Daily, AThirdPlayerIsRefused) {
  Record record = record_of_game(played_day(daily_game(day_after(0)), "greedy"));
  record.setup.players.push_back({"Eve", {}});
  EXPECT_EQ(replay_daily(daily_game(day_after(0)), record).error(), "another_game");
}

DailyKey some_key() {
  DailyKey key{};
  key.fill(7);
  return key;
}

TEST(Daily, SecretsAndCommitmentsAreThoseThatAreDocumented) {
  // printf 'sixfold day 1\0002026-11-16' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…
  const DaySecret secret = day_secret(some_key(), first_secret_day);
  EXPECT_EQ(to_text(first_secret_day), "2026-11-16");
  EXPECT_EQ(to_hex(secret), "1b2561d1641e640d302ed29b392a37ad6cf42ef5c3c351f8c6e2c9baed71b120");
  EXPECT_EQ(to_hex(commitment_of(first_secret_day, secret)),
            "758ff7b3f1debead61e1822eeca7656ccc9b0d4623f658dd50316873251c3be5");
  EXPECT_EQ(daily_game(first_secret_day, secret).seed, 227717352U);
}

TEST(Daily, ASecretChangesTheBagAndNothingElse) {
  std::set<std::uint64_t> seeds;
  DailyKey other_key = some_key();
  other_key[31] ^= 1U;
  for (int i = 0; i < 100; ++i) {
    const Day day = day_after(i);
    for (const DailyKey& key : {some_key(), other_key}) {
      const DailyGame game = daily_game(day, day_secret(key, day));
      EXPECT_EQ(game.edition, daily_game(day).edition);
      EXPECT_LT(game.seed, 1ULL << 31U);
      seeds.insert(game.seed);
    }
    seeds.insert(daily_game(day).seed);
  }
  EXPECT_EQ(seeds.size(), 300U);
}

TEST(Daily, AGameWithTheBagOfTheDateIsNotThatOfASecret) {
  const Day day = day_after(1);
  const DailyGame secret = daily_game(day, day_secret(some_key(), day));
  EXPECT_TRUE(replay_daily(secret, record_of_game(played_day(secret, "greedy"))));
  EXPECT_EQ(replay_daily(secret, record_of_game(played_day(daily_game(day), "greedy"))).error(),
            "another_game");
}

}  // namespace
}  // namespace sixfold::tests
