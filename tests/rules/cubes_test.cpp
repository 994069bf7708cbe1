// Cubes: optional rolls, compulsory rolls, and the trade when no face fits (C1 to C6).
#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

const Ruleset cubes = variants::cubes();

/// The red line accepts reds, circles and squares: the green circle can be placed.
Position can_lay() {
  return midgame(drawn({"Rc Rs"}), {"Gc Gd Bl Bx Yt Pd", "Rd Rl Rx Rt Oc Os"}, "Rc Gc Bc Yc Pc Oc");
}

/// Nothing fits as it is, but any cube could show a circle.
Position must_roll() {
  return midgame(drawn({"Rc Rs"}), {"Yx Yt Gd Gl Bd Bl", "Rd Rl Rx Rt Oc Os"}, "Rc Gc Bc Yc Pc Oc");
}

/// Without a red cube in hand, no face of any colour fits at the block.
Position stuck(std::string_view bag) {
  return midgame(drawn({"Rc Rs", "Rd Rl"}), {"Gc Gs Bd Bl Yx Yt", "Rx Rt Oc Os Pc Ps"}, bag);
}

TEST(Cubes, C3_ATurnMayBeginWithARoll) {
  EXPECT_EQ(open_acts(cubes, can_lay()), (Acts{.roll = true, .place = true}));
}

TEST(Cubes, C3_AnyOfOnesCubesAreRolledAndKeepTheirColour) {
  const Position asking = played(cubes, can_lay(), roll("Bl Gd"));
  EXPECT_EQ(roll_question(asking), (RollQuestion{tiles("Bl Gd"), false}));
  const Position after = answered(cubes, asking, "Bc Gt");
  EXPECT_EQ(after.seats[0].hand, hand_of("Gc Gt Bc Bx Yt Pd"));
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(after.turn, 0);
}

TEST(Cubes, C1_NoRollChangesAColour) {
  const Position asking = played(cubes, can_lay(), roll("Bl Gd"));
  const auto fault = [&](std::string_view faces) {
    return sixfold::answer(cubes, asking, tiles(faces)).error();
  };
  EXPECT_EQ(fault("Gt Bc"), AnswerFault::wrong_colour);  // in the order of the cubes
  EXPECT_EQ(fault("Bl Rd"), AnswerFault::wrong_colour);
  EXPECT_EQ(fault("Bl"), AnswerFault::wrong_count);
  EXPECT_EQ(fault("Bl Gd Gd"), AnswerFault::wrong_count);
}

TEST(Cubes, C3_AllOrOneMayBeRolledButOnlyOnesOwn) {
  EXPECT_EQ(refusal(cubes, can_lay(), roll("Gc Gd Bl Bx Yt Pd")), std::nullopt);
  EXPECT_EQ(refusal(cubes, can_lay(), roll("Yt")), std::nullopt);
  EXPECT_EQ(refusal(cubes, can_lay(), roll("Rd")), Reason::not_in_hand);
  EXPECT_EQ(refusal(cubes, can_lay(), roll("Yt Yt")), Reason::not_in_hand);
  EXPECT_EQ(refusal(cubes, can_lay(), Roll{}), Reason::no_tiles);
}

TEST(Cubes, C3_ThereIsOneRollByChoiceATurn) {
  const Position after = played(cubes, can_lay(), roll("Bl"), "Bs");
  EXPECT_EQ(open_acts(cubes, after), Acts{.place = true});
  EXPECT_EQ(refusal(cubes, after, roll("Bs")), Reason::act_not_open);
  const Position next = played(cubes, after, place("Bs@1,1"), "Rx");
  EXPECT_EQ(next.turn, 1);
  EXPECT_FALSE(next.rolled);
  EXPECT_TRUE(open_acts(cubes, next).roll);
}

