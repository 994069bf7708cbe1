// The engine takes its numbers from the ruleset. The games all have six tiles in hand and a bonus
// of six, so these tests invent one: eight tiles, a board of 20 × 20, a bonus of eight.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "engine/quick/quick_game.hpp"
#include "engine/search/best_placement.hpp"
#include "engine/search/reply_table.hpp"
#include "rules/placement.hpp"
#include "support/notation.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

Ruleset roomy() {
  Ruleset rules;
  rules.hand_size = 8;
  rules.bonus_for_six = 8;
  rules.layout = *layout_from_rows(std::vector<std::string>(20, std::string(20, '.')));
  return rules;
}

TEST(OtherNumbers, ALineOfSixScoresItsBonus) {
  Grid grid(roomy());
  grid.set_up(board_of("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0"));
  EXPECT_EQ(best_points(grid, set_of(hand_of("Rt"))), 14);
  ReplyTable table;
  table.build(grid);
  EXPECT_EQ(table.best(set_of(hand_of("Rt"))), 14);
}

TEST(OtherNumbers, GamesThatDifferOnlyInTheBonusDoNotShareATable) {
  Ruleset plain = roomy();
  plain.bonus_for_six = 6;
  Decision decision;
  decision.board = board_of("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0");
  EXPECT_EQ(best_points(grid_for(roomy(), decision), set_of(hand_of("Rt"))), 14);
  EXPECT_EQ(best_points(grid_for(plain, decision), set_of(hand_of("Rt"))), 12);
}

TEST(OtherNumbers, TheMostPointsAreThoseOfThePlainRules) {
  int positions = 0;
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    RandomPlay game(seed, roomy());
    while (!game.over()) {
      const Position& position = game.game().position();
      if (std::holds_alternative<std::monostate>(position.question) && position.opened &&
          ++positions % 4 == 0) {
        ++compared;
        const Decision decision = decision_of(position);
        int most = 0;
        for (const Place& place : legal_placements(roomy(), decision))
          most = std::max(most, score(roomy(), decision.board, place, false).points());
        const Grid& grid = grid_for(roomy(), decision);
        ASSERT_EQ(best_points(grid, set_of(decision.hand)), most) << decision.board;
        ReplyTable table;
        table.build(grid);
        ASSERT_EQ(table.best(set_of(decision.hand)), most) << decision.board;
      }
      game.step();
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(OtherNumbers, QuickGamesReplayThroughThePlainRules) {
  QuickGame game(roomy());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    QuickGame::Log log;
    game.log_to(&log);
    EngineRandom dealer(seed, 0);
    EngineRandom rng(seed, 1);
    game.begin(2, dealer);
    EXPECT_EQ(game.hand(0).size(), 8);
    while (!game.over()) game.greedy_turn(rng, dealer);
    game.log_to(nullptr);
    const auto plain = replayed(roomy(), log.setup, log.turns);
    ASSERT_TRUE(plain) << seed;
    EXPECT_EQ(plain->position().seats[0].score, game.score(0));
    EXPECT_EQ(plain->position().seats[1].score, game.score(1));
    EXPECT_EQ(plain->position().end, game.end());
  }
}

TEST(OtherNumbers, EveryBotPlaysLegally) {
  for (const BotLevel& level : all_bots()) {
    RandomPlay game(7, roomy());
    EngineRandom random(1);
    for (int moves = 0; moves < 6 && !game.over();) {
      const Position& position = game.game().position();
      if (position.opened && std::holds_alternative<std::monostate>(position.question)) {
        const View seen = view(game.game(), position.turn);
        const Move move = level.choose(seen, random, Budget{60, {}});
        EXPECT_FALSE(why_illegal(roomy(), position, move)) << level.name;
        ++moves;
      }
      game.step();
    }
  }
}

}  // namespace
}  // namespace sixfold::tests
