#include <gtest/gtest.h>

#include "record/forms.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"
#include "wrong_values.hpp"

namespace sixfold::tests {
namespace {

std::string code(std::string_view text) {
  const auto form = parse_decision(text);
  return form ? "" : form.error().code;
}

/// What the text form contains of a board; it does not tell which cells were preset.
DecisionForm written_part(const Ruleset& rules, const Decision& decision) {
  DecisionForm form{rules, decision};
  if (form.rules.layout) form.rules.layout->presets.clear();
  form.decision.opening = decision.board.empty() && !decision.barred;
  return form;
}

TEST(DecisionForm, PositionsOfRandomGamesReadBackFromTheirText) {
  check_games(150, 60, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    const DecisionForm form = written_part(game.rules(), decision_of(game.position()));
    const auto again = parse_decision(dump(to_json(form)));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == form);
  });
}

TEST(DecisionForm, ReadsEveryFieldOfTheContract) {
  const auto form = parse_decision(
      R"({"variant":"select","tiles":["Rc@0,0","Rs@1,0"],"hand":["Rd","Gl"],"barred":"Yd@3,4",)"
      R"("options":{"opening":"youngest","tie":"oldest"},"later":[1],)"
      R"("board":{"size":[16,9],"stars":["2,2"],"starts":["7,7"],"bonus":[["3,3",2]],)"
      R"("preset":["nonsense, for it is ignored here"]}})");
  ASSERT_TRUE(form) << form.error().message;
  EXPECT_EQ(form->rules.opening, Opening::youngest);
  EXPECT_EQ(form->rules.tie, Tie::oldest);
  EXPECT_EQ(form->rules.layout->width, 16);
  EXPECT_EQ(form->rules.layout->height, 9);
  EXPECT_EQ(form->rules.layout->stars, (std::vector{Cell{2, 2}}));
  EXPECT_EQ(form->rules.layout->starts, (std::vector{Cell{7, 7}}));
  EXPECT_EQ(form->rules.layout->bonus_at({3, 3}), 2);
  EXPECT_EQ(form->decision.board, board_of("Rc@0,0 Rs@1,0"));
  EXPECT_EQ(form->decision.hand, hand_of("Rd Gl"));
  EXPECT_EQ(form->decision.barred, placed_tile("Yd@3,4"));
  EXPECT_FALSE(form->decision.opening);
}

TEST(DecisionForm, AnEmptyTableIsAnOpening) {
  const auto form = parse_decision(R"({"variant":"base","tiles":[],"hand":["Rc","Rs","Gd"]})");
  ASSERT_TRUE(form);
  EXPECT_TRUE(form->decision.opening);
  EXPECT_EQ(*placements_text(*form), R"({"placements":[{"place":["Rc@0,0","Rs@1,0"],"points":2},)"
                                     R"({"place":["Rs@0,0","Rc@1,0"],"points":2}]})");
}

TEST(DecisionForm, WithoutABoardTheVariantsOwnIsMeant) {
  const auto form = parse_decision(R"({"variant":"connect","tiles":[],"hand":[]})");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->rules.layout, variants::connect().layout);
}

TEST(DecisionForm, PlacementsStandByPointsThenByText) {
  const auto form =
      parse_decision(R"({"variant":"base","tiles":["Rc@0,0","Rs@1,0"],"hand":["Rd","Gc"]})");
  ASSERT_TRUE(form);
  EXPECT_EQ(*placements_text(*form),
            R"({"placements":[{"place":["Rd@-1,0"],"points":3},{"place":["Rd@2,0"],"points":3},)"
            R"({"place":["Gc@0,-1"],"points":2},{"place":["Gc@0,1"],"points":2},)"
            R"({"place":["Rd@0,-1"],"points":2},{"place":["Rd@0,1"],"points":2},)"
            R"({"place":["Rd@1,-1"],"points":2},{"place":["Rd@1,1"],"points":2}]})");
}

TEST(DecisionForm, TheBarredTileDoesNotGoBackToItsCell) {
  const auto form =
      parse_decision(R"({"variant":"select","tiles":["Rc@7,7"],"hand":["Rd"],"barred":"Rd@8,7"})");
  ASSERT_TRUE(form);
  const std::string text = *placements_text(*form);
  EXPECT_EQ(text.find("Rd@8,7"), std::string::npos);
  EXPECT_NE(text.find("Rd@6,7"), std::string::npos);
}

