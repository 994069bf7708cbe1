// Why a placement is illegal, reason by reason and in order of precedence, and which placements are
// legal.
#include "rules/placement.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

const Ruleset select_rules = variants::select();

Decision decision(Board board, std::string_view hand) {
  return {std::move(board), hand_of(hand), std::nullopt, false};
}

/// A red line of three, with a hand that has a bit of everything.
class OnARedLine : public testing::Test {
 protected:
  [[nodiscard]] std::optional<Reason> why(std::string_view tiles) const {
    return refusal(base, at_, place(tiles));
  }
  [[nodiscard]] std::optional<IllegalMove> whole_reason(std::string_view tiles) const {
    return why_illegal(base, at_, place(tiles));
  }

  Decision at_ = decision(drawn({"Rc Rs Rd"}), "Rl Rx Rc Gc Gl Bt");
};

TEST_F(OnARedLine, B4_OneTileOrSeveralInOneLineAreLegal) {
  EXPECT_EQ(why("Rl@3,0"), std::nullopt);
  EXPECT_EQ(why("Gc@0,1"), std::nullopt);
  EXPECT_EQ(why("Rl@3,0 Gl@3,1"), std::nullopt);
}

TEST_F(OnARedLine, B4_TheTilesNeedNotTouchEachOther) {
  EXPECT_EQ(why("Rl@-1,0 Rx@3,0"), std::nullopt);
}

TEST_F(OnARedLine, B4_OnlyOneOfThemNeedsToTouchATile) {
  EXPECT_EQ(why("Rl@3,0 Rx@4,0"), std::nullopt);
}

TEST_F(OnARedLine, TheOrderInWhichTilesAreNamedDoesNotMatter) {
  EXPECT_EQ(why("Rx@4,0 Rl@3,0"), std::nullopt);
}

TEST_F(OnARedLine, APlacementNamesTiles) { EXPECT_EQ(why(""), Reason::no_tiles); }

TEST_F(OnARedLine, ACellWithATileIsOccupied) {
  EXPECT_EQ(whole_reason("Rl@1,0"), (IllegalMove{Reason::occupied, Cell{1, 0}}));
}

TEST_F(OnARedLine, TwoTilesOnOneCellOccupyIt) {
  EXPECT_EQ(whole_reason("Rl@3,0 Rx@3,0"), (IllegalMove{Reason::occupied, Cell{3, 0}}));
}

TEST_F(OnARedLine, ATileIsPlayedFromTheHandAsOftenAsItIsThere) {
  EXPECT_EQ(whole_reason("Rt@3,0"), (IllegalMove{Reason::not_in_hand, Cell{3, 0}}));
  EXPECT_EQ(why("Gc@0,1 Gc@0,-1"), Reason::not_in_hand);
}

TEST_F(OnARedLine, B4_AllTilesLieInOneRowOrColumn) {
  EXPECT_EQ(why("Rl@3,0 Gc@0,1"), Reason::not_one_line);
  EXPECT_EQ(why("Rl@3,0 Rx@4,0 Gl@3,1"), Reason::not_one_line);
}

TEST_F(OnARedLine, B4_AllTilesArePartOfOneUnbrokenLine) {
  EXPECT_EQ(whole_reason("Rl@3,0 Rx@5,0"), (IllegalMove{Reason::not_one_line, Cell{5, 0}}));
  EXPECT_EQ(why("Gc@0,1 Gl@2,1"),
            Reason::not_one_line);  // both touch the line, with a gap between them
}

TEST_F(OnARedLine, B4_ATileThatAlreadyLayThereIsTouched) {
  EXPECT_EQ(why("Bt@8,8"), Reason::no_contact);
  EXPECT_EQ(why("Bt@3,1"), Reason::no_contact);  // a corner is not contact
  EXPECT_EQ(why("Rl@4,1 Rx@5,1"), Reason::no_contact);
}

TEST_F(OnARedLine, B5_NoLineHoldsARepeat) {
  EXPECT_EQ(whole_reason("Rc@3,0"), (IllegalMove{Reason::duplicate, Cell{3, 0}}));
}

TEST_F(OnARedLine, B5_NoLineIsMixed) {
  EXPECT_EQ(whole_reason("Bt@3,0"), (IllegalMove{Reason::mixed, Cell{3, 0}}));
  EXPECT_EQ(why("Gl@0,1"), Reason::mixed);
}

