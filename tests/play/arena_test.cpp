// The arena: pairings, and its figures compared with small examples worked out by hand.
#include "play/arena.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "support/bot_games.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

using Lineup = std::vector<int>;

constexpr double z95 = 1.959963984540054;

/// A game without forfeits; the highest score wins.
ArenaGame game_of(Lineup lineup, std::vector<int> scores) {
  ArenaGame game{std::move(lineup), std::move(scores), {}, {}};
  const int most = *std::ranges::max_element(game.scores);
  for (int seat = 0; seat < static_cast<int>(game.scores.size()); ++seat)
    if (nth(game.scores, seat) == most) game.winners.push_back(seat);
  return game;
}

// Pairings

TEST(Matchups, OfTwoSeatsAreEveryTwoBotsInEitherSeat) {
  const auto two = matchups_of(2, 2);
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].lineups, (std::vector<Lineup>{{0, 1}, {1, 0}}));

  const auto four = matchups_of(4, 2);
  ASSERT_EQ(four.size(), 6U);
  std::set<Lineup> lineups;
  for (const Matchup& matchup : four) {
    ASSERT_EQ(matchup.lineups.size(), 2U);
    const Lineup reversed(matchup.lineups[0].rbegin(), matchup.lineups[0].rend());
    EXPECT_EQ(matchup.lineups[1], reversed);
    lineups.insert(matchup.lineups.begin(), matchup.lineups.end());
  }
  EXPECT_EQ(lineups.size(), 12U);
}

TEST(Matchups, OfAsManyBotsAsSeatsAreAllBotsTurnedRoundTheTable) {
  for (const int seats : {3, 4}) {
    const auto matchups = matchups_of(seats, seats);
    ASSERT_EQ(matchups.size(), 1U);
    std::set<std::pair<int, int>> bot_in_seat;
    for (const Lineup& lineup : matchups[0].lineups)
      for (int seat = 0; seat < seats; ++seat) bot_in_seat.emplace(nth(lineup, seat), seat);
    EXPECT_EQ(matchups[0].lineups.size(), static_cast<std::size_t>(seats));
    EXPECT_EQ(bot_in_seat.size(), static_cast<std::size_t>(seats * seats));
  }
}

TEST(Matchups, OfOtherNumbersAreOneBotAloneAgainstAnotherFromEverySeat) {
  EXPECT_EQ(matchups_of(2, 3).size(), 1U);
  EXPECT_EQ(matchups_of(2, 3)[0].lineups, (std::vector<Lineup>{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}));
  EXPECT_EQ(matchups_of(2, 4)[0].lineups.size(), 4U);

  const auto three = matchups_of(3, 4);
  ASSERT_EQ(three.size(), 6U);  // each of three pairs both ways
  std::map<int, int> alone;
  for (const Matchup& matchup : three) {
    ASSERT_EQ(matchup.lineups.size(), 4U);
    for (const Lineup& lineup : matchup.lineups)
      for (const int bot : {0, 1, 2})
        if (std::ranges::count(lineup, bot) == 1) ++alone[bot];
  }
  EXPECT_EQ(alone, (std::map<int, int>{{0, 8}, {1, 8}, {2, 8}}));
}

// Figures

/// Two pairs. In the first, bot 0 wins and draws (20 and 0 points ahead); in the second, it loses
/// and wins (20 behind, 20 ahead).
ArenaTally two_pairs() {
  ArenaTally tally(2);
  tally.add({game_of({0, 1}, {100, 80}), game_of({1, 0}, {90, 90})});
  tally.add({game_of({0, 1}, {50, 70}), game_of({1, 0}, {60, 80})});
  return tally;
}

TEST(ArenaTally, CountsSharedWinsInParts) {
  const ArenaSummary summary = two_pairs().summary();
  EXPECT_EQ(summary.games, 4U);
  EXPECT_EQ(summary.sets, 2U);
  EXPECT_DOUBLE_EQ(summary.bots[0].win_rate.mean, 2.5 / 4);
  EXPECT_DOUBLE_EQ(summary.bots[1].win_rate.mean, 1.5 / 4);
}

TEST(ArenaTally, GivesPointsAndTheirSpread) {
  const ArenaSummary summary = two_pairs().summary();
  EXPECT_DOUBLE_EQ(summary.bots[0].points, (100 + 90 + 50 + 80) / 4.0);
  EXPECT_DOUBLE_EQ(summary.bots[1].points, (80 + 90 + 70 + 60) / 4.0);
  EXPECT_DOUBLE_EQ(summary.bots[0].spread.mean, 5);
  EXPECT_DOUBLE_EQ(summary.bots[1].spread.mean, -5);
}