TEST(Cubes, C3_CubesDrawnAfterPlacingAreRolledOnce) {
  const Position asking = played(cubes, can_lay(), place("Gc@0,1"));
  EXPECT_EQ(draw_question(asking).count, 1);
  const Position after = answered(cubes, asking, "Rt");  // a red cube, as rolled
  EXPECT_EQ(after.seats[0].hand, hand_of("Rt Gd Bl Bx Yt Pd"));
  EXPECT_EQ(after.bag, hand_of("Gc Bc Yc Pc Oc"));
  const auto missing = sixfold::answer(cubes, played(cubes, after, place("Rd@2,0")), tiles("Rd"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), AnswerFault::not_in_bag);
}

TEST(Cubes, C5_ThereIsNoTradeByChoice) {
  EXPECT_EQ(refusal(cubes, can_lay(), trade("Bl")), Reason::act_not_open);
  EXPECT_EQ(refusal(cubes, must_roll(), trade("Gd")), Reason::act_not_open);
  EXPECT_EQ(refusal(cubes, must_roll(), Pass{}), Reason::act_not_open);
}

TEST(CompulsoryRoll, C4_WhereNothingFitsTheRollByChoiceOrItsWaiverComesFirst) {
  EXPECT_EQ(open_acts(cubes, must_roll()), Acts{.roll = true});
  EXPECT_EQ(refusal(cubes, must_roll(), Roll{}), std::nullopt);
  EXPECT_EQ(refusal(cubes, must_roll(), roll("Gd")), std::nullopt);
}

TEST(CompulsoryRoll, C4_WaivingTheChoiceRollsTheWholeHandUntilSomethingFits) {
  Position position = played(cubes, must_roll(), Roll{});
  EXPECT_EQ(roll_question(position), (RollQuestion{tiles("Yx Yt Gd Gl Bd Bl"), true}));
  position = answered(cubes, position, "Yd Yd Gd Gd Bx Bt");
  EXPECT_EQ(roll_question(position), (RollQuestion{tiles("Yd Yd Gd Gd Bx Bt"), true}));
  position = answered(cubes, position, "Yd Yd Gd Gl Bc Bt");
  EXPECT_TRUE(asks_nothing(position));
  EXPECT_EQ(open_acts(cubes, position), Acts{.place = true});
}

TEST(CompulsoryRoll, C4_FollowsARollByChoiceThatDidNotHelp) {
  const Position asking = played(cubes, must_roll(), roll("Gd"), "Gx");
  EXPECT_EQ(roll_question(asking), (RollQuestion{tiles("Yx Yt Gl Gx Bd Bl"), true}));
}

TEST(CompulsoryRoll, C4_IsNotMadeAfterARollByChoiceThatHelped) {
  const Position after = played(cubes, must_roll(), roll("Gd"), "Gs");
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(open_acts(cubes, after), Acts{.place = true});
}

TEST(CompulsoryRoll, C4_FollowsARollThatSpoiledTheOnlyCubeThatFitted) {
  const Position asking = played(cubes, can_lay(), roll("Gc"), "Gx");
  EXPECT_TRUE(roll_question(asking).compulsory);
}

TEST(CompulsoryRoll, C4_TheRollByChoiceDoesNotComeBackAfterIt) {
  const Position after = answered(cubes, played(cubes, must_roll(), Roll{}), "Yd Yd Gd Gl Bc Bt");
  EXPECT_EQ(refusal(cubes, after, roll("Gd")), Reason::act_not_open);
  EXPECT_EQ(refusal(cubes, after, Roll{}), Reason::act_not_open);
}

TEST(CompulsoryRoll, C4_NothingElseIsDoneWhileItIsDue) {
  const Position asking = played(cubes, must_roll(), Roll{});
  EXPECT_EQ(refusal(cubes, asking, place("Gd@0,1")), Reason::waiting_for_chance);
  EXPECT_EQ(open_acts(cubes, asking), Acts{});
}

TEST(CompulsoryRoll, C4_IsMadeWithAnEmptyBagToo) {
  Position position = must_roll();
  position.bag = Bag();
  EXPECT_EQ(open_acts(cubes, position), Acts{.roll = true});
}

