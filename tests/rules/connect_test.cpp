// Connect and the combination: numbered cells, preset tiles, both together (N1 to N3, X1 to X3).
#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

const Ruleset connect = variants::connect();
const Ruleset both = variants::select_connect();

TEST(Connect, N3_TheNumberCountsOnTopOfTheLines) {
  // 5,1 has a 1 and lies between the black cells 6,1 and 5,2.
  const Position position = midgame(board_of("Gs@6,1 Rc@5,2"), {"Gc Bl", "Rd"});
  EXPECT_EQ(played(connect, position, place("Gc@5,1")).seats[0].score, 2 + 2 + 1);
}

TEST(Connect, N3_SeveralNumbersInOneTurnCountEach) {
  // The black cell 3,11 has a 1 on either side.
  const Position position = midgame(board_of("Bd@3,11 Oc@2,10 Px@4,12"), {"Od Pd Bl", "Rd"});
  const Position after = played(connect, position, place("Od@2,11 Pd@4,11"));
  EXPECT_EQ(after.seats[0].score, 3 + 2 + 2 + 1 + 1);
}

TEST(Connect, N3_ATwoCountsTwo) {
  const Position position = midgame(board_of("Rc@1,2"), {"Rs Bl", "Rd"});
  EXPECT_EQ(connect.layout->bonus_at({1, 1}), 2);
  EXPECT_EQ(played(connect, position, place("Rs@1,1")).seats[0].score, 2 + 2);
}

TEST(Connect, HasNoDiscs) {
  Ruleset rules = connect;
  rules.layout = *layout_from_rows({"*B....", "......", "......", "......", "......", "......"});
  Game game = begun(rules, {"Rs Gd Gl Gx Gt Bx", "Rd Yd Yl Yx Yt Pd"}, 0, "Rc");
  play(game, place("Rs@0,0"), "Ys");
  EXPECT_EQ(game.position().seats[0].discs, 0);
  play(game, place("Rd@2,0"), "Ys");
  EXPECT_EQ(refusal(rules, game.position(), take("Rc@1,0")), Reason::act_not_open);
}

TEST(Connect, N2_S3_TilesStayOnTheBoard) {
  const Position position = midgame(board_of("Rc@0,0"), {"Rs Bl", "Rd"});
  EXPECT_EQ(refusal(connect, position, place("Rs@-1,0")), Reason::off_board);
  EXPECT_EQ(refusal(connect, position, place("Rs@0,1")), std::nullopt);
}

/// A game of the combination on a small board: a preset tile at 1,0, a 1 at 2,0 and a star at 3,0.
Ruleset small_board() {
  Ruleset rules = both;
  rules.layout = *layout_from_rows({".B1*..", "......", "......", "......", "......", "...B.."});
  return rules;
}

TEST(Combination, X1_BlackCellsGetTilesAndStarsDiscs) {
  const Game game = begun(both, {"Gc Gs Gd Bl Yx Pt", "Pc Ps Od Bl Yx Gt"}, 0,
                          "Rc Os Yd Gl Bx Pt Rs Od Yl Gx Bt Pc");
  EXPECT_EQ(game.position().board.size(), 12);
  EXPECT_EQ(game.position().stars.size(), 6U);
}

TEST(Combination, X2_DiscsAndNumbersWorkTogether) {
  Game game = begun(small_board(), {"Rs Rd Gl Gx Gt Bx", "Rl Yd Yl Yx Yt Pd"}, 0, "Rc Pc");
  play(game, place("Rs@2,0 Rd@3,0"), "Ys Ys");
  EXPECT_EQ(game.position().seats[0].score, 3 + 1);
  EXPECT_EQ(game.position().seats[0].discs, 1);
  EXPECT_TRUE(game.position().stars.empty());
}

TEST(Combination, S5_PresetTilesMayBeTakenToo) {
  Game game = begun(small_board(), {"Rs Rd Gl Gx Gt Bx", "Rl Yd Yl Yx Yt Pd"}, 0, "Rc Pc");
  play(game, place("Rs@2,0 Rd@3,0"), "Ys Ys");
  play(game, place("Rl@4,0"), "Oc");
  play(game, take("Pc@3,5"));
  EXPECT_EQ(game.position().seats[0].hand.count(tile("Pc")), 1);
  EXPECT_EQ(game.position().board.at({3, 5}), std::nullopt);
}

TEST(Combination, X3_ANumberedCellEmptiedByADiscScoresAgain) {
  Game game = begun(small_board(), {"Rs Rd Gl Gx Gt Bx", "Rl Yd Yl Yx Yt Pd"}, 0, "Rc Pc");
  play(game, place("Rs@2,0 Rd@3,0"), "Rx Ys");
  play(game, place("Rl@4,0"), "Oc");
  play(game, take("Rs@2,0"));
  play(game, place("Rx@2,0"));
  EXPECT_EQ(std::get<Placed>(game.turns().back().act).points, 4 + 1);
  EXPECT_EQ(game.turns().back().take, placed_tile("Rs@2,0"));
  EXPECT_EQ(game.position().seats[0].discs, 0);
}

TEST(Combination, S8_AStarEmptiedByADiscGivesNoSecond) {
  Game game = begun(small_board(), {"Rs Rd Gl Gx Gt Bx", "Rl Yd Yl Yx Yt Pd"}, 0, "Rc Pc");
  play(game, place("Rs@2,0 Rd@3,0"), "Rx Ys");
  play(game, place("Rl@4,0"), "Oc");
  play(game, take("Rd@3,0"));
  play(game, place("Rx@3,0"));
  EXPECT_EQ(game.position().seats[0].discs, 0);
  EXPECT_EQ(game.position().seats[0].score, 4 + 4);
}

TEST(Combination, X2_StartCellsMeanNothing) {
  EXPECT_FALSE(both.start_cells_count);
  const Position position = midgame(board_of("Rc@7,7"), {"Rs Bl", "Rd"});
  EXPECT_EQ(played(both, position, place("Rs@8,7")).seats[0].score, 2);
}

}  // namespace
}  // namespace sixfold::tests