TEST(LongLines, B5_ASeventhTileIsTooManyAndNotOnlyARepeat) {
  const Decision at = decision(drawn({"Yc Ys Yd Yl Yx Yt"}), "Yc Gt");
  EXPECT_EQ(refusal(base, at, place("Yc@6,0")), Reason::too_long);
  EXPECT_EQ(refusal(base, at, place("Gt@6,0")), Reason::too_long);
  EXPECT_EQ(refusal(base, at, place("Gt@5,1")), std::nullopt);
}

TEST(LongLines, B5_JoiningTwoLinesMakesOneThatMustBeProper) {
  const Decision at = decision(drawn({"Rc Rs .. Rl Rx", "", "Rc Rs Rd .. Rl Rx Rt"}), "Rd Rt Bd");
  EXPECT_EQ(refusal(base, at, place("Rd@2,0")), std::nullopt);
  EXPECT_EQ(refusal(base, at, place("Rd@3,2")), Reason::too_long);
  EXPECT_EQ(refusal(base, at, place("Bd@2,0")), Reason::mixed);
}

TEST(LongLines, B4_NoPlacementHasMoreThanSixTiles) {
  const Decision at = decision(drawn({"Gc"}), "Rc Rs Rd Rl Rx Rt Rc");
  EXPECT_EQ(refusal(base, at, place("Rc@0,1 Rs@1,1 Rd@2,1 Rl@3,1 Rx@4,1 Rt@5,1")), std::nullopt);
  EXPECT_EQ(refusal(base, at, place("Rc@0,1 Rs@1,1 Rd@2,1 Rl@3,1 Rx@4,1 Rt@5,1 Rc@6,1")),
            Reason::too_long);
}

// Two reasons at once: the first in order of precedence is given.

TEST(Precedence, OccupiedComesBeforeOffBoard) {
  const Decision at = decision(board_of("Rc@7,7"), "Rs Rd");
  EXPECT_EQ(refusal(select_rules, at, place("Rs@7,7 Rd@-1,7")), Reason::occupied);
  EXPECT_EQ(refusal(select_rules, at, place("Rd@16,7 Rs@7,7")), Reason::occupied);
}

TEST(Precedence, OffBoardComesBeforeNotInHand) {
  const Decision at = decision(board_of("Rc@15,7"), "Rs");
  EXPECT_EQ(refusal(select_rules, at, place("Rd@16,7")), Reason::off_board);
}

TEST(Precedence, NotInHandComesBeforeSameCell) {
  Decision at = decision(board_of("Rc@7,7"), "Rs");
  at.barred = placed_tile("Rd@8,7");
  EXPECT_EQ(refusal(select_rules, at, place("Rd@8,7")), Reason::not_in_hand);
}

TEST(Precedence, SameCellComesBeforeNotOneLine) {
  Decision at = decision(board_of("Rc@7,7"), "Rs Rd");
  at.barred = placed_tile("Rd@8,7");
  EXPECT_EQ(refusal(select_rules, at, place("Rd@8,7 Rs@7,8")), Reason::same_cell);
}

TEST(Precedence, NotOneLineComesBeforeNoStartField) {
  const Decision at = decision(Board(), "Rs Rd");
  EXPECT_EQ(refusal(select_rules, at, place("Rs@0,0 Rd@1,1")), Reason::not_one_line);
}

TEST(Precedence, NoStartFieldComesBeforeMixed) {
  const Decision at = decision(Board(), "Rs Gd");
  EXPECT_EQ(refusal(select_rules, at, place("Rs@0,0 Gd@1,0")), Reason::no_start_field);
}

TEST(Precedence, NotOneLineComesBeforeNoContact) {
  const Decision at = decision(board_of("Rc@0,0"), "Rs Rd");
  EXPECT_EQ(refusal(base, at, place("Rs@5,5 Rd@6,6")), Reason::not_one_line);
}

TEST(Precedence, NoContactComesBeforeTooLong) {
  const Decision at = decision(board_of("Gc@20,20"), "Rc Rs Rd Rl Rx Rt Rc");
  EXPECT_EQ(refusal(base, at, place("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0 Rt@5,0 Rc@6,0")),
            Reason::no_contact);
}

TEST(Precedence, TooLongComesBeforeMixedWhicheverLineItIs) {
  // The upper tile is mixed in its row, the lower one makes a row of seven.
  const Decision at = decision(drawn({".. .. .. .. .. Gt", "Yc Ys Yd Yl Yx Yt"}), "Bs Bd");
  EXPECT_EQ(why_illegal(base, at, place("Bs@6,0 Bd@6,1")),
            (IllegalMove{Reason::too_long, Cell{6, 1}}));
}