TEST(NoFaceFits, C5_TheHandIsTradedInsteadOfRolled) {
  const Position position = stuck("Rc Rc Gc Gc Bc Bc Yc Yc");
  EXPECT_EQ(open_acts(cubes, position), (Acts{.roll = true, .trade = true}));
  EXPECT_EQ(refusal(cubes, position, Roll{}), Reason::no_tiles);  // not a compulsory roll
  const Position asking = played(cubes, position, trade("Gc Gs Bd Bl Yx Yt"));
  EXPECT_EQ(draw_question(asking).count, 6);
  const Position after = answered(cubes, asking, "Rt Rt Gc Gc Bc Bc");
  EXPECT_EQ(after.seats[0].hand, hand_of("Rt Rt Gc Gc Bc Bc"));
  EXPECT_EQ(after.bag, hand_of("Gc Gc Bc Bc Yc Yc Yc Yc"));
  EXPECT_EQ(after.turn, 1);
  EXPECT_EQ(after.idle_turns, 1);
}

TEST(NoFaceFits, C5_TheCubesSetAsideAreNotAmongThoseDrawn) {
  const Position asking = played(cubes, stuck("Rc Rc Rc Rc Rc Rc"), trade("Gc Gs Bd Bl Yx Yt"));
  const auto own = sixfold::answer(cubes, asking, tiles("Gc Rc Rc Rc Rc Rc"));
  ASSERT_FALSE(own);
  EXPECT_EQ(own.error(), AnswerFault::not_in_bag);
}

TEST(NoFaceFits, C5_ARollByChoiceIsAllowedBeforeAndForcesNothing) {
  const Position after = played(cubes, stuck("Rc Rc Rc Rc Rc Rc"), roll("Gc Bd"), "Gx Bx");
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(open_acts(cubes, after), Acts{.trade = true});
  EXPECT_EQ(refusal(cubes, after, trade("Gx Gs Bx Bl Yx Yt")), std::nullopt);
}

TEST(NoFaceFits, C5_AsManyAreTradedAsHandAndBagAllow) {
  const Position position = stuck("Rc Rc Rc Rc");
  EXPECT_EQ(refusal(cubes, position, trade("Gc Gs Bd")), Reason::trade_size);
  EXPECT_EQ(refusal(cubes, position, trade("Gc Gs Bd Bl")), std::nullopt);
  EXPECT_EQ(refusal(cubes, position, trade("Gs Bl Yx Yt")), std::nullopt);  // which is free
  EXPECT_EQ(refusal(cubes, position, trade("Gc Gs Bd Bl Yx")), Reason::bag_too_small);
  EXPECT_EQ(refusal(cubes, stuck("Rc Rc Rc Rc Rc Rc"), trade("Gc Gs Bd Bl Yx")),
            Reason::trade_size);
  EXPECT_EQ(refusal(cubes, position, Trade{}), Reason::no_tiles);
  EXPECT_EQ(refusal(cubes, position, trade("Rc Gs Bd Bl")), Reason::not_in_hand);
}

TEST(NoFaceFits, C5_WithAnEmptyBagThePlayerPasses) {
  const Position position = stuck("");
  EXPECT_EQ(open_acts(cubes, position), (Acts{.roll = true, .pass = true}));
  EXPECT_TRUE(passes_automatically(open_acts(cubes, position)));
  EXPECT_EQ(refusal(cubes, position, trade("Gc")), Reason::act_not_open);
  const Position after = played(cubes, position, Pass{});
  EXPECT_EQ(after.turn, 1);
  EXPECT_FALSE(after.end);
}

