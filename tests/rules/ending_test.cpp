// How games end: out, dead, stalled, and who wins (B11, B12, B13).
#include <gtest/gtest.h>

#include "rules/position.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

TEST(Out, B11_WhoLaysTheLastTileWithAnEmptyBagEndsTheGameAndScoresSixMore) {
  Position position = midgame(drawn({"Rc Rs"}), {"Rd", "Rl Gs"});
  position.seats[0].score = 10;
  const Position after = played(base, position, place("Rd@2,0"));
  EXPECT_EQ(after.end, (End{EndReason::out, 0, 6}));
  EXPECT_EQ(after.seats[0].score, 10 + 3 + 6);
  EXPECT_EQ(after.seats[1].score, 0);
  EXPECT_EQ(after.turn, 0);
}

TEST(Out, B11_NotWhileTheHandHoldsATile) {
  const Position after =
      played(base, midgame(drawn({"Rc Rs"}), {"Rd Rx", "Rl Gs"}), place("Rd@2,0"));
  EXPECT_FALSE(after.end);
}

TEST(Out, B11_NotWhileTheBagHoldsATile) {
  const Position after =
      played(base, midgame(drawn({"Rc Rs"}), {"Rd", "Rl Gs"}, "Gx"), place("Rd@2,0"), "Gx");
  EXPECT_FALSE(after.end);
  EXPECT_EQ(after.seats[0].score, 3);
}

TEST(Out, B13_ComesBeforeDead) {
  const Position after = played(base, midgame(drawn({"Rc Rs"}), {"Rd", "Gx"}), place("Rd@2,0"));
  EXPECT_EQ(after.end, (End{EndReason::out, 0, 6}));
}

TEST(Dead, B13_WhenNoTileOffTheTableFitsAnywhere) {
  const Position after =
      played(base, midgame(drawn({"Rc Rs"}), {"Rd Gl", "Bx Gt"}), place("Rd@2,0"));
  EXPECT_EQ(after.end, (End{EndReason::dead, std::nullopt, 0}));
  EXPECT_EQ(after.seats[0].score, 3);
  EXPECT_EQ(winners(after), (std::vector<int>{0}));
}

TEST(Dead, B13_NotWhileAnyHandHoldsATileThatFits) {
  const Position after =
      played(base, midgame(drawn({"Rc Rs"}), {"Rd Gl", "Bx Gd"}), place("Rd@2,0"));
  EXPECT_FALSE(after.end);
}

TEST(Dead, B13_NotWhileTheBagHoldsATileThatFits) {
  const Position position =
      midgame(drawn({"Rc Rs"}), {"Gd Gl Gx Gt Bd Bl", "Yd Yl Yx Yt Bx Bt"}, "Gx Rd");
  EXPECT_FALSE(played(base, position, trade("Gd"), "Gx").end);
}

TEST(Dead, B13_IsCheckedAfterATradeToo) {
  const Position position =
      midgame(drawn({"Rc Rs"}), {"Gd Gl Gx Gt Bd Bl", "Yd Yl Yx Yt Bx Bt"}, "Gx");
  EXPECT_EQ(played(base, position, trade("Gd"), "Gx").end, (End{EndReason::dead, std::nullopt, 0}));
}

TEST(Dead, B13_TilesOfASeatThatLeftDoNotCount) {
  Position position = midgame(drawn({"Rc Rs"}), {"Rd Gl", "Bx Gt", "Rl Rx"});
  EXPECT_FALSE(played(base, position, place("Rd@2,0")).end);
  position.seats[2].in = false;
  EXPECT_EQ(played(base, position, place("Rd@2,0")).end, (End{EndReason::dead, std::nullopt, 0}));
}

TEST(Dead, S9_NotWhileAnyoneHoldsADisc) {
  const Ruleset select = variants::select();
  Position position = midgame(drawn({"Rc Rs"}, {7, 7}), {"Rd Gl", "Bx Gt"});
  EXPECT_EQ(played(select, position, place("Rd@9,7")).end, (End{EndReason::dead, std::nullopt, 0}));
  position.seats[1].discs = 1;
  EXPECT_FALSE(played(select, position, place("Rd@9,7")).end);
}

/// Two seats that could place forever, and a bag to trade with.
Position long_game(int idle_turns, int seats = 2) {
  Position position = midgame(drawn({"Rc Rs"}), {"Rd Gl", "Rx Gt"}, "Bd Bl");
  for (int seat = 2; seat < seats; ++seat) position.seats.push_back({.hand = hand_of("Rt Yl")});
  position.idle_turns = idle_turns;
  return position;
}