TEST(ArenaTally, TakesErrorsFromPairsAsWholes) {
  const ArenaSummary summary = two_pairs().summary();
  // The means of the pairs are 0.75 and 0.5, their variance 1/32, that of the mean 1/64.
  EXPECT_NEAR(summary.bots[0].win_rate.error, z95 / 8, 1e-12);
  EXPECT_NEAR(summary.bots[1].win_rate.error, z95 / 8, 1e-12);
  // 10 and 0: variance 50, that of the mean 25.
  EXPECT_NEAR(summary.bots[0].spread.error, z95 * 5, 1e-12);
}

TEST(ArenaTally, SaysHowMuchOfTheVariancePairingRemoved) {
  const ArenaSummary summary = two_pairs().summary();
  // Wins of single games 1, 1/2, 0, 1: variance 11/48, halved for the mean of two 11/96; pairs
  // 1/32.
  EXPECT_NEAR(summary.win_variance_removed, 1 - 96.0 / (11 * 32), 1e-12);
  // Spreads 20, 0, -20, 20: variance 1100/3, halved 550/3; pairs 50.
  EXPECT_NEAR(summary.spread_variance_removed, 1 - 50 * 3 / 550.0, 1e-12);

  ArenaTally mirrored(2);  // each bot gets exactly what the other had: no luck remains
  for (const int points : {50, 100, 120})
    mirrored.add({game_of({0, 1}, {points, 80}), game_of({1, 0}, {points, 80})});
  EXPECT_NEAR(mirrored.summary().win_variance_removed, 1, 1e-12);
  EXPECT_NEAR(mirrored.summary().spread_variance_removed, 1, 1e-12);
  EXPECT_DOUBLE_EQ(mirrored.summary().bots[0].win_rate.error, 0);
}

TEST(ArenaTally, TakesTheMeanOverABotsSeatsAtALargerTable) {
  ArenaTally tally(2);
  tally.add({game_of({0, 1, 1}, {60, 30, 60})});
  const ArenaSummary summary = tally.summary();
  EXPECT_DOUBLE_EQ(summary.bots[0].win_rate.mean, 0.5);   // shared with one of the others
  EXPECT_DOUBLE_EQ(summary.bots[1].win_rate.mean, 0.25);  // half a win in two seats
  EXPECT_DOUBLE_EQ(summary.bots[0].spread.mean, 60 - 45);
  EXPECT_DOUBLE_EQ(summary.bots[1].spread.mean, 45 - 60);
  EXPECT_DOUBLE_EQ(summary.bots[1].points, 45);
  EXPECT_DOUBLE_EQ(summary.bots[1].win_rate.error, 0);  // a single set says nothing about its error
}

TEST(ArenaTally, LeavesOutBotsThatDidNotPlayInASet) {
  ArenaTally tally(3);
  tally.add({game_of({0, 1}, {10, 5}), game_of({1, 0}, {5, 10})});
  tally.add({game_of({1, 2}, {7, 9}), game_of({2, 1}, {9, 7})});
  const ArenaSummary summary = tally.summary();
  EXPECT_DOUBLE_EQ(summary.bots[0].win_rate.mean, 1);
  EXPECT_DOUBLE_EQ(summary.bots[1].win_rate.mean, 0);
  EXPECT_DOUBLE_EQ(summary.bots[2].win_rate.mean, 1);
  EXPECT_DOUBLE_EQ(summary.bots[1].points, 6);
}

TEST(ArenaTally, GivesAForfeitedGameToTheOthersWhateverThePoints) {
  ArenaTally tally(2);
  ArenaGame game{{0, 1}, {40, 3}, {1}, {{0, LeaveReason::resigned, "crashed"}}};
  for (int i = 0; i < 20; ++i) tally.add({game});
  const ArenaSummary summary = tally.summary();
  EXPECT_DOUBLE_EQ(summary.bots[0].win_rate.mean, 0);
  EXPECT_DOUBLE_EQ(summary.bots[1].win_rate.mean, 1);
  EXPECT_EQ(summary.bots[0].forfeits, 20);
  EXPECT_EQ(summary.bots[1].forfeits, 0);
  EXPECT_LT(summary.bots[0].elo.mean, -100);
}