TEST(NoFaceFits, C5_OneCubeOfTheRightColourIsEnoughToRollInstead) {
  Position position = stuck("Rc Rc Rc Rc Rc Rc");
  position.board = drawn({"Rc Rs Rd", "Rs Rd Rc", "Rd Rc Rs"});
  position.seats[0].hand =
      hand_of("Rc Gs Bd Bl Yx Yt");  // the circle does not fit, but a cross would
  EXPECT_EQ(open_acts(cubes, position), Acts{.roll = true});
  EXPECT_EQ(refusal(cubes, position, Roll{}), std::nullopt);
}

TEST(NoFaceFits, C5_CanComeAboutTwoTurnsIntoAGame) {
  Game game = begun(cubes, {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  play(game, place("Rc@0,0 Rs@1,0"), "Gc Bc");
  play(game, place("Rd@0,1 Rl@1,1"), "Rc Rc");
  EXPECT_EQ(game.position().turn, 0);
  EXPECT_EQ(open_acts(cubes, game.position()), (Acts{.roll = true, .trade = true}));
  play(game, trade("Gd Bl Yx Pt Gc Bc"), "Ot Ot Ot Ot Ot Rx");
  EXPECT_EQ(std::get<Traded>(game.turns().back().act).tiles, tiles("Gd Bl Yx Pt Gc Bc"));
  EXPECT_EQ(game.position().turn, 1);
  EXPECT_FALSE(game.position().end);
}

TEST(CubesEnd, C6_DeadWhenNoFaceOfAnyColourOffTheTableFits) {
  Position position = stuck("Gc Bc Yc");
  position.seats[1].hand = hand_of("Ox Ot Oc Os Pc Ps");
  EXPECT_EQ(played(cubes, position, trade("Gc Gs Bd"), "Gd Bd Yd").end,
            (End{EndReason::dead, std::nullopt, 0}));
  position.bag = hand_of("Gc Bc Rc");  // a red cube in the bag can still be drawn
  EXPECT_FALSE(played(cubes, position, trade("Gc Gs Bd"), "Gd Bd Rc").end);
}

TEST(CubesEnd, C6_B11_OutWithTheLastCube) {
  const Position position = midgame(drawn({"Rc Rs"}), {"Rd", "Gx"});
  const Position after = played(cubes, position, place("Rd@2,0"));
  EXPECT_EQ(after.end, (End{EndReason::out, 0, 6}));
  EXPECT_EQ(after.seats[0].score, 9);
}

TEST(CubesGame, KeepsTheRollsOfATurnAsTheyCame) {
  Game game = begun(cubes, {"Rc Rs Gd Bl Yx Pt", "Od Ol Yd Gl Bx Pt"});
  play(game, place("Rc@0,0 Rs@1,0"), "Gx Bd");
  play(game, roll("Ol Od"), "Ox Ot");
  answer(game, "Ol Od Yd Gl Bx Pt");
  answer(game, "Oc Od Yd Gl Bx Pt");
  play(game, place("Oc@0,1"), "Rt");
  const Turn& turn = game.turns().back();
  EXPECT_EQ(turn.roll, (RolledCubes{tiles("Ol Od"), tiles("Ox Ot")}));
  EXPECT_EQ(turn.forced, hands({"Ol Od Yd Gl Bx Pt", "Oc Od Yd Gl Bx Pt"}));
  EXPECT_EQ(turn.act, Act(Placed{placed("Oc@0,1"), 2}));
  EXPECT_EQ(turn.draw, tiles("Rt"));
}

TEST(CubesGame, AWaivedRollLeavesOnlyTheForcedOnesInTheTurn) {
  Game game = begun(cubes, {"Rc Rs Gd Bl Yx Pt", "Od Ol Yd Gl Bx Pt"});
  play(game, place("Rc@0,0 Rs@1,0"), "Gx Bd");
  play(game, Roll{}, "Oc Od Yd Gl Bx Pt");
  EXPECT_FALSE(game.unfinished().roll);
  EXPECT_EQ(game.unfinished().forced, hands({"Oc Od Yd Gl Bx Pt"}));
}

}  // namespace
}  // namespace sixfold::tests
