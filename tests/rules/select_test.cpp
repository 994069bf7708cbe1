// Select: discs, tiles taken for them, hands of seven, the barred cell (S3 to S9).
#include <algorithm>

#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

const Ruleset rules = variants::select();

/// Seat 0 holds one disc; two red tiles are in the middle and a blue one is apart.
Position with_disc(std::string_view hand, std::string_view bag = "") {
  Position position = midgame(board_of("Rc@7,7 Rs@8,7 Bt@3,3"), {hand, "Rd Yl Yx Yt Pd Pl"}, bag);
  position.stars = rules.layout->stars;
  position.seats[0].discs = 1;
  return position;
}

TEST(Discs, S4_ATileOnAStarTakesTheDisc) {
  Position position = midgame(board_of("Rc@10,3"), {"Oc Gs", "Rd"});
  position.stars = rules.layout->stars;
  const Position after = played(rules, position, place("Oc@10,2"));
  EXPECT_EQ(after.seats[0].discs, 1);
  EXPECT_EQ(after.stars.size(), 11U);
  EXPECT_EQ(std::ranges::count(after.stars, Cell{10, 2}), 0);
  EXPECT_EQ(after.seats[0].score, 2);  // a disc earns no points
}

TEST(Discs, S4_TwoStarsInOneTurnGiveTwo) {
  Position position = midgame(board_of("Rc@6,2 Rs@7,2 Rd@8,2 Rl@9,2"), {"Rx Rt Gs", "Gd"});
  position.stars = rules.layout->stars;
  const Position after = played(rules, position, place("Rx@5,2 Rt@10,2"));
  EXPECT_EQ(after.seats[0].discs, 2);
  EXPECT_EQ(after.stars.size(), 10U);
  EXPECT_EQ(after.seats[0].score, 12);
}

TEST(Discs, S4_AnyOtherCellGivesNone) {
  const Position after = played(rules, with_disc("Rd Gs"), place("Rd@9,7"));
  EXPECT_EQ(after.seats[0].discs, 1);
  EXPECT_EQ(after.stars.size(), 12U);
}

TEST(Discs, S8_AStarThatWasEmptiedGivesNoSecondDisc) {
  Position position = midgame(board_of("Rc@10,3 Oc@10,2"), {"Yc Gs", "Rd"});
  position.stars = rules.layout->stars;
  std::erase(position.stars, Cell{10, 2});
  position.seats[0].discs = 1;
  const Position lifted = played(rules, position, take("Oc@10,2"));
  EXPECT_EQ(lifted.seats[0].discs, 0);
  const Position after = played(rules, lifted, place("Yc@10,2"));
  EXPECT_EQ(after.seats[0].discs, 0);
  EXPECT_EQ(after.stars.size(), 11U);
}

TEST(Taking, S5_ADiscBuysAnyTileAsASeventh) {
  const Position position = with_disc("Rd Gs Gd Gl Gx Gt", "Oc Oc");
  EXPECT_TRUE(open_acts(rules, position).take);
  const Position after = played(rules, position, take("Bt@3,3"));
  EXPECT_EQ(after.seats[0].discs, 0);
  EXPECT_EQ(after.seats[0].hand, hand_of("Rd Gs Gd Gl Gx Gt Bt"));
  EXPECT_EQ(after.board, board_of("Rc@7,7 Rs@8,7"));
  EXPECT_EQ(after.taken, placed_tile("Bt@3,3"));
  EXPECT_EQ(after.turn, 0);
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(after.seats[0].score, 0);
}

TEST(Taking, S5_NeedsADisc) {
  Position position = with_disc("Rd");
  position.seats[0].discs = 0;
  EXPECT_EQ(refusal(rules, position, take("Bt@3,3")), Reason::no_disc);
  EXPECT_FALSE(open_acts(rules, position).take);
}

TEST(Taking, S5_OneATurnAtMost) {
  Position position = with_disc("Rd Gs");
  position.seats[0].discs = 2;
  const Position after = played(rules, position, take("Bt@3,3"));
  EXPECT_EQ(after.seats[0].discs, 1);
  EXPECT_EQ(refusal(rules, after, take("Rc@7,7")), Reason::not_at_start);
  EXPECT_FALSE(open_acts(rules, after).take);
}

