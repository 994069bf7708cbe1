// Boards: the printed tableaus, how they are rotated and assembled, and custom boards.
#include "rules/layout.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

using Rows = std::vector<std::string>;
using enum Tableau::Kind;

/// One quarter of an assembled board.
Rows quarter(const Layout& layout, int column, int row) {
  Rows part;
  const Rows rows = rows_of(layout);
  for (std::size_t y = 0; y < 8; ++y)
    part.push_back(rows[y + 8 * static_cast<std::size_t>(row)].substr(
        8 * static_cast<std::size_t>(column), 8));
  return part;
}

Rows upper_left(Tableau tableau) {
  return quarter(assemble({tableau, Tableau{}, Tableau{}, Tableau{}}), 0, 0);
}

TEST(Tableaus, N1_ConnectHasSixBlackCellsTenOnesAndTwoTwos) {
  EXPECT_EQ(upper_left({connect, 0}), (Rows{
                                          "........",
                                          ".B1...2.",
                                          ".1B1....",
                                          "..1B1...",
                                          "...1B1..",
                                          "....1B1.",
                                          ".2...1B.",
                                          "........",
                                      }));
}

TEST(Tableaus, N1_ConnectHasTwoDifferentTurns) {
  const Rows turned{
      "........", ".2...1B.", "....1B1.", "...1B1..",
      "..1B1...", ".1B1....", ".B1...2.", "........",
  };
  EXPECT_EQ(upper_left({connect, 1}), turned);
  EXPECT_EQ(upper_left({connect, 2}), upper_left({connect, 0}));
  EXPECT_EQ(upper_left({connect, 3}), turned);
  EXPECT_EQ(different_turns(connect), 2);
}

TEST(Tableaus, S1_SelectHasThreeStarsAndAStartInTheCorner) {
  EXPECT_EQ(upper_left({select, 0}), (Rows{
                                         "........",
                                         ".*......",
                                         ".....*..",
                                         "........",
                                         "........",
                                         "..*.....",
                                         "........",
                                         ".......S",
                                     }));
}

TEST(Tableaus, S1_SelectHasFourDifferentTurnsClockwise) {
  EXPECT_EQ(upper_left({select, 1}), (Rows{
                                         "........",
                                         "......*.",
                                         "..*.....",
                                         "........",
                                         "........",
                                         ".....*..",
                                         "........",
                                         "S.......",
                                     }));
  EXPECT_EQ(upper_left({select, 2}).front(), "S.......");
  EXPECT_EQ(upper_left({select, 3}).front(), ".......S");
  EXPECT_EQ(upper_left({select, 4}), upper_left({select, 0}));
  EXPECT_EQ(different_turns(select), 4);
}

TEST(Tableaus, AreAssembledInReadingOrder) {
  const Tableaus tableaus{Tableau{select, 0}, Tableau{connect, 0}, Tableau{connect, 1},
                          Tableau{select, 2}};
  const Layout board = assemble(tableaus);
  EXPECT_EQ(board.width, 16);
  EXPECT_EQ(board.height, 16);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(quarter(board, i % 2, i / 2), upper_left(nth(tableaus, i))) << i;
  EXPECT_FALSE(layout_fault(board));
}

TEST(FirstGame, S1_OfSelectHasItsStartsInTheMiddleAndTwelveDiscs) {
  const Layout board = *variants::select().layout;
  EXPECT_EQ(board.starts, (std::vector<Cell>{{7, 7}, {7, 8}, {8, 7}, {8, 8}}));
  EXPECT_EQ(board.stars.size(), 12U);
  EXPECT_TRUE(board.presets.empty());
  EXPECT_TRUE(board.bonus.empty());
  EXPECT_EQ(rows_of(board), (Rows{
                                "................",
                                ".*............*.",
                                ".....*....*.....",
                                "................",
                                "................",
                                "..*..........*..",
                                "................",
                                ".......SS.......",
                                ".......SS.......",
                                "................",
                                "..*..........*..",
                                "................",
                                "................",
                                ".....*....*.....",
                                ".*............*.",
                                "................",
                            }));
}

TEST(FirstGame, N1_OfConnectIsTheDiamond) {
  const Layout board = *variants::connect().layout;
  EXPECT_EQ(board.presets.size(), 24U);
  EXPECT_EQ(board.bonus.size(), 48U);
  EXPECT_EQ(rows_of(board), (Rows{
                                "................",
                                ".2...1B..B1...2.",
                                "....1B1..1B1....",
                                "...1B1....1B1...",
                                "..1B1......1B1..",
                                ".1B1........1B1.",
                                ".B1...2..2...1B.",
                                "................",
                                "................",
                                ".B1...2..2...1B.",
                                ".1B1........1B1.",
                                "..1B1......1B1..",
                                "...1B1....1B1...",
                                "....1B1..1B1....",
                                ".2...1B..B1...2.",
                                "................",
                            }));
}

TEST(FirstGame, X1_OfTheCombinationHasTwoOfEachAndSixDiscs) {
  const Layout board = *variants::select_connect().layout;
  EXPECT_EQ(board.stars.size(), 6U);
  EXPECT_EQ(board.presets.size(), 12U);
  EXPECT_EQ(quarter(board, 0, 0), upper_left({select, 0}));
  EXPECT_EQ(quarter(board, 1, 0), upper_left({connect, 0}));
  EXPECT_EQ(quarter(board, 0, 1), upper_left({connect, 0}));
  EXPECT_EQ(quarter(board, 1, 1), upper_left({select, 2}));
  EXPECT_EQ(board.starts, (std::vector<Cell>{{7, 7}, {8, 8}}));
}

Rows blank(std::size_t width, std::size_t height) {
  Rows rows(height, std::string(width, '.'));
  return rows;
}

