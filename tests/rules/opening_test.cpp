// Who opens a game, and with what (B2, C2, S2, N2, X2).
#include <algorithm>

#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using Seats = std::vector<int>;

constexpr std::string_view other_three = "Os Bs Ys Gl Rx Pd";

Seats openers(const Ruleset& rules, std::initializer_list<std::string_view> texts,
              std::initializer_list<int> ages = {}) {
  return possible_openers(rules, players(static_cast<int>(texts.size()), ages), hands(texts));
}

Ruleset with_opening(Ruleset rules, Opening opening) {
  rules.opening = opening;
  return rules;
}

TEST(Opener, B2_HasTheLargestSetWhateverTheAges) {
  EXPECT_EQ(openers(variants::base(), {set_of_three, set_of_four, set_of_two}, {90, 5, 50}),
            (Seats{1}));
  EXPECT_EQ(openers(variants::base(), {set_of_three, set_of_two}), (Seats{0}));
}

TEST(Opener, B2_IsTheOldestOfThoseWithEquallyLargeSets) {
  EXPECT_EQ(openers(variants::base(), {set_of_three, other_three, set_of_two}, {30, 40, 80}),
            (Seats{1}));
}

TEST(Opener, B2_IsTheYoungestOfThemInEverySchmidtGame) {
  for (const Ruleset& rules : {variants::star_wars(), variants::cubes(), variants::select()})
    EXPECT_EQ(openers(rules, {set_of_three, other_three, set_of_two}, {40, 30, 5}), (Seats{1}))
        << rules.variant;
}

TEST(Opener, B2_TheTieIsAnOption) {
  Ruleset rules = variants::base();
  rules.tie = Tie::youngest;
  EXPECT_EQ(openers(rules, {set_of_three, other_three}, {30, 40}), (Seats{0}));
  rules = variants::cubes();
  rules.tie = Tie::oldest;
  EXPECT_EQ(openers(rules, {set_of_three, other_three}, {30, 40}), (Seats{1}));
}

TEST(Opener, B2_IsDrawnByLotAmongEqualAges) {
  EXPECT_EQ(openers(variants::base(), {set_of_three, set_of_two, other_three}, {40, 50, 40}),
            (Seats{0, 2}));
}

TEST(Opener, B2_IsDrawnByLotAmongThoseWithEqualSetsWhereAnAgeIsMissing) {
  EXPECT_EQ(openers(variants::base(), {set_of_three, set_of_two, other_three}), (Seats{0, 2}));
  std::vector<Player> some = players(3, {30, 20, 40});
  some[1].age.reset();
  EXPECT_EQ(
      possible_openers(variants::base(), some, hands({set_of_three, set_of_two, other_three})),
      (Seats{0, 2}));
}

TEST(Opener, N2_X2_IsTheYoungestWhateverTheHands) {
  for (const Ruleset& rules : {variants::connect(), variants::select_connect()}) {
    EXPECT_EQ(openers(rules, {set_of_four, set_of_two, set_of_three}, {30, 12, 40}), (Seats{1}));
    EXPECT_EQ(openers(rules, {set_of_four, set_of_two, set_of_three}, {12, 30, 12}), (Seats{0, 2}));
    EXPECT_EQ(openers(rules, {set_of_four, set_of_two, set_of_three}), (Seats{0, 1, 2}));
  }
}

TEST(Opener, S2_IsTheYoungestWhereThatOptionIsChosen) {
  for (const Ruleset& variant : {variants::base(), variants::cubes(), variants::select()}) {
    const Ruleset rules = with_opening(variant, Opening::youngest);
    EXPECT_EQ(openers(rules, {set_of_four, set_of_two}, {30, 12}), (Seats{1})) << rules.variant;
  }
}

TEST(Opener, TheTieMeansNothingWhereTheYoungestOpens) {
  Ruleset rules = with_opening(variants::base(), Opening::youngest);
  rules.tie = Tie::oldest;
  EXPECT_EQ(openers(rules, {set_of_three, other_three}, {30, 12}), (Seats{1}));
}

TEST(OpeningLine, B2_IsAsLongAsTheLargestSet) {
  Game game = begun(variants::base(), {set_of_three, set_of_two});
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,0 Gs@1,0")),
            Reason::not_largest_set);
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,0")), Reason::not_largest_set);
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,0 Gs@1,0 Gd@2,0")), std::nullopt);
}

TEST(OpeningLine, B2_IsFreeAmongEqualSetsAndInItsOrder) {
  // Three greens and, with the green circle, three circles.
  const Game game = begun(variants::base(), {"Gc Gs Gd Bc Yc Pt", set_of_two});
  const auto list = legal_placements(game.rules(), decision_of(game.position()));
  EXPECT_EQ(list.size(), 12U);
  EXPECT_TRUE(std::ranges::all_of(list, [](const Place& p) {
    return p.tiles.size() == 3 && p.tiles.front().cell == Cell{0, 0} &&
           p.tiles.back().cell == Cell{2, 0};
  }));
}

TEST(OpeningLine, MayLieAnywhereOnATableWithoutBoundsAcrossOrDown) {
  const Game game = begun(variants::base(), {set_of_three, set_of_two});
  for (const std::string_view line :
       {"Gd@0,0 Gc@1,0 Gs@2,0", "Gc@-7,5 Gs@-6,5 Gd@-5,5", "Gc@3,0 Gs@3,1 Gd@3,2"})
    EXPECT_EQ(refusal(game.rules(), game.position(), place(line)), std::nullopt) << line;
}