TEST(Taking, S5_NotBeforeTheOpening) {
  Position position = with_disc("Rd");
  position.opened = false;
  EXPECT_EQ(refusal(rules, position, take("Bt@3,3")), Reason::not_at_start);
}

TEST(Taking, S5_NeverOutOfALineOfSix) {
  Position position = with_disc("Yd");
  position.board = drawn({"Rc Rs Rd Rl Rx Rt", "Gc"}, {5, 7});
  for (const std::string_view tile : {"Rc@5,7", "Rd@7,7", "Rt@10,7"})
    EXPECT_EQ(refusal(rules, position, take(tile)), Reason::pickup_in_qwirkle) << tile;
  EXPECT_EQ(refusal(rules, position, take("Gc@5,8")), std::nullopt);  // next to it
  position.board = drawn({"Rc", "Oc", "Yc", "Gc", "Bc", "Pc"}, {5, 7});
  EXPECT_EQ(refusal(rules, position, take("Gc@5,10")), Reason::pickup_in_qwirkle);
  EXPECT_FALSE(open_acts(rules, position).take);  // there is nothing else to take
  position.board = drawn({"Rc", "Oc", "Yc", "Gc", "Bc"}, {5, 7});
  EXPECT_EQ(refusal(rules, position, take("Gc@5,10")), std::nullopt);
}

TEST(Taking, S5_TheTileLiesOnItsCell) {
  EXPECT_EQ(refusal(rules, with_disc("Rd"), take("Bt@3,4")), Reason::no_tile);
  EXPECT_EQ(refusal(rules, with_disc("Rd"), take("Bx@3,3")), Reason::no_tile);
  EXPECT_EQ(refusal(rules, with_disc("Rd"), take("Bx@-1,99")), Reason::no_tile);
}

TEST(Taking, TheFirstOfSeveralReasonsIsGiven) {
  Position position = with_disc("Rd");
  position.board = drawn({"Rc Rs Rd Rl Rx Rt"}, {5, 7});
  // It is in a line of six, and the tile there is not the one named.
  EXPECT_EQ(refusal(rules, position, take("Gc@5,7")), Reason::pickup_in_qwirkle);
  position.taken = placed_tile("Bt@3,3");
  EXPECT_EQ(refusal(rules, position, take("Rc@5,7")), Reason::not_at_start);
  EXPECT_EQ(refusal(rules, position, take("Rc@0,0")), Reason::not_at_start);
  position.seats[0].discs = 0;
  EXPECT_EQ(refusal(rules, position, take("Rc@5,7")), Reason::no_disc);
}

TEST(HandOfSeven, S6_PlacesAndDrawsUpToSixAgain) {
  const Position lifted = played(rules, with_disc("Rd Gs Gd Gl Gx Gt", "Oc Oc Oc"), take("Bt@3,3"));
  EXPECT_EQ(open_acts(rules, lifted), (Acts{.place = true, .trade = true}));
  const Position one = played(rules, lifted, place("Rd@9,7"));
  EXPECT_TRUE(asks_nothing(one));  // six are left
  EXPECT_EQ(one.seats[0].hand.size(), 6);
  EXPECT_EQ(one.turn, 1);
  const Position two = played(rules, lifted, place("Gs@8,8 Gd@9,8"));
  EXPECT_EQ(draw_question(two).count, 1);
}

TEST(HandOfSeven, S6_TheTakenTileNeedNotBePlayed) {
  const Position lifted = played(rules, with_disc("Rd Gs Gd Gl Gx Gt"), take("Bt@3,3"));
  EXPECT_EQ(played(rules, lifted, place("Rd@9,7")).seats[0].hand, hand_of("Gs Gd Gl Gx Gt Bt"));
}

