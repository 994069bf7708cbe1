// A game computed from its turns: what it keeps, what it refuses, how it is closed.
#include "rules/game.hpp"

#include <string>

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

Game base_game() { return begun(base, {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"}); }

TEST(Game, KeepsWhatHappenedTurnByTurn) {
  Game game = base_game();
  play(game, place("Rs@1,0 Rc@0,0 Rd@2,0"), "Gd Gc Pl");
  play(game, trade("Oc Os"), "Rl Rx");
  ASSERT_EQ(game.turns().size(), 2U);
  EXPECT_EQ(game.turns()[0], (Turn{.seat = 0,
                                   .act = Placed{placed("Rs@1,0 Rc@0,0 Rd@2,0"), 3},
                                   .draw = tiles("Gd Gc Pl")}));
  EXPECT_EQ(game.turns()[1],
            (Turn{.seat = 1, .act = Traded{tiles("Oc Os")}, .draw = tiles("Rl Rx")}));
  EXPECT_EQ(game.unfinished(), Turn{.seat = 0});
  EXPECT_EQ(game.position().seats[0].score, 3);
}

TEST(Game, ATurnIsFinishedOnlyWhenItsDrawIsAnswered) {
  Game game = base_game();
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"));
  EXPECT_TRUE(game.turns().empty());
  EXPECT_EQ(game.unfinished().act, Act(Placed{placed("Rc@0,0 Rs@1,0 Rd@2,0"), 3}));
  answer(game, "Gd Gc Pl");
  EXPECT_EQ(game.turns().size(), 1U);
}

TEST(Game, OnlyTheSeatAtTurnPlays) {
  Game game = base_game();
  const Game before = game;
  for (const int seat : {1, -1, 7})
    EXPECT_EQ(game.play(seat, place("Rc@0,0 Rs@1,0 Rd@2,0")),
              (IllegalMove{Reason::not_your_turn, std::nullopt}));
  EXPECT_EQ(game, before);
}

TEST(Game, NotYourTurnComesBeforeTheQuestionAndGameOverBeforeBoth) {
  Game game = base_game();
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"));
  EXPECT_EQ(game.play(1, Pass{})->reason, Reason::not_your_turn);
  EXPECT_EQ(game.play(0, Pass{})->reason, Reason::waiting_for_chance);
  answer(game, "Gd Gc Pl");
  leave(game, 0);
  EXPECT_EQ(game.play(0, Pass{})->reason, Reason::game_over);
  EXPECT_EQ(game.play(1, Pass{})->reason, Reason::game_over);
}

TEST(Game, IsUnchangedByARefusedMoveOrAnswer) {
  Game game = base_game();
  Game before = game;
  EXPECT_EQ(game.play(0, place("Rc@0,0 Gl@1,0"))->reason, Reason::mixed);
  EXPECT_EQ(game.answer(tiles("Gd")), AnswerFault::no_question);
  EXPECT_EQ(game, before);
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"));
  before = game;
  EXPECT_EQ(game.answer(tiles("Gd Gd")), AnswerFault::wrong_count);
  EXPECT_EQ(game.answer(tiles("Rc Rc Rc")), AnswerFault::not_in_bag);
  EXPECT_EQ(game.leave(0, LeaveReason::resigned)->reason, Reason::waiting_for_chance);
  EXPECT_EQ(game, before);
}

TEST(Game, B3_APassIsATurnOfTheRecord) {
  // Ninety-six tiles fill a board of black cells: nothing can be placed and the bag is empty.
  Ruleset rules = variants::connect();
  rules.layout = *layout_from_rows(std::vector<std::string>(8, "BBBBBBBBBBBB"));
  const auto both_hands = hands({"Rc Rs Rd Rl Rx Rt", "Oc Os Od Ol Ox Ot"});
  Bag rest = full_bag(rules);
  for (const std::vector<Tile>& hand : both_hands) ASSERT_TRUE(rest.remove(Tiles(hand)));
  Result<Game, SetupFault> result = Game::begin(rules, {players(2), rest.list(), both_hands, 0});
  ASSERT_TRUE(result);
  Game game = *std::move(result);
  EXPECT_EQ(open_acts(rules, game.position()), Acts{.pass = true});
  play(game, Pass{});
  EXPECT_EQ(game.turns(), (std::vector<Turn>{{.seat = 0, .act = Passed{}}}));
  EXPECT_EQ(game.position().end, (End{EndReason::dead, std::nullopt, 0}));
}

TEST(Game, ShowsTheStepsOfAnUnfinishedTurn) {
  Game game = begun(variants::cubes(), {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  play(game, place("Rc@0,0 Rs@1,0"), "Oc Oc");
  play(game, roll("Rd"));
  EXPECT_EQ(game.unfinished().roll, (RolledCubes{tiles("Rd"), {}}));
  answer(game, "Rt");
  EXPECT_EQ(game.unfinished().roll, (RolledCubes{tiles("Rd"), tiles("Rt")}));
  EXPECT_EQ(game.unfinished().seat, 1);
}

TEST(Game, CanBeAbortedWithoutAWinner) {
  Game game = base_game();
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  game.abort();
  EXPECT_EQ(game.position().end, (End{EndReason::aborted, std::nullopt, 0}));
  EXPECT_TRUE(winners(game.position()).empty());
  EXPECT_EQ(game.turns().size(), 1U);
}

TEST(Game, AnAbortUndoesTheTurnThatIsHalfDone) {
  Game game = begun(variants::cubes(), {"Rc Rs Gd Bl Yx Pt", "Rd Rl Gs Bx Yc Ot"});
  play(game, place("Rc@0,0 Rs@1,0"), "Oc Oc");
  play(game, roll("Rd"), "Rt");
  game.abort();
  EXPECT_EQ(game.position().seats[1].hand, hand_of("Rd Rl Gs Bx Yc Ot"));
  EXPECT_EQ(game.unfinished(), Turn{.seat = 1});
}

TEST(FinishedGame, IsMadeOfAGameThatIsOverOnly) {
  Game game = base_game();
  EXPECT_FALSE(FinishedGame::of(game));
  leave(game, 0);
  const auto finished = FinishedGame::of(game);
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->game(), game);
}

}  // namespace
}  // namespace sixfold::tests
