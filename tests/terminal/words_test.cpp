#include "terminal/words/words.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "table_fixture.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {
namespace {

TEST(Words, ArePutTogetherByIcu) {
  const Words english("en");
  EXPECT_EQ(english("table.held", {{"count", 1}}), "1 tile");
  EXPECT_EQ(english("table.held", {{"count", 3}}), "3 tiles");
  EXPECT_EQ(english("no.such.message"), "no.such.message");
  EXPECT_EQ(tile_name(english, "star-wars", *parse_tile("Rl")), "red Yoda");
}

TEST(Words, SpeakOfThePiecesOfTheGame) {
  const Words english("en");
  const Words cubes = english.about(variants::cubes());
  EXPECT_EQ(cubes("table.bag.count", {{"count", 2}}), "2 cubes in the bag");
  EXPECT_EQ(reason_text(cubes, {Reason::no_tiles, {}}), "You have not placed a cube.");
  EXPECT_EQ(cubes("table.pass"), english("table.pass"));
  EXPECT_EQ(cubes.about(variants::base())("table.bag.count", {{"count", 2}}), "2 tiles in the bag");
}

TEST(Words, ListThingsAsTheLanguageDoes) {
  EXPECT_EQ(Words("en").list({"a"}), "a");
  EXPECT_EQ(Words("en").list({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(Words("de").list({"a", "b", "c"}), "a, b und c");
  EXPECT_EQ(Words("es").list({"a", "iglú"}), "a e iglú");
  EXPECT_EQ(Words("en").list({}), "");
}

TEST(Words, AskForTheFirstTurnThatTheRulesWant) {
  const Words english("en");
  const auto asked = [&](std::string_view edition, Opening opening) {
    Shown shown = table(edition);
    shown.view.rules.opening = opening;
    return opening_text(english, shown.view);
  };
  EXPECT_EQ(asked("base", Opening::largest_set), english("table.open"));
  EXPECT_EQ(asked("base", Opening::youngest), english("table.open.any"));
  EXPECT_EQ(asked("select", Opening::largest_set), english("table.open.start"));
  EXPECT_EQ(asked("select", Opening::youngest), english("table.open.start.any"));
  EXPECT_EQ(asked("connect", Opening::youngest), english("table.open.touch"));
  Shown combined = table("select-connect");
  combined.view.board = {};
  EXPECT_EQ(opening_text(english, combined.view), english("table.open.any"));
}

TEST(Words, TellATurnInSentences) {
  const Words english("en");
  Shown shown = table("base");
  SeenTurn turn;
  turn.seat = 1;
  turn.act = Placed{{{{0, -1}, *parse_tile("Rc")}, {{1, -1}, *parse_tile("Rs")}}, 4};
  EXPECT_EQ(
      turn_sentence(english, shown, turn),
      (shown.view.seat == 1 ? "You place" : shown.view.seats[1].name + " places") +
          std::string(": red circle, column 0, row −1; red square, column 1, row −1. 4 points."));
  EXPECT_EQ(turn_line(english, shown, turn), shown.view.seats[1].name + ": 2 tiles  +4");
}

TEST(Words, SpeakToThePlayerOfARecordDirectly) {
  const Words german("de");
  Shown shown = table("base");
  shown.view.seat.reset();
  shown.view.seats[0].name = german("table.you");
  shown.view.end = End{EndReason::resigned, 0, 0};
  shown.winners = {0};
  EXPECT_EQ(end_text(german, shown), "Du hast aufgegeben.");
  EXPECT_EQ(headline(german, shown), "Du hast gewonnen!");
  shown.view.seats[0].name = "Ann";
  EXPECT_EQ(end_text(german, shown), "Ann hat aufgegeben.");
  EXPECT_EQ(headline(german, shown), "Ann hat gewonnen.");
}

TEST(Words, PromiseAFittingRollOnlyWhereOneIsPossible) {
  Shown shown = table("cubes");
  const Words words = Words("en").about(shown.view.rules);
  shown.view.opened = true;
  shown.view.acts = {};
  shown.view.acts.roll = true;
  const auto told = [&] { return status_text(words, shown, "terminal.status.place"); };
  EXPECT_EQ(told(), words("table.turn.you") + ". " + words("table.roll.must"));
  shown.view.acts.trade = true;
  EXPECT_EQ(told(), words("table.turn.you") + ". " + words("table.stuck"));
}

TEST(Words, WriteNumbersAsTheLanguageDoes) {
  EXPECT_EQ(Words("en").decimal(12.34), "12.3");
  EXPECT_EQ(Words("de").decimal(12.34), "12,3");
  EXPECT_EQ(Words("de").change(0.5), "+0,5");
  EXPECT_EQ(Words("fr").change(-0.5), "-0,5");
}

TEST(Words, EveryReasonHasWordsInEveryLanguage) {
  for (const std::string& language : languages()) {
    const Words words(language);
    EXPECT_EQ(words.language(), language);
    for (int i = 0; i <= static_cast<int>(Reason::bag_too_small); ++i) {
      const auto reason = static_cast<Reason>(i);
      EXPECT_EQ(reason_text(words, {reason, {}}).find("reason."), std::string::npos);
      EXPECT_TRUE(words.has("reason." + std::string(code_of(reason))));
    }
    for (int i = 0; i <= static_cast<int>(ReasonCode::takes_tile); ++i)
      EXPECT_TRUE(words.has("why." + std::string(code_of(static_cast<ReasonCode>(i)))));
  }
}

TEST(Words, TheFirstLanguageThatIsNamedCounts) {
  EXPECT_EQ(language_among({"", "de_AT.UTF-8", "fr"}), "de");
  EXPECT_EQ(language_among({"C.UTF-8", "de"}), "en");
  EXPECT_EQ(language_among({"NL"}), "nl");
  EXPECT_EQ(language_among({}), "en");
}

}  // namespace
}  // namespace sixfold::terminal