TEST(HandOfSeven, S6_ATradeOfKDrawsOneLess) {
  const Position lifted =
      played(rules, with_disc("Rd Gs Gd Gl Gx Gt", "Oc Os Od Ol Ox Ot"), take("Bt@3,3"));
  const Position asking = played(rules, lifted, trade("Bt Gs Gd"));
  EXPECT_EQ(draw_question(asking).count, 2);
  const Position after = answered(rules, asking, "Oc Os");
  EXPECT_EQ(after.seats[0].hand, hand_of("Rd Gl Gx Gt Oc Os"));
  EXPECT_EQ(after.bag, hand_of("Od Ol Ox Ot Bt Gs Gd"));
}

TEST(HandOfSeven, S6_ATradeOfOneDrawsNothing) {
  const Position lifted = played(rules, with_disc("Rd Gs Gd Gl Gx Gt", "Oc"), take("Bt@3,3"));
  const Position after = played(rules, lifted, trade("Bt"));
  EXPECT_TRUE(asks_nothing(after));
  EXPECT_EQ(after.turn, 1);
  EXPECT_EQ(after.seats[0].hand, hand_of("Rd Gs Gd Gl Gx Gt"));
  EXPECT_EQ(after.bag, hand_of("Oc Bt"));
  EXPECT_EQ(after.idle_turns, 1);
}

TEST(HandOfSeven, B10_ATradeOfKNeedsABagOfOneLessAndNeverAnEmptyOne) {
  const Position lifted = played(rules, with_disc("Rd Gs Gd Gl Gx Gt", "Oc Os"), take("Bt@3,3"));
  EXPECT_EQ(refusal(rules, lifted, trade("Bt Gs Gd")), std::nullopt);
  EXPECT_EQ(refusal(rules, lifted, trade("Bt Gs Gd Gl")), Reason::bag_too_small);
  const Position empty_bag = played(rules, with_disc("Rd Gs Gd Gl Gx Gt"), take("Bt@3,3"));
  EXPECT_EQ(refusal(rules, empty_bag, trade("Bt")), Reason::bag_too_small);
  EXPECT_FALSE(open_acts(rules, empty_bag).trade);
}

TEST(HandOfSeven, S6_SixAreTradedAtMost) {
  const Position lifted =
      played(rules, with_disc("Rd Gs Gd Gl Gx Gt", "Oc Os Od Ol Ox Ot Pc"), take("Bt@3,3"));
  EXPECT_EQ(refusal(rules, lifted, trade("Rd Gs Gd Gl Gx Gt Bt")), Reason::trade_size);
  EXPECT_EQ(refusal(rules, lifted, trade("Gs Gd Gl Gx Gt Bt")), std::nullopt);
}

TEST(HandOfSeven, S6_IsKeptByAPlayerWhoMustPass) {
  const Position position = with_disc("Gd Gl Gx Yd Yl Yx");
  EXPECT_EQ(open_acts(rules, position), (Acts{.take = true, .pass = true}));
  const Position lifted = played(rules, position, take("Bt@3,3"));
  EXPECT_EQ(open_acts(rules, lifted), Acts{.pass = true});
  EXPECT_TRUE(passes_automatically(open_acts(rules, lifted)));
  const Position after = played(rules, lifted, Pass{});
  EXPECT_EQ(after.seats[0].hand.size(), 7);
  EXPECT_EQ(after.turn, 1);
  EXPECT_FALSE(after.taken);
}

TEST(HandOfSeven, S6_ASmallHandJustHasOneMoreWhenTheBagIsEmpty) {
  const Position lifted = played(rules, with_disc("Rd Gs"), take("Bt@3,3"));
  EXPECT_EQ(lifted.seats[0].hand.size(), 3);
  EXPECT_EQ(played(rules, lifted, place("Rd@9,7")).seats[0].hand.size(), 2);
}

TEST(PassingWithADisc, B3_WhoHoldsADiscIsAskedToTakeOrPass) {
  const Acts acts = open_acts(rules, with_disc("Gd Gl Gx Yd Yl Yx"));
  EXPECT_EQ(acts, (Acts{.take = true, .pass = true}));
  EXPECT_FALSE(passes_automatically(acts));
  EXPECT_EQ(refusal(rules, with_disc("Gd Gl Gx Yd Yl Yx"), Pass{}), std::nullopt);
}