TEST(DecisionForm, RefusesWhatIsMalformedWithACode) {
  const std::vector<std::array<std::string_view, 2>> cases{
      {"", "json"},
      {"[]", "type"},
      {R"({"tiles":[],"hand":[]})", "missing"},
      {R"({"variant":"base","hand":[]})", "missing"},
      {R"({"variant":"base","tiles":[]})", "missing"},
      {R"({"variant":"chess","tiles":[],"hand":[]})", "unknown_variant"},
      {R"({"variant":"star-wars","tiles":[],"hand":[]})", "unknown_variant"},
      {R"({"variant":"base","tiles":["Rc@0,0","Rs@0,0"],"hand":[]})", "occupied"},
      {R"({"variant":"base","tiles":["Rc@0"],"hand":[]})", "bad_placed_tile"},
      {R"({"variant":"base","tiles":[],"hand":["Qq"]})", "unknown_tile"},
      {R"({"variant":"select","tiles":["Rc@16,0"],"hand":[]})", "off_board"},
      {R"({"variant":"select","tiles":["Rc@0,-1"],"hand":[]})", "off_board"},
      {R"({"variant":"base","tiles":[],"hand":[],"options":{"tie":"tallest"}})", "unknown_option"},
      {R"({"variant":"connect","tiles":[],"hand":[],"options":{"opening":"largest-set"}})",
       "unknown_option"},
      {R"({"variant":"base","tiles":[],"hand":[],"board":{"size":[16,16]}})", "board"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[5,16]}})", "range"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[16,65]}})", "range"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[16]}})", "type"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{}})", "missing"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[9,9],"stars":["9,0"]}})",
       "board"},
      {R"({"variant":"select","tiles":[],"hand":[],)"
       R"("board":{"size":[9,9],"stars":["1,1"],"starts":["1,1"]}})",
       "board"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[9,9],"bonus":[["1,1",10]]}})",
       "range"},
      {R"({"variant":"select","tiles":[],"hand":[],"board":{"size":[9,9],"bonus":[["1,1"]]}})",
       "type"},
      {R"({"variant":"base","tiles":[],"hand":[],"barred":"Rc"})", "bad_placed_tile"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(code(text), expected) << text;
}

TEST(DecisionForm, EveryWrongValueOfAKnownFieldIsRefused) {
  const Json sound = *parse_json(
      R"({"variant":"select","tiles":["Rc@7,7","Rs@8,7"],"hand":["Rd","Gl"],"barred":"Yd@3,4",)"
      R"("options":{"opening":"youngest","tie":"oldest"},)"
      R"("board":{"size":[16,16],"stars":["2,2"],"starts":["7,7"],"bonus":[["3,3",2]]}})");
  ASSERT_EQ(code(dump(sound)), "");
  for_each_wrong_value(sound, [](const Pointer& pointer, const Json& wrong, const Json& broken) {
    const std::string where = pointer.to_string();
    // Optional fields, and lists that may be empty.
    const bool optional_null = wrong.is_null() && (where == "/board" || where == "/barred");
    const bool empty_list = wrong == Json::array() &&
                            (where == "/tiles" || where == "/hand" || where == "/board/stars" ||
                             where == "/board/starts" || where == "/board/bonus");
    const bool empty_options = wrong.is_object() && where == "/options";
    const bool number_of_a_cell = wrong == 4 && where == "/board/bonus/0/1";
    EXPECT_EQ(code(dump(broken)).empty(),
              optional_null || empty_list || empty_options || number_of_a_cell)
        << where << " = " << dump(wrong).substr(0, 80);
  });
}

TEST(DecisionForm, ErrorsAreWrittenWithCodeAndPlace) {
  const auto form = parse_decision(R"({"variant":"base","tiles":["Rc@0,0","xx"],"hand":[]})");
  ASSERT_FALSE(form);
  const auto text = parse_json(error_text(form.error()));
  ASSERT_TRUE(text);
  EXPECT_EQ((*text)["error"]["code"], "bad_placed_tile");
  EXPECT_EQ((*text)["error"]["message"], "tiles[1]: \"xx\" is not a tile on a cell");
}

}  // namespace
}  // namespace sixfold::tests
