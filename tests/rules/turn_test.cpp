// An ordinary turn: place and draw, trade, pass (B3, B9, B10), and the answers of chance.
#include <gtest/gtest.h>

#include "rules/position.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// Seat 0 can place the red tiles, seat 1 the orange circle.
Position red_line(std::string_view bag) {
  return midgame(drawn({"Rc Rs"}), {"Rd Rl Rx Gs Gt Bx", "Oc Yd Yl Yx Yt Pd"}, bag);
}

TEST(Turn, B3_IsAPlacementOrATrade) {
  EXPECT_EQ(open_acts(base, red_line("Gc Gc")), (Acts{.place = true, .trade = true}));
}

TEST(Turn, B3_ThereIsNoFreePass) {
  EXPECT_EQ(refusal(base, red_line("Gc Gc"), Pass{}), Reason::act_not_open);
  EXPECT_EQ(refusal(base, red_line(""), Pass{}), Reason::act_not_open);
}

TEST(Turn, RollsAndTakesAreNotOfTheBaseGame) {
  EXPECT_EQ(refusal(base, red_line("Gc"), roll("Rd")), Reason::act_not_open);
  EXPECT_EQ(refusal(base, red_line("Gc"), take("Rc@0,0")), Reason::act_not_open);
}

TEST(Placing, B6_ScoresAtOnceAndMovesTheTiles) {
  const Position after = played(base, red_line("Gc Gc"), place("Rd@2,0 Rl@3,0"));
  EXPECT_EQ(after.seats[0].score, 4);
  EXPECT_EQ(after.board, drawn({"Rc Rs Rd Rl"}));
  EXPECT_EQ(after.seats[0].hand, hand_of("Rx Gs Gt Bx"));
}

TEST(Placing, B9_AsksForAsManyTilesAsWereLaid) {
  const Position asking = played(base, red_line("Gc Gd Gl"), place("Rd@2,0 Rl@3,0"));
  EXPECT_EQ(draw_question(asking), (DrawQuestion{2, {}}));
  EXPECT_EQ(asking.turn, 0);
  const Position after = answered(base, asking, "Gl Gc");
  EXPECT_EQ(after.seats[0].hand, hand_of("Rx Gs Gt Bx Gl Gc"));
  EXPECT_EQ(after.bag, hand_of("Gd"));
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(after.turn, 1);
}

TEST(Placing, B9_DrawsWhatTheBagStillHas) {
  const Position asking = played(base, red_line("Gc"), place("Rd@2,0 Rl@3,0"));
  EXPECT_EQ(draw_question(asking).count, 1);
  EXPECT_EQ(answered(base, asking, "Gc").seats[0].hand.size(), 5);
}

TEST(Placing, B9_B11_GoesOnWithoutDrawingOnceTheBagIsEmpty) {
  const Position after = played(base, red_line(""), place("Rd@2,0"));
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_FALSE(after.end);
  EXPECT_EQ(after.turn, 1);
  EXPECT_EQ(after.seats[0].hand.size(), 5);
}

TEST(Placing, B2_GoesRoundClockwise) {
  Position position = midgame(drawn({"Rc"}), {"Rs Rs", "Rd Rd", "Rl Rl"}, "");
  position.turn = 2;
  EXPECT_EQ(played(base, position, place("Rl@1,0")).turn, 0);
}

TEST(Trading, B10_SetsAsideDrawsAsManyAndOnlyThenReturnsThem) {
  const Position asking = played(base, red_line("Gc Gd"), trade("Rd Gs"));
  EXPECT_EQ(draw_question(asking), (DrawQuestion{2, hand_of("Rd Gs")}));
  EXPECT_EQ(asking.bag, hand_of("Gc Gd"));
  EXPECT_EQ(asking.seats[0].hand, hand_of("Rl Rx Gt Bx"));
  const auto own_again = sixfold::answer(base, asking, tiles("Rd Gc"));
  ASSERT_FALSE(own_again);
  EXPECT_EQ(own_again.error(), AnswerFault::not_in_bag);
  const Position after = answered(base, asking, "Gc Gd");
  EXPECT_EQ(after.bag, hand_of("Rd Gs"));
  EXPECT_EQ(after.seats[0].hand, hand_of("Rl Rx Gt Bx Gc Gd"));
  EXPECT_EQ(after.seats[0].score, 0);
  EXPECT_EQ(after.turn, 1);
}