TEST(BarredCell, S7_TheTakenTileMayNotGoBackInThatTurn) {
  const Position lifted = played(rules, with_disc("Rd Bs"), take("Rs@8,7"));
  EXPECT_EQ(why_illegal(rules, lifted, place("Rs@8,7")),
            (IllegalMove{Reason::same_cell, Cell{8, 7}}));
  EXPECT_EQ(refusal(rules, lifted, place("Rs@8,7 Rd@9,7")), Reason::same_cell);
  EXPECT_EQ(refusal(rules, lifted, place("Rs@6,7")), std::nullopt);
}

TEST(BarredCell, S7_NorItsTwin) {
  const Position lifted = played(rules, with_disc("Rs Bs"), take("Rs@8,7"));
  EXPECT_EQ(lifted.seats[0].hand.count(tile("Rs")), 2);
  EXPECT_EQ(refusal(rules, lifted, place("Rs@8,7")), Reason::same_cell);
  EXPECT_EQ(refusal(rules, lifted, place("Rs@7,8")), std::nullopt);
}

TEST(BarredCell, S7_AnotherTileMay) {
  const Position lifted = played(rules, with_disc("Rd Bs"), take("Rs@8,7"));
  EXPECT_EQ(refusal(rules, lifted, place("Rd@8,7")), std::nullopt);
}

TEST(BarredCell, S7_IsFreeAgainInTheNextTurn) {
  Position position = with_disc("Rd Bs");
  position.seats[1].hand = hand_of("Rs");
  const Position next = played(rules, played(rules, position, take("Rs@8,7")), place("Rd@7,8"));
  EXPECT_EQ(refusal(rules, next, place("Rs@8,7")), std::nullopt);
}

TEST(Islands, S8_AllCanBeBuiltOn) {
  Position position = with_disc("Bd Rx");
  position.board = board_of("Rc@7,7 Rs@8,7 Rd@9,7");
  const Position lifted = played(rules, position, take("Rs@8,7"));
  EXPECT_EQ(refusal(rules, lifted, place("Rx@7,8")), std::nullopt);
  EXPECT_EQ(refusal(rules, lifted, place("Bd@9,8")), std::nullopt);
  EXPECT_EQ(refusal(rules, lifted, place("Rx@8,7")), std::nullopt);  // joins them again
}

TEST(Islands, S8_WithTheLastTileTakenTheTableIsEmptyAndNoOpeningIsDue) {
  Position position = with_disc("Rd Rx Bs");
  position.board = board_of("Rc@7,7");
  const Position lifted = played(rules, position, take("Rc@7,7"));
  EXPECT_TRUE(lifted.board.empty());
  EXPECT_EQ(refusal(rules, lifted, place("Rd@7,7")), std::nullopt);  // any number
  EXPECT_EQ(refusal(rules, lifted, place("Rd@7,7 Rx@8,7")), std::nullopt);
  EXPECT_EQ(refusal(rules, lifted, place("Rc@7,7")), Reason::same_cell);
  EXPECT_EQ(played(rules, lifted, place("Rd@7,7")).seats[0].score, 1);
}

TEST(StartCells, S9_AreOrdinaryOnceTheGameIsOpen) {
  const Position position = with_disc("Bt Bd");
  EXPECT_EQ(refusal(rules, position, place("Bd@4,3")), std::nullopt);
  EXPECT_EQ(refusal(rules, position, place("Bd@7,8")), Reason::mixed);
}

TEST(BoardEdge, S3_TilesGoOnTheBoardOnly) {
  Position position = with_disc("Bd Bx");
  position.board = board_of("Bt@0,15");
  EXPECT_EQ(why_illegal(rules, position, place("Bd@-1,15")),
            (IllegalMove{Reason::off_board, Cell{-1, 15}}));
  EXPECT_EQ(refusal(rules, position, place("Bd@0,16")), Reason::off_board);
  EXPECT_EQ(refusal(rules, position, place("Bd@0,14")), std::nullopt);
}

}  // namespace
}  // namespace sixfold::tests