TEST(ArenaTally, OfNoGamesIsAllZero) {
  const ArenaSummary summary = ArenaTally(2).summary();
  EXPECT_EQ(summary.games, 0U);
  EXPECT_DOUBLE_EQ(summary.bots[0].win_rate.mean, 0);
  EXPECT_DOUBLE_EQ(summary.bots[0].elo.mean, 0);
}

// Elo

/// Adds pairs in which `one` wins this many of all games against `other`.
void add_wins(ArenaTally& tally, int one, int other, int wins, int games) {
  for (int i = 0; i < games; ++i)
    tally.add({game_of({one, other}, i < wins ? std::vector{2, 1} : std::vector{1, 2})});
}

TEST(Elo, OfTwoBotsIsThatOfTheirScore) {
  ArenaTally tally(2);
  add_wins(tally, 0, 1, 750, 1000);
  // Half a drawn game is added between any two.
  const double score = (750 + 0.25) / (1000 + 0.5);
  const double difference = 400 * std::log10(score / (1 - score));
  const ArenaSummary summary = tally.summary();
  EXPECT_NEAR(summary.bots[0].elo.mean, difference / 2, 1e-6);
  EXPECT_NEAR(summary.bots[1].elo.mean, -difference / 2, 1e-6);
}

TEST(Elo, OfThreeBotsFitsAKnownMatrix) {
  // Strengths 4, 2 and 1: 120.4 Elo apart.
  ArenaTally tally(3);
  add_wins(tally, 0, 1, 2000, 3000);
  add_wins(tally, 1, 2, 2000, 3000);
  add_wins(tally, 0, 2, 2400, 3000);
  const ArenaSummary summary = tally.summary();
  EXPECT_NEAR(summary.bots[0].elo.mean, 400 * std::log10(2), 0.2);
  EXPECT_NEAR(summary.bots[1].elo.mean, 0, 0.2);
  EXPECT_NEAR(summary.bots[2].elo.mean, -400 * std::log10(2), 0.2);
}

TEST(Elo, HasTheErrorOfItsScore) {
  ArenaTally tally(2);
  add_wins(tally, 0, 1, 500, 1000);
  // From the slope of the Elo curve at one half; each bot has half of the difference.
  const double score_error = z95 * std::sqrt(0.25 / 1000);
  const double expected = 400 / std::numbers::ln10 / 0.25 * score_error / 2;
  EXPECT_NEAR(tally.summary().bots[0].elo.error, expected, 0.15 * expected);
}

TEST(Elo, StaysFiniteForWhoeverAlwaysWins) {
  ArenaTally tally(2);
  add_wins(tally, 0, 1, 50, 50);
  const ArenaSummary summary = tally.summary();
  EXPECT_GT(summary.bots[0].elo.mean, 300);
  EXPECT_LT(summary.bots[0].elo.mean, 1000);
}

// The sequential test

double score_at(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

TEST(Sprt, ComputesTheRatioFromTheScoresOfPairs) {
  const Sprt sprt = two_pairs().sprt(0, 100);
  // Scores 3/4 and 1/2, and half a set each of 0 and 1: mean 7/12, variance 7/48.
  const double score1 = score_at(100);
  EXPECT_NEAR(sprt.log_likelihood_ratio,
              3 * (score1 - 0.5) * (14.0 / 12 - 0.5 - score1) / (2 * 7.0 / 48), 1e-9);
  EXPECT_NEAR(sprt.lower, -std::log(19), 1e-12);
  EXPECT_NEAR(sprt.upper, std::log(19), 1e-12);
  EXPECT_FALSE(sprt.decided());
}

/// The outcome of a test of 0 against 30 Elo for a bot that wins with this probability: 1 accepted,
/// -1 rejected, 0 undecided after many pairs.
int simulated(double chance, std::uint64_t seed, std::uint64_t* pairs = nullptr) {
  Random random(seed);
  ArenaTally tally(2);
  const auto wins = [&] { return random.below(1'000'000) < chance * 1'000'000; };
  for (std::uint64_t i = 1; i <= 6000; ++i) {
    tally.add({game_of({0, 1}, wins() ? std::vector{2, 1} : std::vector{1, 2}),
               game_of({1, 0}, wins() ? std::vector{1, 2} : std::vector{2, 1})});
    if (i % 20 != 0) continue;  // the test recomputes everything
    const Sprt sprt = tally.sprt(0, 30);
    if (!sprt.decided()) continue;
    if (pairs != nullptr) *pairs += i;
    return sprt.log_likelihood_ratio > 0 ? 1 : -1;
  }
  return 0;
}

TEST(Sprt, DecidesRightMostOfTheTime) {
  int accepted = 0;
  int rejected = 0;
  std::uint64_t pairs = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    accepted += simulated(score_at(30), seed, &pairs) == 1 ? 1 : 0;
    rejected += simulated(score_at(0), seed, &pairs) == -1 ? 1 : 0;
  }
  EXPECT_GE(accepted, 54);  // 57 are expected
  EXPECT_GE(rejected, 54);
  EXPECT_LT(pairs / 120, 1500U);  // a test of fixed length needs about 1450 pairs
}

