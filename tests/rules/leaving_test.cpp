// Players who leave (B14).
#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

Position four_seats() {
  return midgame(drawn({"Rc Rs"}), {"Rd Gs", "Rl Gt", "Rx Gx", "Rt Gl"}, "Bc Bs Bd Bl");
}

TEST(Leaving, B14_TheSeatIsOutAndItsTilesLeaveTheGame) {
  Position position = four_seats();
  position.seats[1].discs = 2;
  const Position after = left(position, 1);
  EXPECT_FALSE(after.seats[1].in);
  EXPECT_EQ(after.seats[1].discs, 0);
  EXPECT_EQ(after.bag, position.bag);  // nothing is returned to it
  EXPECT_EQ(after.board, position.board);
  EXPECT_EQ(after.seats_in(), 3);
  EXPECT_EQ(after.turn, 0);
  EXPECT_FALSE(after.end);
}

TEST(Leaving, B14_TheOthersPlayOnInOrder) {
  Position position = left(four_seats(), 1);
  position = played(base, position, place("Rd@2,0"), "Bc Bs Bd Bl");
  EXPECT_EQ(position.turn, 2);
  position = left(position, 3);
  EXPECT_EQ(played(base, position, place("Rx@3,0")).turn, 0);
}

TEST(Leaving, B14_WhoLeavesAtTurnGivesTheTurnToTheNext) {
  Position position = four_seats();
  position.idle_turns = 3;
  const Position after = left(position, 0);
  EXPECT_EQ(after.turn, 1);
  EXPECT_EQ(after.idle_turns, 3);  // a leave is not a turn
}

TEST(Leaving, B14_ASeatCannotLeaveTwiceNorOneThatIsNotThere) {
  const Position after = left(four_seats(), 1);
  for (const int seat : {1, -1, 4}) {
    const auto again = sixfold::leave(after, seat, LeaveReason::resigned);
    ASSERT_FALSE(again) << seat;
    EXPECT_EQ(again.error().reason, Reason::act_not_open);
  }
}

TEST(Leaving, B14_TheLastSeatLeftWinsWhateverThePoints) {
  Position position = four_seats();
  position.seats[0].score = 90;
  position.seats[1].score = 80;
  position.seats[2].score = 70;
  position = left(left(left(position, 0), 1), 2, LeaveReason::timeout);
  EXPECT_EQ(position.end, (End{EndReason::timeout, 2, 0}));
  EXPECT_EQ(winners(position), (std::vector<int>{3}));
  EXPECT_EQ(position.seats[0].score, 90);
}

TEST(Leaving, B14_TheEndNamesWhoLeftLastAndWhy) {
  Position position = midgame(drawn({"Rc"}), {"Rd", "Rl"});
  EXPECT_EQ(left(position, 1).end, (End{EndReason::resigned, 1, 0}));
  EXPECT_EQ(left(position, 0, LeaveReason::timeout).end, (End{EndReason::timeout, 0, 0}));
}

TEST(Leaving, B14_OnlySeatsStillInCanWin) {
  Position position = midgame(drawn({"Rc Rs"}), {"Rd", "Rl", "Rx"});
  position.seats[2].score = 100;
  position = played(base, left(position, 2), place("Rd@2,0"));
  EXPECT_EQ(position.end, (End{EndReason::out, 0, 6}));
  EXPECT_EQ(winners(position), (std::vector<int>{0}));
}

TEST(LeavingBeforeTheOpening, B2_TheNextSeatOpensWithItsOwnLargestSet) {
  Game game = begun(base, {set_of_three, set_of_four, set_of_two, set_of_three}, 1);
  leave(game, 1);
  EXPECT_EQ(game.position().turn, 2);  // not the one with the next largest set
  EXPECT_FALSE(game.position().opened);
  EXPECT_EQ(open_acts(base, game.position()), Acts{.place = true});
  EXPECT_EQ(refusal(base, game.position(), place("Pc@0,0")), Reason::not_largest_set);
  EXPECT_EQ(refusal(base, game.position(), place("Pc@0,0 Ps@1,0")), std::nullopt);
}

TEST(LeavingBeforeTheOpening, B14_ByAnotherSeatMovesNoOtherRule) {
  Game game = begun(base, {set_of_three, set_of_four, set_of_two}, 1);
  leave(game, 2);
  EXPECT_EQ(game.position().turn, 1);
  EXPECT_EQ(refusal(base, game.position(), place("Rc@0,0")), Reason::not_largest_set);
}

