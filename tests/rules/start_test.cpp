// Games that begin with a position: what such a position may be.
#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "rules/variants/catalogue.hpp"
#include "rules/view.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using Kind = StartFault::Kind;

/// Two tiles on the table, two seats with full hands, the rest in the bag.
Setup composed(std::string_view table = "Rc@0,0 Rs@1,0") {
  Setup setup{players(2), {}, hands({set_of_three, set_of_two}), 1};
  setup.start = Start{.tiles = placed(table), .scores = {5, 3}, .discs = {0, 0}};
  return setup;
}

Ruleset select_board() {
  Ruleset rules = variants::select();
  rules.layout = *layout_from_rows({"*.....", "......", "......", "...*..", "......", "......"});
  return rules;
}

std::optional<Kind> kind(const Ruleset& rules, const Setup& setup) {
  const auto fault = start_fault(rules, setup);
  const auto game = Game::begin(rules, setup);
  EXPECT_EQ(fault.has_value(), !game);
  if (!game) {
    EXPECT_EQ(game.error(), SetupFault::start);
  }
  return fault ? std::optional(fault->kind) : std::nullopt;
}

/// All tiles that `setup` leaves in the bag, so that they can be out of the game instead.
std::vector<Tile> whole_bag(const Ruleset& rules, const Setup& setup) {
  return position_at(rules, setup).bag.list();
}

TEST(Start, TheGameContinuesFromThere) {
  const auto setup = composed();
  const auto begun = Game::begin(base, setup);
  ASSERT_TRUE(begun);
  Game game = *begun;
  EXPECT_EQ(game.position().bag.size(), 108 - 2 - 12);
  EXPECT_TRUE(game.position().opened);
  EXPECT_EQ(game.position().turn, 1);
  EXPECT_EQ(game.position().seats[0].score, 5);
  EXPECT_EQ(view(game, 1).acts, (Acts{.place = true, .trade = true}));
  play(game, place("Ps@1,1"), "Rd");
  EXPECT_EQ(game.position().seats[1].score, 5);
  EXPECT_EQ(game.position().turn, 0);
}

TEST(Start, TilesThatLeftTheGameAreInNoBag) {
  auto setup = composed();
  setup.start->gone = tiles("Oc Oc Oc");
  EXPECT_EQ(kind(base, setup), std::nullopt);
  const Game game = *Game::begin(base, setup);
  EXPECT_EQ(game.position().bag.count(tile("Oc")), 0);
  EXPECT_EQ(view(game, 1).unseen.count(tile("Oc")), 3) << "nobody saw which";
}

TEST(Start, LinesAreChecked) {
  EXPECT_EQ(kind(base, composed("Rc@0,0 Gs@1,0")), Kind::mixed);
  EXPECT_EQ(kind(base, composed("Rc@0,0 Rs@0,1 Rc@0,2")), Kind::duplicate);
  EXPECT_EQ(kind(base, composed("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0 Rt@5,0 Gs@6,0")),
            Kind::too_long);
  EXPECT_EQ(kind(base, composed("Rc@0,0 Rs@0,0")), Kind::occupied);
  const auto fault = start_fault(base, composed("Rc@0,0 Gs@1,0"));
  EXPECT_EQ(fault->cell, (Cell{0, 0}));
}

TEST(Start, WithoutBoundsAllTilesAreConnected) {
  const auto fault = start_fault(base, composed("Rc@0,0 Rs@1,1"));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::apart);
  EXPECT_EQ(fault->cell, (Cell{1, 1}));
  EXPECT_EQ(kind(select_board(), composed("Rc@0,1 Rs@2,2")), std::nullopt) << "S8";
}

TEST(Start, TheBoardHasAnEdge) {
  EXPECT_EQ(kind(select_board(), composed("Rc@6,0")), Kind::off_board);
}

TEST(Start, NoPieceIsThereTooOften) {
  auto setup = composed("Gc@0,0 Gs@1,0");
  setup.hands[1] = tiles("Gc Gc Od Bl Yx Gt");
  const auto fault = start_fault(base, setup);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::too_many);
  EXPECT_EQ(fault->tile, tile("Gc"));
  setup = composed("Rc@0,0 Rs@1,0");
  setup.start->gone = tiles("Rc Rc Rc");
  EXPECT_EQ(kind(base, setup), Kind::too_many);
}

