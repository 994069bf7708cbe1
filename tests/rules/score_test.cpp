// The score of a placement, line by line.
#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include "rules/placement.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

std::vector<int> line_lengths(const Score& score) {
  std::vector<int> lengths;
  std::ranges::transform(score.lines, std::back_inserter(lengths), &ScoredLine::length);
  std::ranges::sort(lengths);
  return lengths;
}

Score score_of(const Board& board, std::string_view tiles) {
  return score(base, board, place(tiles));
}

TEST(Score, B6_OldTilesOfALineCountToo) {
  const Score made = score_of(drawn({"Rc Rs Rd"}), "Rl@3,0");
  EXPECT_EQ(made.points(), 4);
  ASSERT_EQ(made.lines.size(), 1U);
  EXPECT_EQ(made.lines[0].direction, Direction::across);
  EXPECT_EQ(made.lines[0].cells, (std::vector<Cell>{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(made.lines[0].bonus, 0);
}

TEST(Score, B6_ATileInTwoLinesCountsInBoth) {
  const Score made = score_of(drawn({"Gs Rs", ".. Rc"}), "Gc@0,1");
  EXPECT_EQ(line_lengths(made), (std::vector<int>{2, 2}));
  EXPECT_EQ(made.points(), 4);
}

TEST(Score, B6_ALineThroughSeveralOfTheTilesCountsOnce) {
  EXPECT_EQ(score_of(drawn({"Rc"}), "Rs@1,0 Rd@2,0 Rl@3,0").points(), 4);
}

TEST(Score, B6_LinesThatArePassedByDoNotCount) {
  // The red column crosses the growing line, the green row is next to it.
  EXPECT_EQ(score_of(drawn({"Rs .. ..", "Rc Bc Yc", ".. .. ..", "Gs Gl .."}), "Pc@3,1").points(),
            4);
}

TEST(Score, B6_ALineGrownAtBothEndsOrThroughAGapIsOneLine) {
  EXPECT_EQ(score_of(drawn({"Rc Rs"}), "Rd@-1,0 Rl@2,0").points(), 4);
  EXPECT_EQ(score_of(drawn({"Rc .. Rd"}), "Rs@1,0 Rl@3,0").points(), 4);
}

TEST(Score, B6_AcrossLinesComeFirstThenDownSortedByCell) {
  const Score made = score_of(drawn({"Rc Rs"}), "Gc@0,1 Gs@1,1");
  ASSERT_EQ(made.lines.size(), 3U);
  EXPECT_EQ(made.lines[0].cells, (std::vector<Cell>{{0, 1}, {1, 1}}));
  EXPECT_EQ(made.lines[1].cells, (std::vector<Cell>{{0, 0}, {0, 1}}));
  EXPECT_EQ(made.lines[2].cells, (std::vector<Cell>{{1, 0}, {1, 1}}));
  EXPECT_EQ(made.lines[0].direction, Direction::across);
  EXPECT_EQ(made.lines[1].direction, Direction::down);
}

TEST(Score, B7_ALineOfSixScoresTwelve) {
  const Score made = score_of(drawn({"Rc Rs Rd Rl Rx"}), "Rt@5,0");
  EXPECT_EQ(made.points(), 12);
  ASSERT_EQ(made.lines.size(), 1U);
  EXPECT_EQ(made.lines[0].bonus, 6);
  EXPECT_EQ(made.lines[0].points(), 12);
}

TEST(Score, B7_SeveralLinesOfSixScoreEach) {
  const Board board = drawn({"Rc Rs Rd Rl Rx ..",  //
                             ".. .. .. .. .. Ot",  //
                             ".. .. .. .. .. Yt",  //
                             ".. .. .. .. .. Gt",  //
                             ".. .. .. .. .. Bt",  //
                             ".. .. .. .. .. Pt"});
  EXPECT_EQ(score_of(board, "Rt@5,0").points(), 24);
}

TEST(Score, B7_SixTilesLaidAtOnceMakeALineOfSix) {
  EXPECT_EQ(score_of(Board(), "Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0 Rt@5,0").points(), 12);
}

TEST(Score, B8_AnOpeningOfOneTileScoresOne) {
  const Score made = score_of(Board(), "Rc@0,0");
  EXPECT_EQ(made.points(), 1);
  EXPECT_EQ(made.lone_tile, 1);
  EXPECT_TRUE(made.lines.empty());
}

TEST(Score, B8_OnlyThatOneScoresOne) {
  EXPECT_EQ(score_of(Board(), "Rc@0,0 Rs@1,0").lone_tile, 0);
  EXPECT_EQ(score_of(drawn({"Rc"}), "Rs@1,0").lone_tile, 0);
}

TEST(Score, B11_TheSixForGoingOutAreToldApartFromThePoints) {
  const Score made = score(base, drawn({"Rc Rs"}), place("Rd@2,0"), true);
  EXPECT_EQ(made.going_out, 6);
  EXPECT_EQ(made.points(), 3);
  EXPECT_EQ(score_of(drawn({"Rc Rs"}), "Rd@2,0").going_out, 0);
}

TEST(Score, TheTwelveTurnsOfTheBaseSheet) {
  struct Example {
    std::string_view tiles;
    std::vector<int> lines;
    int points;
  };
  const std::vector<Example> turns{
      {"Rl@-3,0 Rd@-2,0 Rc@-1,0", {3}, 3},
      {"Rs@0,0 Bs@0,1 Ps@0,2", {3, 4}, 7},
      {"Bc@-1,1", {2, 2}, 4},
      {"Gl@-3,-1 Gd@-2,-1", {2, 2, 2}, 6},
      {"Gt@-4,-1 Gc@-1,-1", {3, 4}, 7},
      {"Ys@0,3 Rs@1,3", {2, 4}, 6},
      {"Pt@-4,-2 Ot@-4,-3", {3}, 3},
      {"Os@-3,-3 Od@-2,-3", {3}, 3},
      {"Yd@-2,-2 Yc@-1,-2", {2, 4, 4}, 10},
      {"Rt@-4,0", {4, 5}, 9},
      {"Ox@1,-1 Rx@1,0 Bx@1,1", {3, 3, 6}, 18},
      {"Os@0,4 Gs@1,4", {2, 2, 5}, 9},
  };
  Board board;
  for (const Example& turn : turns) {
    const Place laid = place(turn.tiles);
    Decision decision{board, Hand(), std::nullopt, board.empty()};
    for (const PlacedTile& placed : laid.tiles) decision.hand.add(placed.tile);
    EXPECT_EQ(refusal(base, decision, laid), std::nullopt) << turn.tiles;
    const Score made = score(base, board, laid);
    EXPECT_EQ(line_lengths(made), turn.lines) << turn.tiles;
    EXPECT_EQ(made.points(), turn.points) << turn.tiles;
    for (const PlacedTile& placed : laid.tiles) board.put(placed);
  }
}

TEST(Score, TheThreeTurnsOfTheCubesSheet) {
  const Ruleset cubes = variants::cubes();
  Board board = board_of("Yt@0,-1 Bt@0,-2 Gt@0,-3 Bd@1,-2");
  for (const auto& [tiles, points] :
       {std::pair{"Rt@0,0 Rs@-1,0 Rc@-2,0", 7}, std::pair{"Yd@1,-1 Yx@2,-1 Yl@3,-1", 6},
        std::pair{"Rd@1,0 Rx@2,0 Rl@-3,0", 17}}) {
    EXPECT_EQ(score(cubes, board, place(tiles)).points(), points) << tiles;
    for (const PlacedTile& placed_here : placed(tiles)) board.put(placed_here);
  }
}

TEST(Score, N3_ANumberedCellScoresOnceHoweverManyLinesTheTileIsIn) {
  const Ruleset connect = variants::connect();
  // 5,1 is a 1 between the black cells 6,1 and 5,2.
  const Score made = score(connect, board_of("Gs@6,1 Rc@5,2"), place("Gc@5,1"));
  EXPECT_EQ(line_lengths(made), (std::vector<int>{2, 2}));
  EXPECT_EQ(made.bonus_cells, (std::vector<BonusCell>{{{5, 1}, 1}}));
  EXPECT_EQ(made.points(), 5);
}

TEST(Score, N3_EveryNumberedCellThatIsCoveredCounts) {
  const Ruleset connect = variants::connect();
  // The row of 13,1: black at 9,1, a 1 at 10,1 and a 2 at 14,1.
  const Score made =
      score(connect, board_of("Rc@9,1 Rs@11,1 Rd@12,1 Rl@13,1"), place("Rx@10,1 Rt@14,1"));
  EXPECT_EQ(made.bonus_cells, (std::vector<BonusCell>{{{10, 1}, 1}, {{14, 1}, 2}}));
  EXPECT_EQ(made.points(), 12 + 3);
}

TEST(Score, N3_OldTilesOnNumberedCellsScoreNothingMore) {
  const Ruleset connect = variants::connect();
  EXPECT_EQ(score(connect, board_of("Rc@9,1 Rs@10,1"), place("Rd@11,1")).points(), 3);
}

}  // namespace
}  // namespace sixfold::tests