TEST(Sprt, DecidesSoonWhereTheDifferenceIsLarge) {
  std::uint64_t pairs = 0;
  EXPECT_EQ(simulated(0.75, 1, &pairs), 1);
  EXPECT_LT(pairs, 200U);
  EXPECT_EQ(simulated(0.25, 1), -1);
}

TEST(Sprt, DecidesWhereOneBotWinsEveryGame) {
  ArenaTally winning(2);
  ArenaTally losing(2);
  for (int i = 0; i < 50; ++i) {
    winning.add({game_of({0, 1}, {2, 1}), game_of({1, 0}, {1, 2})});
    losing.add({game_of({0, 1}, {1, 2}), game_of({1, 0}, {2, 1})});
  }
  EXPECT_GE(winning.sprt(0, 30).log_likelihood_ratio, std::log(19));
  EXPECT_LE(losing.sprt(0, 30).log_likelihood_ratio, -std::log(19));
}

TEST(Sprt, IsUndecidedWithoutGames) {
  EXPECT_FALSE(ArenaTally(2).sprt(0, 30).decided());
  EXPECT_DOUBLE_EQ(ArenaTally(2).sprt(0, 30).log_likelihood_ratio, 0);
}

// Sets of games

/// The first hand of each seat in every game of a set, as its players saw it.
std::vector<std::vector<Hand>> first_hands(const ArenaPlan& plan, const Matchup& matchup,
                                           std::uint64_t number) {
  std::vector<std::vector<Hand>> hands;
  const auto greedy = *bot_named("greedy");
  const auto make_player = [&](int, std::uint64_t stream) -> Chooser {
    return [&, choose = player_of(greedy, stream)](const View& view) {
      // Until its own first turn, a seat's hand is the one it was dealt.
      const auto seat = static_cast<std::size_t>(*view.seat);
      if (hands.back()[seat].empty()) hands.back()[seat] = view.hand;
      return choose(view);
    };
  };
  const std::vector<Hand> none(static_cast<std::size_t>(plan.seats));
  hands.push_back(none);
  const auto games =
      play_set(plan, matchup, number, make_player,
               [&](const std::vector<int>&, const FinishedGame&) { hands.push_back(none); });
  hands.pop_back();
  EXPECT_EQ(games.size(), matchup.lineups.size());
  return hands;
}

TEST(ArenaSets, GiveEverySeatTheSameHandInAllGames) {
  for (const Edition& edition : all_editions())
    for (const int seats : {2, 3, 4}) {
      const ArenaPlan plan{edition, seats, 5, true};
      const Matchup matchup = matchups_of(seats, seats)[0];
      const auto hands = first_hands(plan, matchup, 3);
      ASSERT_EQ(hands.size(), matchup.lineups.size());
      for (const auto& game : hands) EXPECT_EQ(game, hands[0]) << edition.name;
      EXPECT_NE(first_hands(plan, matchup, 4), hands) << edition.name;
    }
}

TEST(ArenaSets, ComeOutTheSameWheneverTheyArePlayed) {
  const auto make_player = [](int bot, std::uint64_t stream) {
    return player_of(*bot_named(bot == 0 ? "greedy" : "random"), stream);
  };
  const auto nobody = [](const std::vector<int>&, const FinishedGame&) {};
  const ArenaPlan plan{*edition_named("select"), 2, 9, false};
  const Matchup matchup = matchups_of(2, 2)[0];
  const auto first = play_set(plan, matchup, 1, make_player, nobody);
  static_cast<void>(play_set(plan, matchup, 2, make_player, nobody));
  const auto again = play_set(plan, matchup, 1, make_player, nobody);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].lineup, matchup.lineups[i]);
    EXPECT_EQ(first[i].scores, again[i].scores);
    EXPECT_EQ(first[i].winners, again[i].winners);
  }
}

}  // namespace
}  // namespace sixfold::tests