TEST(Start, HandsAreFullWhileTheBagLasts) {
  auto setup = composed();
  setup.hands[0] = tiles("Gc Gs");
  const auto fault = start_fault(base, setup);
  EXPECT_EQ(fault->kind, Kind::hand_small);
  EXPECT_EQ(fault->seat, 0);
  setup.start->gone = whole_bag(base, setup);
  EXPECT_EQ(kind(base, setup), std::nullopt) << "with an empty bag";
  setup.hands[0] = {};
  setup.start->gone = {};
  setup.start->gone = whole_bag(base, setup);
  EXPECT_EQ(kind(base, setup), Kind::hand_empty);
  setup = composed();
  setup.hands[1].push_back(tile("Oc"));
  EXPECT_EQ(kind(base, setup), Kind::hand_large);
}

TEST(Start, S5_DiscsComeFromTheBoard) {
  auto setup = composed("Rc@0,1 Rs@1,1");
  const Ruleset rules = select_board();
  setup.start->stars = {{0, 0}, {3, 3}};
  EXPECT_EQ(kind(rules, setup), std::nullopt);
  setup.start->discs = {0, 1};
  const auto fault = start_fault(rules, setup);
  EXPECT_EQ(fault->kind, Kind::discs);
  EXPECT_EQ(fault->seat, 1);
  setup.start->stars = {{0, 0}};
  EXPECT_EQ(kind(rules, setup), std::nullopt) << "taken from 3,3";
  EXPECT_TRUE(view(*Game::begin(rules, setup), 1).acts.take);
  setup.start->stars = {{0, 1}};
  EXPECT_EQ(kind(rules, setup), Kind::star) << "under a tile";
  setup.start->stars = {{5, 5}};
  EXPECT_EQ(kind(rules, setup), Kind::star) << "not on a star cell";
  setup.start->stars = {{0, 0}, {0, 0}};
  EXPECT_EQ(kind(rules, setup), Kind::star) << "twice";
  setup = composed();
  setup.start->discs = {1, 0};
  EXPECT_EQ(kind(base, setup), Kind::discs) << "a game without discs";
}

TEST(Start, AnEmptyTableIsAnOpening) {
  auto setup = composed("");
  EXPECT_EQ(kind(base, setup), Kind::points);
  setup.start->scores = {0, 0};
  EXPECT_EQ(kind(base, setup), Kind::opener) << "seat 0 has the larger set";
  setup.opener = 0;
  EXPECT_EQ(kind(base, setup), std::nullopt);
  EXPECT_FALSE(Game::begin(base, setup)->position().opened);
}

TEST(Start, AGameThatIsOverDoesNotBegin) {
  // Nothing that is left fits this block of one colour.
  auto setup = composed("Rc@0,0 Rs@1,0 Rs@0,1 Rc@1,1");
  setup.hands = hands({"Gd", "Bl"});
  setup.start->gone = whole_bag(base, setup);
  EXPECT_EQ(kind(base, setup), Kind::over);
  setup.hands = hands({"Rd", "Bl"});
  setup.start->gone = {};
  setup.start->gone = whole_bag(base, setup);
  setup.opener = 1;
  EXPECT_EQ(kind(base, setup), Kind::stuck) << "seat 1 could only pass";
}

TEST(Start, C3_TheRollMayBeOver) {
  auto setup = composed("Rc@0,0");
  setup.hands = hands({"Rs Gc Gd Bl Yx Pt", "Rs Gc Gd Bl Yx Pt"});
  EXPECT_TRUE(view(*Game::begin(variants::cubes(), setup), 1).acts.roll);
  setup.start->rolled = true;
  EXPECT_FALSE(view(*Game::begin(variants::cubes(), setup), 1).acts.roll);
}

TEST(Start, NumbersThatDoNotMatchTheSeatsAreRefused) {
  auto setup = composed();
  setup.start->scores = {1};
  EXPECT_EQ(kind(base, setup), Kind::form);
  setup = composed();
  setup.start->discs = {0, -1};
  EXPECT_EQ(kind(base, setup), Kind::form);
  setup = composed();
  setup.opener = 2;
  EXPECT_EQ(Game::begin(base, setup).error(), SetupFault::opener);
  setup.opener = -1;
  EXPECT_EQ(Game::begin(base, setup).error(), SetupFault::opener);
  EXPECT_EQ(Game::begin(variants::connect(), composed()).error(), SetupFault::preset)
      << "black cells are part of a deal";
}

TEST(Start, EveryFaultHasACode) {
  EXPECT_EQ(code_of(Kind::form), "form");
  EXPECT_EQ(code_of(Kind::apart), "apart");
  EXPECT_EQ(code_of(Kind::hand_small), "hand_small");
  EXPECT_EQ(code_of(Kind::stuck), "stuck");
}

}  // namespace
}  // namespace sixfold::tests
