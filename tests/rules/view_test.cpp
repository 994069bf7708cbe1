// What a seat and a spectator are told.
#include "rules/view.hpp"

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// After an opening by seat 0 and a trade by seat 1.
Game two_turns() {
  Game game = begun(base, {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  play(game, trade("Oc Os"), "Rl Rx");
  return game;
}

TEST(View, B1_ShowsTheOwnHandAndOnlyTheNumberOfTheOthers) {
  const View seen = view(two_turns(), 1);
  EXPECT_EQ(seen.seat, 1);
  EXPECT_EQ(seen.hand, hand_of("Bd Bl Px Pt Rl Rx"));
  ASSERT_EQ(seen.seats.size(), 3U);
  for (const SeatView& seat : seen.seats) {
    EXPECT_EQ(seat.held, 6);
    EXPECT_FALSE(seat.hand);
    EXPECT_TRUE(seat.in);
  }
  EXPECT_EQ(seen.seats[0].name, "a");
  EXPECT_EQ(seen.seats[0].score, 3);
}

TEST(View, ShowsTheTableToAll) {
  for (const std::optional<int> seat : {std::optional(0), std::optional(2), std::optional<int>()}) {
    const View seen = view(two_turns(), seat);
    EXPECT_EQ(seen.board, drawn({"Rc Rs Rd"}));
    EXPECT_EQ(seen.bag, 108 - 18 - 3);
    EXPECT_EQ(seen.turn, 2);
    EXPECT_TRUE(seen.opened);
    EXPECT_EQ(seen.rules, base);
    EXPECT_FALSE(seen.end);
  }
}

TEST(View, CountsTheUnseenTilesWithoutTheOwnOnes) {
  const View own = view(two_turns(), 1);
  EXPECT_EQ(own.unseen.size(), 108 - 3 - 6);
  EXPECT_EQ(own.unseen.count(tile("Rc")), 2);  // one is on the table
  EXPECT_EQ(own.unseen.count(tile("Rl")), 2);  // one is the viewer's
  EXPECT_EQ(own.unseen.count(tile("Oc")), 3);  // traded away: hidden again
  EXPECT_EQ(view(two_turns(), std::nullopt).unseen.size(), 108 - 3);
}

TEST(View, GivesTheActsToTheSeatAtTurnOnly) {
  EXPECT_EQ(view(two_turns(), 2).acts, (Acts{.place = true, .trade = true}));
  EXPECT_EQ(view(two_turns(), 1).acts, Acts{});
  EXPECT_EQ(view(two_turns(), std::nullopt).acts, Acts{});
}

TEST(View, TellsDrawsAndTradesAsNumbers) {
  for (const std::optional<int> seat : {std::optional(0), std::optional(1), std::optional<int>()}) {
    const View seen = view(two_turns(), seat);
    ASSERT_EQ(seen.history.size(), 2U);
    EXPECT_EQ(seen.history[0].drew, SeenTiles(3));
    EXPECT_EQ(std::get<Placed>(seen.history[0].act), (Placed{placed("Rc@0,0 Rs@1,0 Rd@2,0"), 3}));
    EXPECT_EQ(std::get<SeenTiles>(seen.history[1].act), SeenTiles(2));
    EXPECT_EQ(seen.history[1].drew, SeenTiles(2));
    EXPECT_EQ(seen.history[1].seat, 1);
  }
}

TEST(View, OfASpectatorHasNoHand) {
  const View seen = view(two_turns(), std::nullopt);
  EXPECT_FALSE(seen.seat);
  EXPECT_TRUE(seen.hand.empty());
}

TEST(View, B14_OfTheOthersHidesTheTilesOfWhoLeft) {
  Game game = two_turns();
  leave(game, 0);
  const View seen = view(game, 1);
  EXPECT_FALSE(seen.seats[0].in);
  EXPECT_EQ(seen.seats[0].held, 0);
  EXPECT_EQ(seen.unseen.size(), 108 - 3 - 6);  // they remain among the unseen tiles
  EXPECT_EQ(std::get<Left>(seen.history.back().act), Left{LeaveReason::resigned});
  const View gone = view(game, 0);
  EXPECT_TRUE(gone.hand.empty());
  EXPECT_EQ(gone.acts, Acts{});
}

TEST(View, TellsTheEnd) {
  Game game = two_turns();
  leave(game, 0);
  leave(game, 2, LeaveReason::timeout);
  EXPECT_EQ(view(game, 1).end, (End{EndReason::timeout, 2, 0}));
  EXPECT_EQ(view(game, std::nullopt).end, (End{EndReason::timeout, 2, 0}));
}

TEST(ViewOfCubes, C1_ShowsEveryHandAndRollAndDraw) {
  Game game = begun(variants::cubes(), {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  play(game, place("Rc@0,0 Rs@1,0"), "Oc Os");
  play(game, roll("Rd"), "Rt");
  play(game, place("Rt@2,0"), "Px");
  const View seen = view(game, std::nullopt);
  EXPECT_EQ(seen.seats[0].hand, hand_of("Gd Bl Yx Pt Oc Os").list());
  EXPECT_EQ(seen.seats[1].hand, hand_of("Rl Gs Bx Yc Ot Px").list());
  EXPECT_EQ(seen.history[0].drew, SeenTiles(tiles("Oc Os")));
  EXPECT_EQ(seen.history[1].roll, (RolledCubes{tiles("Rd"), tiles("Rt")}));
  EXPECT_EQ(seen.unseen, game.position().bag);
  EXPECT_EQ(seen.unseen.size(), seen.bag);
}

TEST(ViewOfCubes, C5_ShowsWhatIsTraded) {
  Game game = begun(variants::cubes(), {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  play(game, place("Rc@0,0 Rs@1,0"), "Gc Bc");
  play(game, place("Rd@0,1 Rl@1,1"), "Rc Rc");
  play(game, trade("Gd Bl Yx Pt Gc Bc"), "Ot Ot Ot Ot Ot Rx");
  EXPECT_EQ(std::get<SeenTiles>(view(game, 1).history.back().act),
            SeenTiles(tiles("Gd Bl Yx Pt Gc Bc")));
}

TEST(ViewOfCubes, B14_AHandThatLeftIsGone) {
  Game game = begun(variants::cubes(), {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  leave(game, 1);
  const View seen = view(game, 0);
  EXPECT_EQ(seen.seats[1].hand, std::vector<Tile>{});
  EXPECT_EQ(seen.unseen, game.position().bag);
}

TEST(ViewOfSelect, S5_TellsTheTakenTileTheBarredCellAndTheDiscs) {
  Ruleset rules = variants::select();
  rules.layout = *layout_from_rows({"S*....", "......", "......", "......", "......", "....*."});
  Game game = begun(rules, {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  EXPECT_EQ(view(game, 0).stars, (std::vector<Cell>{{1, 0}, {4, 5}}));
  play(game, place("Rc@0,0 Rs@1,0"), "Oc Os");
  play(game, place("Rd@2,0"), "Od");
  EXPECT_EQ(view(game, 1).seats[0].discs, 1);
  EXPECT_EQ(view(game, 1).stars, (std::vector<Cell>{{4, 5}}));
  play(game, take("Rd@2,0"));
  for (const std::optional<int> seat : {std::optional(0), std::optional(1), std::optional<int>()}) {
    const View seen = view(game, seat);
    EXPECT_EQ(seen.barred, placed_tile("Rd@2,0"));
    EXPECT_EQ(seen.seats[0].held, 7);
    EXPECT_EQ(seen.seats[0].discs, 0);
  }
  EXPECT_EQ(decision_of(view(game, 0)), decision_of(game.position()));
  play(game, place("Os@1,1"));
  EXPECT_EQ(view(game, 1).history.back().take, placed_tile("Rd@2,0"));
  EXPECT_FALSE(view(game, 1).barred);
}

}  // namespace
}  // namespace sixfold::tests