TEST(DrawnBoard, HoldsEveryMark) {
  Rows rows = blank(7, 6);
  rows[0] = "S*B19..";
  const auto board = layout_from_rows(rows);
  ASSERT_TRUE(board);
  EXPECT_EQ(board->width, 7);
  EXPECT_EQ(board->height, 6);
  EXPECT_EQ(board->starts, (std::vector<Cell>{{0, 0}}));
  EXPECT_EQ(board->stars, (std::vector<Cell>{{1, 0}}));
  EXPECT_EQ(board->presets, (std::vector<Cell>{{2, 0}}));
  EXPECT_EQ(board->bonus, (std::vector<BonusCell>{{{3, 0}, 1}, {{4, 0}, 9}}));
  EXPECT_TRUE(board->is_start({0, 0}));
  EXPECT_FALSE(board->is_start({1, 0}));
  EXPECT_EQ(board->bonus_at({4, 0}), 9);
  EXPECT_EQ(board->bonus_at({5, 0}), 0);
  EXPECT_EQ(rows_of(*board), rows);
}

TEST(DrawnBoard, S3_EndsAtItsEdges) {
  const auto board = layout_from_rows(blank(7, 6));
  ASSERT_TRUE(board);
  for (const Cell corner : {Cell{0, 0}, Cell{6, 0}, Cell{0, 5}, Cell{6, 5}})
    EXPECT_TRUE(board->inside(corner)) << corner;
  for (const Cell beyond : {Cell{-1, 0}, Cell{0, -1}, Cell{7, 0}, Cell{0, 6}})
    EXPECT_FALSE(board->inside(beyond)) << beyond;
}

std::optional<LayoutFault::Kind> fault_of(const Rows& rows) {
  const auto board = layout_from_rows(rows);
  return board ? std::nullopt : std::optional(board.error().kind);
}

TEST(DrawnBoard, HasSixTo64CellsASide) {
  EXPECT_EQ(fault_of(blank(6, 6)), std::nullopt);
  EXPECT_EQ(fault_of(blank(64, 64)), std::nullopt);
  for (const Rows& rows :
       {blank(5, 6), blank(6, 5), blank(65, 6), blank(6, 65), blank(0, 6), Rows{}})
    EXPECT_EQ(fault_of(rows), LayoutFault::Kind::size);
}

TEST(DrawnBoard, HasRowsOfOneLength) {
  Rows rows = blank(6, 6);
  rows[3] = ".......";
  EXPECT_EQ(fault_of(rows), LayoutFault::Kind::size);
  rows[3] = ".....";
  EXPECT_EQ(fault_of(rows), LayoutFault::Kind::size);
}

TEST(DrawnBoard, SaysWhereAMarkIsUnknown) {
  for (const char mark : {'x', '0', ' ', 's', '#'}) {
    Rows rows = blank(6, 6);
    rows[2][4] = mark;
    const auto board = layout_from_rows(rows);
    ASSERT_FALSE(board) << mark;
    EXPECT_EQ(board.error(), (LayoutFault{LayoutFault::Kind::unknown_mark, {4, 2}})) << mark;
  }
}

Layout six_by_six() {
  Layout board;
  board.width = board.height = 6;
  return board;
}

TEST(ListedBoard, IsSoundWithoutAnyMark) { EXPECT_FALSE(layout_fault(six_by_six())); }

TEST(ListedBoard, HasEveryMarkedCellInside) {
  const LayoutFault expected{LayoutFault::Kind::outside, {6, 0}};
  Layout board = six_by_six();
  board.stars = {{6, 0}};
  EXPECT_EQ(layout_fault(board), expected);
  board = six_by_six();
  board.starts = {{6, 0}};
  EXPECT_EQ(layout_fault(board), expected);
  board = six_by_six();
  board.presets = {{6, 0}};
  EXPECT_EQ(layout_fault(board), expected);
  board = six_by_six();
  board.bonus = {{{6, 0}, 1}};
  EXPECT_EQ(layout_fault(board), expected);
}

TEST(ListedBoard, HasEveryMarkedCellInOneListOnlyAndOnce) {
  const LayoutFault expected{LayoutFault::Kind::listed_twice, {2, 3}};
  Layout board = six_by_six();
  board.stars = {{2, 3}};
  board.bonus = {{{2, 3}, 1}};
  EXPECT_EQ(layout_fault(board), expected);
  board.bonus.clear();
  board.presets = {{2, 3}};
  EXPECT_EQ(layout_fault(board), expected);
  board.presets.clear();
  board.stars = {{2, 3}, {2, 3}};
  EXPECT_EQ(layout_fault(board), expected);
}

TEST(ListedBoard, HasNumbersFromOneToNine) {
  for (const int value : {0, -1, 10}) {
    Layout board = six_by_six();
    board.bonus = {{{2, 3}, value}};
    EXPECT_EQ(layout_fault(board), (LayoutFault{LayoutFault::Kind::bonus_value, {2, 3}})) << value;
  }
}

TEST(ListedBoard, CanBeSorted) {
  Layout board = six_by_six();
  board.stars = {{2, 0}, {0, 1}};
  board.starts = {{2, 1}, {0, 2}};
  board.presets = {{2, 2}, {0, 3}};
  board.bonus = {{{2, 3}, 1}, {{0, 4}, 2}};
  sort_cells(board);
  EXPECT_TRUE(std::ranges::is_sorted(board.stars));
  EXPECT_TRUE(std::ranges::is_sorted(board.starts));
  EXPECT_TRUE(std::ranges::is_sorted(board.presets));
  EXPECT_TRUE(std::ranges::is_sorted(board.bonus));
  EXPECT_EQ(board.bonus_at({0, 4}), 2);
}

}  // namespace
}  // namespace sixfold::tests