TEST(Stalled, B13_AfterFourRoundsWithoutAPlacement) {
  EXPECT_FALSE(played(base, long_game(6), trade("Gl"), "Bd").end);
  EXPECT_EQ(played(base, long_game(7), trade("Gl"), "Bd").end,
            (End{EndReason::stalled, std::nullopt, 0}));
  EXPECT_FALSE(played(base, long_game(10, 3), trade("Gl"), "Bd").end);
  EXPECT_TRUE(played(base, long_game(11, 3), trade("Gl"), "Bd").end);
  EXPECT_FALSE(played(base, long_game(14, 4), trade("Gl"), "Bd").end);
  EXPECT_TRUE(played(base, long_game(15, 4), trade("Gl"), "Bd").end);
}

TEST(Stalled, B13_APlacementBeginsTheCountAnew) {
  const Position after = played(base, long_game(7), place("Rd@2,0"), "Bd Bl");
  EXPECT_FALSE(after.end);
  EXPECT_EQ(after.idle_turns, 0);
}

TEST(Stalled, B13_CountsTheSeatsStillIn) {
  // Thirteen idle turns are too few for four seats but enough for three. A leave is not a turn: the
  // game ends with the next one.
  const Position gone = left(long_game(12, 4), 3);
  EXPECT_FALSE(gone.end);
  EXPECT_EQ(played(base, gone, trade("Gl"), "Bd").end, (End{EndReason::stalled, std::nullopt, 0}));
  EXPECT_FALSE(played(base, long_game(12, 4), trade("Gl"), "Bd").end);
}

TEST(Stalled, B13_PassesAreCounted) {
  const Ruleset select = variants::select();
  Position position = midgame(drawn({"Rc Rs"}, {7, 7}), {"Gd Gl", "Bx Gt"});
  position.seats[0].discs = position.seats[1].discs = 1;  // so that the game is not dead
  for (int turn = 1; turn < 8; ++turn) {
    position = played(select, position, Pass{});
    ASSERT_FALSE(position.end) << turn;
    EXPECT_EQ(position.idle_turns, turn);
  }
  EXPECT_EQ(played(select, position, Pass{}).end, (End{EndReason::stalled, std::nullopt, 0}));
}

TEST(Stalled, B13_DeadComesFirst) {
  Position position = midgame(drawn({"Rc Rs"}), {"Gd Gl", "Bx Gt", "Rd"});
  position.idle_turns = 7;
  EXPECT_EQ(played(base, left(position, 2), Pass{}).end, (End{EndReason::dead, std::nullopt, 0}));
}

TEST(Over, NothingCanBeDoneAnyMore) {
  const Position over = played(base, midgame(drawn({"Rc Rs"}), {"Rd", "Rl"}), place("Rd@2,0"));
  EXPECT_EQ(open_acts(base, over), Acts{});
  for (const Move& move :
       {Move(place("Rl@3,0")), Move(trade("Rl")), Move(Pass{}), Move(Roll{}), Move(take("Rc@0,0"))})
    EXPECT_EQ(refusal(base, over, move), Reason::game_over);
  const auto gone = sixfold::leave(over, 1, LeaveReason::resigned);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().reason, Reason::game_over);
}

Position ended(std::initializer_list<int> scores, EndReason reason = EndReason::dead) {
  Position position;
  for (const int score : scores) position.seats.push_back({.hand = {}, .score = score});
  position.end = End{reason, std::nullopt, 0};
  return position;
}

TEST(Winners, B12_HaveTheMostPoints) {
  EXPECT_EQ(winners(ended({30, 41, 17})), (std::vector<int>{1}));
  EXPECT_EQ(winners(ended({0, 0, 1})), (std::vector<int>{2}));
}

TEST(Winners, B12_ShareTheWinWithEqualPoints) {
  EXPECT_EQ(winners(ended({41, 30, 41})), (std::vector<int>{0, 2}));
  EXPECT_EQ(winners(ended({0, 0})), (std::vector<int>{0, 1}));
}

TEST(Winners, B14_AreStillIn) {
  Position position = ended({41, 30, 17});
  position.seats[0].in = false;
  EXPECT_EQ(winners(position), (std::vector<int>{1}));
}

TEST(Winners, ThereAreNoneBeforeTheEndNorOfAnAbortedGame) {
  EXPECT_TRUE(winners(ended({41, 30}, EndReason::aborted)).empty());
  Position position = ended({41, 30});
  position.end.reset();
  EXPECT_TRUE(winners(position).empty());
}

}  // namespace
}  // namespace sixfold::tests