TEST(OpeningLine, B2_OfOneTileIsAllThatAHandWithoutASetAllows) {
  Game game = begun(variants::base(), {"Rc Os Yd Gl Bx Pt", "Rc Os Yd Gl Bx Pt"});
  EXPECT_EQ(legal_placements(game.rules(), decision_of(game.position())).size(), 6U);
  play(game, place("Rc@0,0"), "Rs");
  EXPECT_EQ(game.position().seats[0].score, 1);  // B8
}

TEST(OpeningLine, B2_TheFirstTurnIsAPlacement) {
  for (const Ruleset& rules : {variants::base(), variants::cubes(), variants::select()}) {
    const Game game = begun(rules, {set_of_three, set_of_two});
    EXPECT_EQ(open_acts(rules, game.position()), Acts{.place = true}) << rules.variant;
    EXPECT_EQ(refusal(rules, game.position(), trade("Gc")), Reason::act_not_open);
    EXPECT_EQ(refusal(rules, game.position(), Pass{}), Reason::act_not_open);
    EXPECT_EQ(refusal(rules, game.position(), roll("Gc")), Reason::act_not_open);
    EXPECT_NE(refusal(rules, game.position(), take("Gc@0,0")), std::nullopt);
  }
}

TEST(OpeningLine, B2_IsFreeWhereTheYoungestOpens) {
  const Ruleset rules = with_opening(variants::base(), Opening::youngest);
  const Game game = begun(rules, {set_of_three, set_of_two});
  EXPECT_EQ(refusal(rules, game.position(), place("Gc@0,0")), std::nullopt);
  EXPECT_EQ(refusal(rules, game.position(), place("Gc@0,0 Gs@1,0")), std::nullopt);
}

TEST(OpeningLine, S2_CoversAStartCell) {
  const Game game = begun(variants::select(), {set_of_three, set_of_two});
  const auto why = [&](std::string_view tiles) {
    return refusal(game.rules(), game.position(), place(tiles));
  };
  EXPECT_EQ(why("Gc@4,7 Gs@5,7 Gd@6,7"), Reason::no_start_field);
  EXPECT_EQ(why("Gc@5,7 Gs@6,7 Gd@7,7"), std::nullopt);
  EXPECT_EQ(why("Gc@7,7 Gs@8,7 Gd@9,7"), std::nullopt);  // two of them
  EXPECT_EQ(why("Gc@8,6 Gs@8,7 Gd@8,8"), std::nullopt);
  for (const Place& place : legal_placements(game.rules(), decision_of(game.position())))
    EXPECT_TRUE(std::ranges::any_of(place.tiles, [&](const PlacedTile& p) {
      return game.rules().layout->is_start(p.cell);
    })) << place;
}

TEST(OpeningLine, S2_MayHaveAnyNumberWhereTheYoungestOpensSelect) {
  const Ruleset rules = with_opening(variants::select(), Opening::youngest);
  const Game game = begun(rules, {set_of_three, set_of_two});
  EXPECT_EQ(refusal(rules, game.position(), place("Gc@7,7")), std::nullopt);
  EXPECT_EQ(refusal(rules, game.position(), place("Gc@6,7")), Reason::no_start_field);
}

constexpr std::string_view presets_of_connect =
    "Rc Os Yd Gl Bx Pt Rs Od Yl Gx Bt Pc Rd Ol Yx Gt Bc Ps Rl Ox Yt Gc Bs Pd";

TEST(OpeningLine, N2_TouchesATileInConnect) {
  const Game game = begun(variants::connect(), {set_of_three, set_of_two}, 0, presets_of_connect);
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,0")), Reason::no_contact);
  // The first preset cell, 1,6, has the red circle.
  EXPECT_EQ(game.position().board.at({1, 6}), tile("Rc"));
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,6")), std::nullopt);
  EXPECT_EQ(open_acts(game.rules(), game.position()), Acts{.place = true});
}

TEST(OpeningLine, X2_NeedsNoStartCellInTheCombination) {
  const Game game = begun(variants::select_connect(), {set_of_three, set_of_two}, 0,
                          "Rc Os Yd Gl Bx Pt Rs Od Yl Gx Bt Pc");
  EXPECT_EQ(game.position().board.at({1, 9}), tile("Rc"));
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@0,9")), std::nullopt);
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Gc@7,7")), Reason::no_contact);
}

TEST(OpeningLine, B2_WhereTilesLieAndNothingFitsTheOpenerTradesAndTheNextPlaysNormally) {
  Ruleset rules = variants::connect();
  rules.layout = *layout_from_rows({"B.....", "......", "......", "......", "......", "......"});
  Game game = begun(rules, {"Gs Gd Gl Bs Bd Bl", "Rd Ys Yd Yl Ps Pd"}, 0, "Rc");
  EXPECT_EQ(open_acts(rules, game.position()), Acts{.trade = true});
  play(game, trade("Gs Gd"), "Ox Ot");
  EXPECT_TRUE(game.position().opened);
  EXPECT_EQ(game.position().turn, 1);
  EXPECT_EQ(open_acts(rules, game.position()), (Acts{.place = true, .trade = true}));
  EXPECT_EQ(refusal(rules, game.position(), trade("Ys")), std::nullopt);
}

TEST(OpeningLine, AfterItEveryTurnIsAnOrdinaryOne) {
  Game game = begun(variants::base(), {set_of_three, other_three});
  play(game, place("Gc@0,0 Gs@1,0 Gd@2,0"), "Oc Oc Oc");
  EXPECT_TRUE(game.position().opened);
  EXPECT_EQ(open_acts(game.rules(), game.position()), (Acts{.place = true, .trade = true}));
  EXPECT_EQ(refusal(game.rules(), game.position(), place("Os@1,1")), std::nullopt);
}

}  // namespace
}  // namespace sixfold::tests
