#include "terminal/online/lobby.hpp"

#include <gtest/gtest.h>

#include "record/durations.hpp"
#include "terminal/setup/choices.hpp"
#include "terminal/setup/setup.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {
namespace {

using protocol::ClockPlan;

protocol::LobbyTable waiting(std::string code) {
  protocol::LobbyTable table;
  table.code = std::move(code);
  table.plan.variant = "cubes";
  table.plan.theme = "classic";
  table.plan.clock = {ClockPlan::Kind::per_move, 90, 0};
  table.plan.rated = true;
  table.plan.hints = true;
  table.seats = {{"Ann", true}, {"Bot", true, "greedy"}, {"", false}};
  return table;
}

std::string text_of(const Form& form, Size size) {
  const Canvas canvas = form_picture(form, Words("en"), size);
  std::string text;
  for (int row = 0; row < size.rows; ++row) text += canvas.line(row) + "\n";
  return text;
}

TEST(LobbyForm, ATableIsToldInOneLine) {
  const Words words("en");
  EXPECT_EQ(lobby_line(words, waiting("BCDFGH")),
            words("game.cubes.name") +
                " · 90 s per move · rated · with hints · 2 of 3 seats taken · Ann");
}

TEST(LobbyForm, ClocksAreToldInTheLargestUnit) {
  const Words words("en");
  EXPECT_EQ(clock_text(words, {}), "No clock");
  EXPECT_EQ(clock_text(words, {ClockPlan::Kind::per_move, 86'400, 0}), "1 day per move");
  EXPECT_EQ(clock_text(words, {ClockPlan::Kind::per_move, 7'200, 0}), "2 h per move");
  EXPECT_EQ(clock_text(words, {ClockPlan::Kind::bank, 600, 5}), "10 min + 5 s");
  EXPECT_EQ(clock_text(words, {ClockPlan::Kind::bank, 14 * 86'400, 43'200}), "14 days + 12 h");
  EXPECT_EQ(clock_text(words, {ClockPlan::Kind::bank, 7 * 86'400, 0}), "7 days per player");
}

TEST(LobbyForm, TheTimeLeftIsToldInDaysAndHours) {
  const Words words("en");
  EXPECT_EQ(left_text(words, 13 * day_ms + 5 * hour_ms + 59 * minute_ms), "13 days 5 h");
  EXPECT_EQ(left_text(words, day_ms), "1 day");
  EXPECT_EQ(left_text(words, day_ms - 1), "23:59:59");
  EXPECT_EQ(left_text(words, 61 * second_ms), "1:01");
  EXPECT_EQ(left_text(words, -second_ms), "0:00");
}

TEST(LobbyForm, ClocksAreReadAsTheyAreWritten) {
  EXPECT_EQ(parse_clock("none"), ClockPlan{});
  EXPECT_EQ(parse_clock("90"), (ClockPlan{ClockPlan::Kind::per_move, 90, 0}));
  EXPECT_EQ(parse_clock("600+5"), (ClockPlan{ClockPlan::Kind::bank, 600, 5}));
  EXPECT_EQ(parse_clock("600+0"), (ClockPlan{ClockPlan::Kind::bank, 600, 0}));
  EXPECT_EQ(parse_clock("3d"), (ClockPlan{ClockPlan::Kind::per_move, 3 * 86'400, 0}));
  EXPECT_EQ(parse_clock("14d+12h"), (ClockPlan{ClockPlan::Kind::bank, 14 * 86'400, 43'200}));
  for (const std::string_view text :
       {"d", "0d", "-1d", "32d", "3dd", "745h", "99999999999d", "", "0", "-5", "90s", "+5", "600+",
        "600+x", "600+5+5", "99999999999"})
    EXPECT_FALSE(parse_clock(text)) << text;
}

TEST(LobbyForm, ButtonsSayWhatIsWanted) {
  const Words words("en");
  Form form = lobby_form({{waiting("BCDFGH")}, true, "", "Ann"}, {}, words);
  EXPECT_EQ(wanted_by(form, open_button, words), Wanted(NewTable{}));
  EXPECT_EQ(wanted_by(form, quick_button, words), Wanted(MatchedTable{"base", 2}));
  EXPECT_EQ(wanted_by(form, "join:BCDFGH", words), Wanted(TableByCode{"BCDFGH"}));
  EXPECT_FALSE(wanted_by(form, log_in_button, words));
  EXPECT_FALSE(wanted_by(form, code_button, words));
  EXPECT_TRUE(form.note_is_bad);
  form.go_to(code_field);
  form.fields[form.at].value = "bcdfgh";
  EXPECT_EQ(wanted_by(form, code_button, words), Wanted(TableByCode{"BCDFGH"}));
}

TEST(LobbyForm, WhatWasTypedStaysWhenTablesComeAndGo) {
  const Words words("en");
  Form form = lobby_form({{waiting("BCDFGH"), waiting("CDFGHJ")}, true, "", "Ann"}, {}, words);
  form.go_to(code_field);
  form.fields[form.at].value = "XY";
  form.go_to("join:CDFGHJ");
  form = lobby_form({{waiting("CDFGHJ")}, true, "", ""}, form, words);
  EXPECT_EQ(form.value_of(code_field), "XY");
  EXPECT_EQ(form.value_of(name_field), "Ann");
  EXPECT_EQ(form.fields[form.at].id, "join:CDFGHJ");
  form = lobby_form({{}, true, "", ""}, form, words);
  EXPECT_LT(form.at, form.fields.size());
  EXPECT_NE(text_of(form, {24, 80}).find("No tables are open right now."), std::string::npos);
}

TEST(LobbyForm, AnAccountHasItsNameAndCanLogOut) {
  const Words words("en");
  const Form guest = lobby_form({{}, true, "", "Ann"}, {}, words);
  const Form account = lobby_form({{}, true, "Ann", ""}, {}, words);
  const auto has = [](const Form& form, std::string_view id) {
    return std::ranges::count(form.fields, id, &Field::id) > 0;
  };
  EXPECT_TRUE(has(guest, name_field) && has(guest, log_in_button) && !has(guest, log_out_button));
  EXPECT_TRUE(!has(account, name_field) && has(account, log_out_button));
}

TEST(LobbyForm, ManyTablesAreScrolled) {
  const Words words("en");
  std::vector<protocol::LobbyTable> tables;
  for (char c = 'A'; c <= 'Z'; ++c) tables.push_back(waiting(std::string(6, c)));
  Form form = lobby_form({tables, true, "", "Ann"}, {}, words);
  const Size window{24, 80};
  form.at = form.fields.size() - 1;
  keep_in_sight(form, window);
  ASSERT_GT(form.first, 0U);
  // The last row of the fields is the last table; clicking it joins.
  const int row = 4 + static_cast<int>(form.at - form.first);
  EXPECT_EQ(handle(form, Key{Key::Kind::click, 0, row, 10}), FormOutcome::pressed);
  EXPECT_EQ(form.fields[form.at].id, "join:ZZZZZZ");
  EXPECT_NE(text_of(form, window).find("▲"), std::string::npos);
  form.at = 0;
  keep_in_sight(form, window);
  EXPECT_EQ(form.first, 0U);
  EXPECT_NE(text_of(form, window).find("▼"), std::string::npos);
}

TEST(LobbyForm, QuickMatchesAreOfEveryEdition) {
  const std::vector<Option> games = quick_games(Words("en"));
  EXPECT_EQ(games.size(), all_editions().size());
  EXPECT_EQ(std::ranges::count(games, "star-wars", &Option::value), 1);
}

TEST(Form, ASecretIsNotShown) {
  Form form;
  form.fields = {{"passphrase", "Passphrase", {}, "", false, true}};
  for (const char32_t c : std::u32string_view(U"seCret"))
    EXPECT_EQ(handle(form, key_of(c)), FormOutcome::changed);
  EXPECT_EQ(form.value_of("passphrase"), "seCret");
  EXPECT_EQ(text_of(form, {24, 80}).find("seCret"), std::string::npos);
  EXPECT_NE(text_of(form, {24, 80}).find("••••••"), std::string::npos);
}

TEST(SetUp, ATableOfAServerHasItsClockAndItsTerms) {
  const Words words("en");
  Choices choices;
  choices.seats = {{"Ann", ""}, {"", ""}};
  Form form = setup_form(choices, words, true, "");
  form.go_to("clock");
  form.fields[form.at].value = "600+5";
  form.go_to("lobby");
  form.fields[form.at].value = "yes";
  read_form(form, choices);
  const auto plan = online_plan_of(choices, words);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->clock, (ClockPlan{ClockPlan::Kind::bank, 600, 5}));
  EXPECT_TRUE(plan->in_lobby);
  EXPECT_FALSE(plan->rated);
  choices.server.clock = "soon";
  EXPECT_FALSE(online_plan_of(choices, words));
}

}  // namespace
}  // namespace sixfold::terminal