TEST(Trading, B10_AllSixMayBeTraded) {
  EXPECT_EQ(refusal(base, red_line("Gc Gc Gc Gd Gd Gd"), trade("Rd Rl Rx Gs Gt Bx")), std::nullopt);
}

TEST(Trading, B10_NeedsABagOfAsManyTiles) {
  const Position position = red_line("Gc Gd");
  EXPECT_EQ(refusal(base, position, trade("Rd Gs")), std::nullopt);
  EXPECT_EQ(refusal(base, position, trade("Rd Gs Gt")), Reason::bag_too_small);
  const auto [fewest, most] = trade_limits(base, position.mover().hand, position.bag.size());
  EXPECT_EQ(fewest, 1);
  EXPECT_EQ(most, 2);
}

TEST(Trading, B10_IsNotOpenWithAnEmptyBag) {
  EXPECT_EQ(open_acts(base, red_line("")), Acts{.place = true});
  EXPECT_EQ(refusal(base, red_line(""), trade("Rd")), Reason::bag_too_small);
  EXPECT_EQ(trade_limits(base, hand_of("Rd"), 0).most, 0);
}

TEST(Trading, NamesTilesOfTheHand) {
  EXPECT_EQ(refusal(base, red_line("Gc"), Trade{}), Reason::no_tiles);
  EXPECT_EQ(refusal(base, red_line("Gc"), trade("Pt")), Reason::not_in_hand);
  EXPECT_EQ(refusal(base, red_line("Gc Gc"), trade("Rd Rd")), Reason::not_in_hand);
  // A list longer than any hand is no problem.
  EXPECT_EQ(refusal(base, red_line("Gc Gc"), Trade{std::vector<Tile>(1000)}), Reason::not_in_hand);
}

TEST(Trading, B10_IsWhatAPlayerMustDoWhoCannotPlace) {
  const Position position = midgame(drawn({"Rc Rs"}), {"Gd Gl Bd Bl Yx Yt", "Rd"}, "Gc");
  EXPECT_EQ(open_acts(base, position), Acts{.trade = true});
  EXPECT_FALSE(passes_automatically(open_acts(base, position)));
}

TEST(Passing, B3_OnlyWhereNothingCanBePlacedAndTheBagIsEmpty) {
  const Position position = midgame(drawn({"Rc Rs"}), {"Gd Gl", "Rd"});
  EXPECT_EQ(open_acts(base, position), Acts{.pass = true});
  EXPECT_TRUE(passes_automatically(open_acts(base, position)));
  const Position after = played(base, position, Pass{});
  EXPECT_EQ(after.turn, 1);
  EXPECT_EQ(after.idle_turns, 1);
  EXPECT_EQ(after.seats[0].hand, hand_of("Gd Gl"));
}

TEST(Chance, AnswersOnlyWhatIsAsked) {
  const auto fault = [](const Position& position, std::string_view drawn_tiles) {
    const auto after = sixfold::answer(base, position, tiles(drawn_tiles));
    return after ? std::nullopt : std::optional(after.error());
  };
  EXPECT_EQ(fault(red_line("Gc Gc"), "Gc"), AnswerFault::no_question);
  const Position asking = played(base, red_line("Gc Gc"), place("Rd@2,0"));
  EXPECT_EQ(fault(asking, ""), AnswerFault::wrong_count);
  EXPECT_EQ(fault(asking, "Gc Gc"), AnswerFault::wrong_count);
  EXPECT_EQ(fault(asking, "Gd"), AnswerFault::not_in_bag);
  EXPECT_EQ(fault(asking, "Gc"), std::nullopt);
}

TEST(Chance, MustAnswerBeforeAnythingElseIsDone) {
  const Position asking = played(base, red_line("Gc Gc"), place("Rd@2,0"));
  EXPECT_EQ(open_acts(base, asking), Acts{});
  for (const Move& move :
       {Move(place("Rl@3,0")), Move(trade("Rl")), Move(Pass{}), Move(Roll{}), Move(take("Rc@0,0"))})
    EXPECT_EQ(refusal(base, asking, move), Reason::waiting_for_chance);
  const auto gone = sixfold::leave(asking, 1, LeaveReason::resigned);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().reason, Reason::waiting_for_chance);
}

TEST(Chance, NeverDrawsATileMoreOftenThanTheBagHoldsIt) {
  const Position asking = played(base, red_line("Gc Gd"), place("Rd@2,0 Rl@3,0"));
  const auto after = sixfold::answer(base, asking, tiles("Gc Gc"));
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error(), AnswerFault::not_in_bag);
}

}  // namespace
}  // namespace sixfold::tests
