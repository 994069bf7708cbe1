// Quick games compared with the plain rules: every one of them can be replayed as a record.
#include "engine/quick/quick_game.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

/// Plays one game to its end; the record must agree with the quick game.
Record quick_record(QuickGame& game, const Ruleset& rules, int seats, std::uint64_t seed) {
  QuickGame::Log log;
  game.log_to(&log);
  EngineRandom dealer(seed, 0);
  EngineRandom rng(seed, 1);
  game.begin(seats, dealer);
  while (!game.over()) game.greedy_turn(rng, dealer);
  game.log_to(nullptr);
  Record record;
  record.rules = rules;
  record.setup = log.setup;
  record.turns = log.turns;
  std::vector<int> scores(static_cast<std::size_t>(seats));
  for (int seat = 0; seat < seats; ++seat)
    scores[static_cast<std::size_t>(seat)] = game.score(seat);
  std::vector<int> winners;
  for (int seat = 0; seat < seats; ++seat)
    if (game.score(seat) == *std::ranges::max_element(scores)) winners.push_back(seat);
  record.outcome = {game.end(), scores, winners};
  return record;
}

/// Features seen in the turns of games, so that a test can tell that it covered everything.
struct Seen {
  std::map<std::string, int> kinds;
  int games = 0;

  void add(const Record& record) {
    ++games;
    ++kinds["end: " + std::string(code_of(record.outcome.end->reason))];
    for (const Turn& turn : record.turns) {
      kinds["roll"] += turn.roll ? 1 : 0;
      kinds["forced"] += turn.forced.empty() ? 0 : 1;
      kinds["take"] += turn.take ? 1 : 0;
      kinds["trade"] += std::holds_alternative<Traded>(turn.act) ? 1 : 0;
      kinds["pass"] += std::holds_alternative<Passed>(turn.act) ? 1 : 0;
    }
  }
};

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  out << seen.games << " games";
  for (const auto& [kind, count] : seen.kinds)
    if (count > 0) out << ", " << kind << ' ' << count;
  return out;
}

void expect_replays(const Record& record) {
  const auto replayed = replay(record);
  ASSERT_TRUE(replayed.has_value())
      << "turn " << replayed.error().turn << ": " << replayed.error().code << ": "
      << replayed.error().message << '\n'
      << to_text(record);
}

class QuickGames : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Editions, QuickGames, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST_P(QuickGames, ReplayThroughThePlainRules) {
  const Edition edition = *edition_named(GetParam());
  const Ruleset rules = edition.ruleset();
  QuickGame game(rules);  // reused, so that leftovers of a game would show in the next
  Seen seen;
  for (int seats = fewest_seats; seats <= most_seats; ++seats)
    for (std::uint64_t seed = 0; seed < (long_tests() ? 1'000 : 25); ++seed) {
      Record record = quick_record(game, rules, seats, seed);
      record.theme = edition.theme;
      expect_replays(record);
      // The same through text: anything that reads records can check quick games.
      const auto error = verify(to_text(record));
      ASSERT_FALSE(error) << error->code << ": " << error->message;
      seen.add(record);
    }
  std::cout << "  " << GetParam() << ": " << seen << '\n';
  EXPECT_GT(seen.kinds["end: out"], 0);
  if (rules.roll_before_placing) {
    EXPECT_GT(seen.kinds["roll"], 0);
    EXPECT_GT(seen.kinds["forced"], 0);
  }
  EXPECT_EQ(seen.kinds["take"] > 0, rules.take_for_disc);
}

TEST(QuickGame, ReplaysUnderAnyOptionsAndOnInventedBoards) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < (long_tests() ? 5'000U : 150U); ++seed) {
    Random random(seed);
    const Ruleset rules = random_ruleset(random);
    QuickGame game(rules);
    const Record record = quick_record(game, rules, fewest_seats + random.below(3), seed);
    expect_replays(record);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    seen.add(record);
  }
  std::cout << "  random rules: " << seen << '\n';
  for (const char* const kind : {"trade", "pass", "take", "end: dead", "end: out"})
    EXPECT_GT(seen.kinds[kind], 0) << kind;
}

TEST(QuickGame, IsTheSameWithTheSameSeedsAndAnotherWithOthers) {
  for (const Edition& edition : all_editions()) {
    const Ruleset rules = edition.ruleset();
    QuickGame game(rules);
    QuickGame other(rules);
    const Record first = quick_record(game, rules, 3, 7);
    EXPECT_NE(quick_record(game, rules, 3, 8), first) << edition.name;
    EXPECT_EQ(quick_record(other, rules, 3, 7), first) << edition.name;
  }
}

TEST(QuickGame, IsTheSameWithALogAndWithout) {
  for (const Edition& edition : all_editions()) {
    QuickGame game(edition.ruleset());
    const Record record = quick_record(game, edition.ruleset(), 2, 5);
    EngineRandom dealer(5, 0);
    EngineRandom rng(5, 1);
    game.begin(2, dealer);
    EXPECT_EQ(game.turn(), record.setup.opener);
    std::size_t turns = 0;
    for (; !game.over(); ++turns) game.greedy_turn(rng, dealer);
    EXPECT_EQ(turns, record.turns.size()) << edition.name;
    EXPECT_EQ((std::vector<int>{game.score(0), game.score(1)}), record.outcome.scores)
        << edition.name;
  }
}

TEST(QuickGame, LetsEverySeatOpen) {
  std::map<int, int> openers;
  QuickGame game(variants::base());
  EngineRandom dealer(1);
  for (int i = 0; i < 4000; ++i) {
    game.begin(4, dealer);
    ++openers[game.turn()];
  }
  ASSERT_EQ(openers.size(), 4U);
  for (const auto& [seat, count] : openers) EXPECT_NEAR(count, 1000, 150) << seat;
}

TEST(QuickHand, CountsCopiesAndKnowsItsDifferentTiles) {
  QuickHand hand;
  const int circle = tile("Rc").index();
  const int square = tile("Gs").index();
  hand.add(circle);
  hand.add(circle);
  hand.add(square);
  EXPECT_EQ(hand.size(), 3);
  EXPECT_EQ(hand.count(circle), 2);
  EXPECT_EQ(hand.set(), set_of(circle) | set_of(square));
  hand.remove(circle);
  EXPECT_EQ(hand.set(), set_of(circle) | set_of(square));
  hand.remove(circle);
  EXPECT_EQ(hand.set(), set_of(square));
  EXPECT_EQ(hand.size(), 1);
  hand.clear();
  EXPECT_EQ(hand.size(), 0);
  EXPECT_EQ(hand.set(), 0U);
}

}  // namespace
}  // namespace sixfold::tests