TEST(Precedence, DuplicateComesBeforeMixedWhicheverLineItIs) {
  // The upper tile is mixed in its row, the lower one repeats its neighbour.
  const Decision at = decision(drawn({"Gt", "Bt"}), "Bs Bt");
  EXPECT_EQ(why_illegal(base, at, place("Bs@1,0 Bt@1,1")),
            (IllegalMove{Reason::duplicate, Cell{1, 1}}));
}

TEST(Precedence, EveryFaultOfALineComesBeforeTheSizeOfTheOpening) {
  const Decision at{Board(), hand_of("Rc Rs Rd Gl Bx Yt"), std::nullopt, true};
  EXPECT_EQ(refusal(base, at, place("Rc@0,0 Gl@1,0")), Reason::mixed);
  EXPECT_EQ(refusal(base, at, place("Rc@0,0 Rs@1,0")), Reason::not_largest_set);
}

// The list of placements.

TEST(List, HoldsEveryPlacementOnceSortedByCell) {
  const Decision at = decision(drawn({"Rc"}), "Rs");
  EXPECT_EQ(legal_placements(base, at), (std::vector<Place>{place("Rs@-1,0"), place("Rs@0,-1"),
                                                            place("Rs@0,1"), place("Rs@1,0")}));
}

TEST(List, KnowsEqualTilesAsOne) {
  EXPECT_EQ(legal_placements(base, decision(drawn({"Rc"}), "Rs Rs")).size(), 4U);
}

TEST(List, B4_HasBothEndsAndGapsOfALine) {
  const auto list = legal_placements(base, decision(drawn({"Rc .. Rd"}), "Rs Rl"));
  const auto has = [&](std::string_view tiles) {
    return std::ranges::find(list, place(tiles)) != list.end();
  };
  EXPECT_TRUE(has("Rs@1,0"));
  EXPECT_TRUE(has("Rl@-1,0 Rs@1,0"));
  EXPECT_TRUE(has("Rs@1,0 Rl@3,0"));
  EXPECT_FALSE(has("Rl@-1,0 Rs@3,0"));  // the gap stays open
}

TEST(List, S3_EndsAtTheEdgeOfTheBoard) {
  const auto list = legal_placements(select_rules, decision(board_of("Rc@0,0"), "Rs"));
  EXPECT_EQ(list, (std::vector<Place>{place("Rs@0,1"), place("Rs@1,0")}));
}

TEST(List, IsEmptyExactlyWhereNothingCanBePlaced) {
  const Decision nothing = decision(drawn({"Rc"}), "Gs Bd");
  EXPECT_TRUE(legal_placements(base, nothing).empty());
  EXPECT_FALSE(can_place(base, nothing));
  EXPECT_TRUE(can_place(base, decision(drawn({"Rc"}), "Gs Bc")));
  EXPECT_FALSE(any_fits(base, drawn({"Rc"}), hand_of("Gs Bd")));
  EXPECT_TRUE(any_fits(base, drawn({"Rc"}), hand_of("Gs Bd Rx")));
}

TEST(List, S7_LeavesOutTheBarredTileOnItsCellOnly) {
  Decision at = decision(board_of("Rc@0,0"), "Rs Rd");
  at.barred = placed_tile("Rs@0,1");
  EXPECT_EQ(legal_placements(select_rules, at),
            (std::vector<Place>{place("Rd@0,1"), place("Rd@0,1 Rs@0,2"), place("Rd@0,1 Rs@1,1"),
                                place("Rs@1,0"), place("Rs@1,0 Rd@1,1"), place("Rs@1,0 Rd@2,0"),
                                place("Rd@1,0"), place("Rd@1,0 Rs@1,1"), place("Rd@1,0 Rs@2,0")}));
}

TEST(List, S7_IsEmptyWhereOnlyTheBarredCellWouldDo) {
  Decision at = decision(board_of("Rc@0,0 Rs@0,1"), "Bc");
  EXPECT_EQ(legal_placements(select_rules, at), (std::vector<Place>{place("Bc@1,0")}));
  at.barred = placed_tile("Bc@1,0");
  EXPECT_TRUE(legal_placements(select_rules, at).empty());
  EXPECT_FALSE(can_place(select_rules, at));
}

}  // namespace
}  // namespace sixfold::tests
