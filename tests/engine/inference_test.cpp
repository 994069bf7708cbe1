// What the others' last turns tell about their hands.
#include "engine/inference.hpp"

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

constexpr int deals = 400;

QuickHand quick(const char* tiles) {
  QuickHand hand;
  for (const Tile tile : ::sixfold::tests::tiles(tiles)) hand.add(tile.index());
  return hand;
}

/// How often of 400 times a hand of the other seat is believed.
int believed(const View& view, const char* hand) {
  QuickGame game(view.rules);
  game.set_up(view);
  EngineRandom random(1);
  game.deal_hand(view, quick(hand), random);
  const Inference inference(view);
  int count = 0;
  for (int i = 0; i < deals; ++i) count += inference.believes(game, random) ? 1 : 0;
  return count;
}

/// Five red tiles lie in a line; the other seat has seen them and then done something else.
Game with_five_red(const Move& move, const char* drawn) {
  Game game = begun(variants::base(), {"Rc Rs Rd Rl Rx Yt", "Oc Ys Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0"), "Gd Gc Pl Ys Os");
  play(game, move, drawn);
  return game;
}

TEST(Inference, DoubtsAHandThatWouldHaveMadeASixfold) {
  const Game game = with_five_red(place("Oc@0,1"), "Gx");
  const View seen = view(game, 0);
  const int plain = believed(seen, "Gt Yx Bd Bl Px Pt");
  EXPECT_GT(plain, deals / 3);
  EXPECT_LT(3 * believed(seen, "Rt Yx Bd Bl Px Pt"), plain);
}

TEST(Inference, KnowsThatTheTileMayHaveBeenDrawnSince) {
  const Game one = with_five_red(place("Oc@0,1"), "Gx");
  const Game three = with_five_red(Trade{tiles("Oc Ys Bd")}, "Gx Gl Gs");
  const char* const hand = "Rt Yx Bd Bl Px Pt";
  EXPECT_GT(believed(view(three, 0), hand), believed(view(one, 0), hand));
}

TEST(Inference, SaysNothingBeforeTheOthersHaveChosen) {
  Game game = begun(variants::base(), {"Rc Rs Rd Rl Rx Yt", "Oc Ys Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0"), "Gd Gc Pl Ys Os");
  // The opening had to be as long as it was.
  EXPECT_EQ(believed(view(game, 1), "Rt Yx Bd Bl Px Pt"), deals);
}

TEST(Inference, SaysNothingWhereHandsLieOpen) {
  Game game = begun(variants::cubes(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  const View seen = view(game, 1);
  QuickGame quick_game(seen.rules);
  quick_game.set_up(seen);
  EngineRandom random(1);
  const Inference inference(seen);
  for (int i = 0; i < deals; ++i) EXPECT_TRUE(inference.believes(quick_game, random));
}

}  // namespace
}  // namespace sixfold::tests
