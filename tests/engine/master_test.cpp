// Candidates, simulation, and the choices that master makes from them.
#include "engine/master.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "engine/search/best_placement.hpp"
#include "engine/search/outlook.hpp"
#include "engine/search/reply_table.hpp"
#include "quick_hands.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

Game after_an_opening() {
  Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  return game;
}

TEST(ExpectedPoints, AreTheMeanOverAllFaces) {
  const Game game = after_an_opening();
  Grid grid(variants::base());
  grid.set_up(game.position().board);
  ReplyTable table;
  table.build(grid);
  const QuickHand hand = quick("Rl Gs Bd");
  int points = 0;
  for (int first = 0; first < shape_count; ++first)
    for (int second = 0; second < shape_count; ++second)
      points += best_points(grid, set_of(tile("Rl").index()) | set_of(tile("Gc").index() + first) |
                                      set_of(tile("Bc").index() + second));
  EXPECT_NEAR(roll_odds(table, hand, quick("Gs Bd"), 0).average, points / 36.0, 1e-9);
  EXPECT_NEAR(roll_odds(table, hand, QuickHand(), 0).average, best_points(grid, hand.set()), 1e-9);
}

TEST(Synergy, IsTheSameForEveryColourAndShape) {
  EXPECT_EQ(synergy(quick("Rc Rs Rd").set(), 3), synergy(quick("Gl Gx Gt").set(), 3));
  EXPECT_EQ(synergy(quick("Rc Rs Rd").set(), 3), synergy(quick("Rc Oc Yc").set(), 3));
  EXPECT_GT(synergy(quick("Rc Rs Rd").set(), 3), synergy(quick("Rc Os Yd").set(), 3));
  EXPECT_LT(synergy(quick("Rc").set(), 2), synergy(quick("Rc").set(), 1));
}

TEST(JudgeMoves, GivesChancesThatAreShares) {
  const Game game = after_an_opening();
  EngineRandom random(1);
  const auto moves = judge_moves(view(game, 1), Budget{400, {}}, random);
  ASSERT_GT(moves.size(), 3U);
  for (const JudgedMove& judged : moves) {
    EXPECT_FALSE(why_illegal(game.rules(), game.position(), judged.move));
    EXPECT_GT(judged.outcome.simulations, 0);
    EXPECT_NEAR(judged.outcome.chances[0] + judged.outcome.chances[1], 1, 1e-9);
  }
}

TEST(JudgeMoves, StopsWhenTheTimeIsUp) {
  const Game game = after_an_opening();
  EngineRandom random(1);
  int asked = 0;
  const Budget budget{0, [&] { return ++asked / 20.0; }};
  EXPECT_FALSE(judge_moves(view(game, 1), budget, random).empty());
  EXPECT_LT(asked, 60);
}

TEST(JudgeMoves, ChoosesAlikeWithTheSameSimulations) {
  const Game game = after_an_opening();
  EngineRandom first(7);
  EngineRandom second(7);
  const auto moves = judge_moves(view(game, 1), Budget{300, {}}, first);
  const auto again = judge_moves(view(game, 1), Budget{300, {}}, second);
  ASSERT_EQ(moves.size(), again.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(moves[i].move, again[i].move);
    EXPECT_EQ(moves[i].outcome.chance, again[i].outcome.chance);
  }
}

TEST(OutcomesOf, KnowsASixFromASingle) {
  Game game = begun(variants::base(), {"Rc Rs Rd Rl Rx Yt", "Oc Rt Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0"), "Gd Gc Pl Ys Ys");
  EngineRandom random(1);
  const auto outcomes = outcomes_of(view(game, 1), {place("Rt@5,0"), place("Oc@0,1")}, 100, random);
  EXPECT_GT(outcomes[0].chance, outcomes[1].chance);
  EXPECT_GT(outcomes[0].lead, outcomes[1].lead);
}

TEST(Levels, HaveNamesAndSentencesAndBeginAboveRandom) {
  ASSERT_GE(bot_levels().size(), 6U);
  EXPECT_EQ(bot_levels().back().name, "master");
  EXPECT_TRUE(std::ranges::none_of(bot_levels(), [](const auto& l) { return l.name == "random"; }));
}

}  // namespace
}  // namespace sixfold::tests