TEST(LeavingBeforeTheOpening, B14_CanEndTheGame) {
  Game game = begun(base, {set_of_three, set_of_two});
  leave(game, 1);
  EXPECT_EQ(game.position().end, (End{EndReason::resigned, 1, 0}));
  EXPECT_EQ(winners(game.position()), (std::vector<int>{0}));
}

/// A Select game in which it is seat 0's turn, and it holds the disc from its opening.
Game with_disc(int seats) {
  Ruleset rules = variants::select();
  rules.layout = *layout_from_rows({"........", "........", "........", "...S*...", "........",
                                    "........", "........", "........"});
  const std::initializer_list<std::string_view> four{"Rc Rs Gd Bl Yx Pt", "Rd Rl Gc Bx Ys Pd",
                                                     "Rx Oc Ol Gx Bs Yd", "Rt Os Od Gs Bl Yx"};
  Setup setup{players(seats), {}, hands(four), 0};
  setup.hands.resize(static_cast<std::size_t>(seats));
  Game game = *Game::begin(rules, setup);
  play(game, place("Rc@3,3 Rs@4,3"), "Oc Oc");
  play(game, place("Rd@5,3"), "Pl");
  if (seats > 2) play(game, place("Rx@6,3"), "Pl");
  if (seats > 3) play(game, place("Rt@7,3"), "Pl");
  return game;
}

TEST(LeavingWithinATurn, B14_PutsTheTakenTileBackOnItsCell) {
  Game game = with_disc(4);
  const Board before = game.position().board;
  play(game, take("Rd@5,3"));
  EXPECT_NE(game.position().board, before);
  leave(game, 0);
  EXPECT_EQ(game.position().board, before);
  EXPECT_EQ(game.position().turn, 1);
  EXPECT_FALSE(game.position().taken);
  EXPECT_EQ(game.position().seats[0].hand.size(), 6);
  EXPECT_EQ(game.position().seats[0].discs, 0);
  EXPECT_EQ(game.unfinished(), Turn{.seat = 1});
  EXPECT_EQ(game.turns().back(), (Turn{.seat = 0, .act = Left{LeaveReason::resigned}}));
}

TEST(LeavingWithinATurn, B14_ByAnotherSeatLeavesTheTurnAsItIs) {
  Game game = with_disc(4);
  play(game, take("Rd@5,3"));
  leave(game, 2, LeaveReason::timeout);
  EXPECT_EQ(game.position().turn, 0);
  EXPECT_EQ(game.position().taken, placed_tile("Rd@5,3"));
  EXPECT_EQ(game.unfinished().take, placed_tile("Rd@5,3"));
  // If the player to move leaves after all, the other one is still out.
  leave(game, 0);
  EXPECT_EQ(game.position().board.at({5, 3}), tile("Rd"));
  EXPECT_FALSE(game.position().seats[2].in);
  EXPECT_EQ(game.position().seats_in(), 2);
  EXPECT_EQ(game.position().turn, 1);
}

TEST(LeavingWithinATurn, B14_ThatEndsTheGameUndoesTheTurn) {
  Game game = with_disc(2);
  const Board before = game.position().board;
  play(game, take("Rd@5,3"));
  leave(game, 1);
  EXPECT_EQ(game.position().end, (End{EndReason::resigned, 1, 0}));
  EXPECT_EQ(game.position().board, before);
  EXPECT_EQ(game.position().seats[0].hand.size(), 6);
  EXPECT_EQ(winners(game.position()), (std::vector<int>{0}));
}

TEST(LeavingWithinATurn, B14_UndoesNothingOfTheTurnBefore) {
  Game game = with_disc(4);
  play(game, take("Rt@7,3"));
  play(game, place("Oc@3,4"));
  const Position before = game.position();
  leave(game, 1);
  EXPECT_EQ(game.position().board, before.board);
  EXPECT_EQ(game.position().seats[0], before.seats[0]);
  EXPECT_EQ(game.position().turn, 2);
}

TEST(LeavingWithinATurn, C3_UndoesARoll) {
  const Ruleset cubes = variants::cubes();
  Game game = begun(cubes, {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot", "Rx Gx Bd Yl Os Pc"});
  play(game, place("Rc@0,0 Rs@1,0"), "Oc Oc");
  play(game, roll("Rd"), "Rl");
  EXPECT_TRUE(game.position().rolled);
  leave(game, 1);
  EXPECT_EQ(game.position().turn, 2);
  EXPECT_FALSE(game.position().rolled);
  EXPECT_TRUE(open_acts(cubes, game.position()).roll);
  EXPECT_EQ(game.position().seats[1].hand, hand_of("Rd Rl Gs Bx Yc Ot"));
}

}  // namespace
}  // namespace sixfold::tests
