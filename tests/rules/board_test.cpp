// The table, its lines, and what a line may contain.
#include "rules/board.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

std::vector<PlacedTile> listed(const Board& board) {
  return {board.tiles().begin(), board.tiles().end()};
}

TEST(Board, KeepsTilesSortedByCellHoweverTheyCame) {
  const Board board = board_of("Rd@2,0 Rc@-1,3 Rs@2,-1");
  EXPECT_EQ(listed(board), placed("Rc@-1,3 Rs@2,-1 Rd@2,0"));
  EXPECT_EQ(board, board_of("Rs@2,-1 Rd@2,0 Rc@-1,3"));
  EXPECT_EQ(board.size(), 3);
  EXPECT_EQ(board.at({2, -1}), tile("Rs"));
  EXPECT_EQ(board.at({2, 1}), std::nullopt);
}

TEST(Board, IsEmptyAgainWhenEverythingWasRemoved) {
  Board board = board_of("Rc@0,0 Rs@1,0");
  board.remove({0, 0});
  EXPECT_EQ(board, board_of("Rs@1,0"));
  board.remove({1, 0});
  EXPECT_TRUE(board.empty());
  EXPECT_EQ(board, Board());
}

TEST(Board, B5_ARunGoesOnUntilAGap) {
  const Board board = drawn({"Rc Rs .. Rd", ".. Gs .. Gd", ".. Bs .. .."});
  EXPECT_EQ(run_through(board, {1, 0}, Direction::across), placed("Rc@0,0 Rs@1,0"));
  EXPECT_EQ(run_through(board, {1, 1}, Direction::down), placed("Rs@1,0 Gs@1,1 Bs@1,2"));
  EXPECT_EQ(run_through(board, {3, 0}, Direction::across), placed("Rd@3,0"));
}

TEST(Board, FrontierIsEveryEmptyCellThatTouchesATileByAnEdge) {
  EXPECT_EQ(frontier(board_of("Rc@0,0 Rs@1,0")),
            (std::vector<Cell>{{-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {2, 0}}));
  EXPECT_TRUE(frontier(Board()).empty());
}

TEST(Board, B4_ACornerIsNoContact) {
  const Board board = board_of("Rc@0,0");
  for (const Cell edge : {Cell{1, 0}, Cell{-1, 0}, Cell{0, 1}, Cell{0, -1}})
    EXPECT_TRUE(touches_tile(board, edge)) << edge;
  for (const Cell corner : {Cell{1, 1}, Cell{-1, 1}, Cell{1, -1}, Cell{-1, -1}, Cell{2, 0}})
    EXPECT_FALSE(touches_tile(board, corner)) << corner;
}

LineFault fault_of(std::string_view run) { return line_fault(tiles(run)); }

TEST(Lines, B5_AreOfOneColourWithAllShapesDifferent) {
  EXPECT_EQ(fault_of("Rc Rs Rd Rl Rx Rt"), LineFault::none);
  EXPECT_EQ(fault_of("Rc Rs Rd Gl"), LineFault::mixed);
  EXPECT_EQ(fault_of("Rc Rs Rc"), LineFault::duplicate);
}

TEST(Lines, B5_OrOfOneShapeWithAllColoursDifferent) {
  EXPECT_EQ(fault_of("Rx Ox Yx Gx Bx Px"), LineFault::none);
  EXPECT_EQ(fault_of("Rx Ox Yx Gt"), LineFault::mixed);
  EXPECT_EQ(fault_of("Rx Ox Rx"), LineFault::duplicate);
}

TEST(Lines, B5_ShareOneThingThroughout) {
  // All neighbours match, but each pair in a different way.
  EXPECT_EQ(fault_of("Rc Rs Gs"), LineFault::mixed);
  EXPECT_EQ(fault_of("Rc Gs"), LineFault::mixed);
}

TEST(Lines, B5_HaveSixTilesAtMost) {
  EXPECT_EQ(fault_of("Rc Rs Rd Rl Rx Rt Rc"), LineFault::too_long);
  EXPECT_EQ(fault_of("Rc Os Yd Gl Bx Pt Rc"), LineFault::too_long);
}

TEST(Lines, B5_OneTileIsAlwaysInOrder) { EXPECT_EQ(fault_of("Rc"), LineFault::none); }

TEST(Lines, ARepeatCountsBeforeAMixture) { EXPECT_EQ(fault_of("Rc Gs Rc"), LineFault::duplicate); }

TEST(Fits, B5_WhereBothLinesThroughTheCellStayInOrder) {
  const Board board = drawn({"Rc Rs ..", ".. .. Gd"});
  // The cell 2,0 ends the red row and starts a column above the green diamond.
  EXPECT_TRUE(fits(board, {2, 0}, tile("Rd")));
  EXPECT_FALSE(fits(board, {2, 0}, tile("Rl")));
  EXPECT_FALSE(fits(board, {2, 0}, tile("Bd")));
  EXPECT_FALSE(fits(board, {2, 0}, tile("Rs")));
}

TEST(Fits, B5_BetweenTwoLinesOnlyIfTogetherTheyAreOne) {
  EXPECT_TRUE(fits(drawn({"Rc Rs .. Rl Rx"}), {2, 0}, tile("Rd")));
  EXPECT_FALSE(fits(drawn({"Rc Rs .. Rc Rx"}), {2, 0}, tile("Rd")));
  EXPECT_FALSE(fits(drawn({"Rc Rs Rd .. Rl Rx Rt"}), {3, 0}, tile("Rc")));
}

TEST(Fits, B5_SomeCellsTakeNoTile) {
  // A red row and a green column meet in the cell 2,0.
  const Board board = drawn({"Rc Rs ..", ".. .. Gd", ".. .. Gl"});
  EXPECT_TRUE(
      std::ranges::none_of(all_tiles(), [&](Tile any) { return fits(board, {2, 0}, any); }));
}

TEST(Fits, B5_NothingAtTheEndOfALineOfSix) {
  const Board board = drawn({"Rc Rs Rd Rl Rx Rt"});
  for (const Cell end : {Cell{-1, 0}, Cell{6, 0}})
    EXPECT_TRUE(std::ranges::none_of(all_tiles(), [&](Tile any) { return fits(board, end, any); }));
}

}  // namespace
}  // namespace sixfold::tests
