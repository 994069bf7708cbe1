// How a game begins, and invalid beginnings (B1, N1).
#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

constexpr std::string_view set_of_three = "Gc Gs Gd Bl Yx Pt";
constexpr std::string_view set_of_two = "Pc Ps Od Bl Yx Gt";

Setup two_seats() { return {players(2), {}, hands({set_of_three, set_of_two}), 0}; }

std::optional<SetupFault> fault(const Ruleset& rules, const Setup& setup) {
  const auto game = Game::begin(rules, setup);
  return game ? std::nullopt : std::optional(game.error());
}

/// A Connect game on a small board with two black cells.
Ruleset small_connect() {
  Ruleset rules = variants::connect();
  rules.layout = *layout_from_rows({"......", ".B....", "......", "....B.", "......", "......"});
  return rules;
}

TEST(Setup, B1_EverySeatHoldsSixAndTheBagTheRest) {
  const Game game = begun(variants::base(), {set_of_three, set_of_two, set_of_two});
  const Position& position = game.position();
  EXPECT_EQ(position.seats.size(), 3U);
  EXPECT_EQ(position.seats[0].hand, hand_of(set_of_three));
  EXPECT_EQ(position.bag.size(), 108 - 18);
  EXPECT_EQ(position.bag.count(tile("Gc")), 2);
  EXPECT_EQ(position.bag.count(tile("Bl")), 0);
  EXPECT_TRUE(position.board.empty());
  EXPECT_FALSE(position.opened);
  EXPECT_EQ(position.seats_in(), 3);
  EXPECT_EQ(position.turn, 0);
  EXPECT_TRUE(game.turns().empty());
}

TEST(Setup, C1_CubesAreDrawnByColour) {
  const Game game = begun(variants::cubes(), {"Rc Rs Rd Gl Gx Gt", "Rc Rs Bd Bl Yx Yt"});
  EXPECT_EQ(game.position().bag.size(), 90 - 12);
  EXPECT_EQ(game.position().bag.count(piece_of(game.rules(), tile("Rs"))), 15 - 5);
  EXPECT_EQ(game.position().seats[0].hand, hand_of("Rc Rs Rd Gl Gx Gt"));
}

TEST(Setup, C1_MoreThanThreeCubesMayShowTheSameFace) {
  EXPECT_EQ(fault(variants::cubes(),
                  {players(2), {}, hands({"Rc Rc Rc Rc Rc Rc", "Rc Rc Rc Rc Rc Rc"}), 0}),
            std::nullopt);
  EXPECT_EQ(fault(variants::cubes(),
                  {players(3),
                   {},
                   hands({"Rc Rc Rc Rc Rc Rc", "Rc Rc Rc Rc Rc Rc", "Rc Rc Rc Rc Gc Gc"}),
                   0}),
            SetupFault::not_in_bag);
}

TEST(Setup, S1_EveryStarHasItsDisc) {
  const Game game = begun(variants::select(), {set_of_three, set_of_two});
  EXPECT_EQ(game.position().stars, game.rules().layout->stars);
  EXPECT_EQ(game.position().stars.size(), 12U);
  EXPECT_EQ(game.position().seats[0].discs, 0);
}

TEST(Setup, N1_BlackCellsGetTheirTilesInOrder) {
  const Game game = begun(small_connect(), {set_of_three, set_of_two}, 0, "Rc Os");
  EXPECT_EQ(game.position().board, board_of("Rc@1,1 Os@4,3"));
  EXPECT_EQ(game.position().bag.size(), 108 - 2 - 12);
  EXPECT_FALSE(game.position().opened);
}

TEST(Setup, N1_NeedsOneTileForEachBlackCell) {
  for (const std::string_view presets : {"", "Rc", "Rc Os Yd"}) {
    auto setup = two_seats();
    setup.presets = tiles(presets);
    EXPECT_EQ(fault(small_connect(), setup), SetupFault::preset) << presets;
  }
  auto setup = two_seats();
  setup.presets = tiles("Rc");
  EXPECT_EQ(fault(variants::base(), setup), SetupFault::preset);
}

TEST(Setup, B1_TwoToFourPlayEachWithAHand) {
  EXPECT_EQ(fault(variants::base(), {players(1), {}, hands({set_of_three}), 0}), SetupFault::seats);
  EXPECT_EQ(fault(variants::base(), {{}, {}, {}, 0}), SetupFault::seats);
  sixfold::Setup five{players(5), {}, {}, 0};
  five.hands.assign(5, tiles("Rc Os Yd Gl Bx Pt"));
  EXPECT_EQ(fault(variants::base(), five), SetupFault::seats);
  EXPECT_EQ(fault(variants::base(), {players(3), {}, hands({set_of_three, set_of_two}), 0}),
            SetupFault::seats);
  EXPECT_EQ(fault(variants::base(), two_seats()), std::nullopt);
}

TEST(Setup, B1_AHandHasSixTiles) {
  auto setup = two_seats();
  setup.hands[1] = tiles("Pc Ps Od Bl Yx");
  EXPECT_EQ(fault(variants::base(), setup), SetupFault::hand_size);
  setup.hands[1] = tiles("Pc Ps Od Bl Yx Gt Gt");
  EXPECT_EQ(fault(variants::base(), setup), SetupFault::hand_size);
}

TEST(Setup, B1_NoTileIsThereFourTimes) {
  auto setup = two_seats();
  setup.hands[1] = tiles("Gc Gc Gc Bl Yx Pt");
  EXPECT_EQ(fault(variants::base(), setup), SetupFault::not_in_bag);
  setup = two_seats();
  setup.presets = tiles("Bl Bl");
  EXPECT_EQ(fault(small_connect(), setup), SetupFault::not_in_bag);
  Ruleset rules = small_connect();
  rules.layout = *layout_from_rows({"BBBB..", "......", "......", "......", "......", "......"});
  setup.presets = tiles("Rc Rc Rc Rc");
  EXPECT_EQ(fault(rules, setup), SetupFault::preset);
}

TEST(Setup, B2_TheOpenerIsOneWhoMayOpen) {
  auto setup = two_seats();
  for (const int opener : {1, -1, 2}) {
    setup.opener = opener;
    EXPECT_EQ(fault(variants::base(), setup), SetupFault::opener) << opener;
  }
}

TEST(Setup, TheBoardIsSound) {
  Ruleset rules = variants::select();
  rules.layout->width = 5;
  EXPECT_EQ(fault(rules, two_seats()), SetupFault::layout);
}

TEST(Setup, TheLargestSetCannotOpenConnectOrTheCombination) {
  for (Ruleset rules : {variants::connect(), variants::select_connect()}) {
    rules.opening = Opening::largest_set;
    EXPECT_EQ(fault(rules, two_seats()), SetupFault::option) << rules.variant;
  }
}

}  // namespace
}  // namespace sixfold::tests
