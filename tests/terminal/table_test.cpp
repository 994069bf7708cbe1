#include <algorithm>

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "table_fixture.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/setup/form.hpp"

namespace sixfold::terminal {
namespace {

TEST(Table, ATileIsChosenLaidAndTakenBack) {
  Seat seat(table("select"));
  seat.press(U'1');
  ASSERT_EQ(seat.state.chosen, 0U);
  seat.press(key_of(Key::Kind::enter));
  EXPECT_EQ(laid_tiles(seat.state.rack).size(), 1U);
  EXPECT_EQ(laid_tiles(seat.state.rack)[0].cell, seat.state.cursor);
  seat.press(key_of(Key::Kind::backspace));
  EXPECT_TRUE(laid_tiles(seat.state.rack).empty());
}

TEST(Table, WhatIsLaidIsKept) {
  Seat seat(table("base"));
  seat.press(U'1');
  const auto commands = seat.press(key_of(Key::Kind::enter));
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<KeepRack>(commands[0]));
  const TableState again = sit_down(seat.shown, seat.state.rack);
  EXPECT_EQ(laid_tiles(again.rack), laid_tiles(seat.state.rack));
}

TEST(Table, AnIllegalPlacementIsNotPlayed) {
  Seat seat(table("connect"));
  const Tile tile = seat.state.rack.front().tile;
  ASSERT_EQ(lay_only(seat.state.rack, {{{0, 0}, tile}}), std::nullopt);
  follow(seat.state, seat.shown, seat.words);
  EXPECT_TRUE(seat.press(U'p').empty());
  EXPECT_TRUE(seat.state.notice_is_bad);
  EXPECT_NE(seat.picture(usual).find("must touch"), std::string::npos);
}

TEST(Table, ATradeIsPickedAndDone) {
  Shown shown = table("base");
  shown.view.opened = true;
  shown.view.acts = {};
  shown.view.acts.trade = true;
  Seat seat(shown);
  seat.press(U't');
  seat.press(U'2');
  seat.press(U'3');
  seat.press(U'2');
  const auto commands = seat.press(key_of(Key::Kind::enter));
  ASSERT_EQ(commands.size(), 1U);
  const auto* act = std::get_if<DoAct>(commands.data());
  ASSERT_NE(act, nullptr);
  EXPECT_EQ(act->move, Move(Trade{{seat.state.rack[2].tile}}));
}

TEST(Table, OnlyWhoIsAtTurnActs) {
  Shown shown = table("base");
  shown.view.turn = 1 - shown.view.turn;
  shown.view.acts = {};
  Seat seat(shown);
  EXPECT_TRUE(seat.type(U"pass").empty());
  EXPECT_EQ(seat.state.notice, "It is not your turn.");
}

TEST(Table, NothingOfAHandIsSeenBeforeItIsRevealed) {
  Shown shown = table("base");
  shown.covered = shown.view.turn;
  shown.view.seat.reset();
  shown.view.hand = {};
  Seat seat(shown);
  EXPECT_EQ(seat.picture(usual).find("Your tiles"), std::string::npos);
  const auto commands = seat.press(key_of(Key::Kind::enter));
  ASSERT_EQ(commands.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<DoReveal>(commands[0]));
}

TEST(Table, EverySizeHasAPicture) {
  for (const Edition& edition : all_editions()) {
    Seat seat(table(edition.name));
    for (int rows = 1; rows < 60; rows += 3)
      for (int columns = 1; columns < 220; columns += 13) {
        const std::string text = seat.picture({rows, columns});
        const bool fits = rows >= smallest_window.rows && columns >= smallest_window.columns;
        EXPECT_EQ(text.find("Your ") != std::string::npos, fits) << rows << " " << columns;
      }
  }
}

TEST(Table, AHintAndPointsAreReadInTheSmallestWindow) {
  for (const Edition& edition : all_editions()) {
    Shown shown = table(edition.name);
    shown.hints = true;
    for (const char* const name : {"Cas", "Dan"}) {
      shown.view.seats.push_back(shown.view.seats.back());
      shown.seats.push_back({name});
    }
    Seat seat(shown);
    seat.press(U'h');
    take_hint(seat.state, seat.shown, hint_for(seat.shown.view, {.simulations = 1}));
    for (int step = 1; step < 4; ++step, seat.press(U'h'))
      EXPECT_NE(seat.picture(smallest_window).find("h for more"), std::string::npos) << step;
    EXPECT_NE(seat.picture(smallest_window).find("h to place it"), std::string::npos)
        << seat.picture(smallest_window);
    seat.press(U'h');
    const std::string laid = seat.picture(smallest_window);
    EXPECT_TRUE(laid.find("This move") != std::string::npos ||
                laid.find("Your choice") != std::string::npos)
        << laid;
    EXPECT_EQ(laid.find("This move") != std::string::npos, laid.find("Total") != std::string::npos)
        << laid;
  }
}

TEST(Table, AClickLaysAndTakesBack) {
  Seat seat(table("select"));
  seat.picture(usual);
  const ClickArea slot = seat.state.drawn.click_areas.front();
  seat.press(Key{Key::Kind::click, 0, slot.area.row, slot.area.column + 2});
  ASSERT_EQ(seat.state.chosen, 0U);
  const Rect board = seat.state.drawn.board;
  std::optional<Key> there;
  for (int row = board.row; row < board.row + board.rows; ++row)
    for (int column = board.column; column < board.column + board.columns; ++column)
      if (cell_at(board, seat.state.drawn.camera, row, column) == Cell{7, 7})
        there = Key{Key::Kind::click, 0, row, column};
  ASSERT_TRUE(there);
  seat.press(*there);
  ASSERT_EQ(laid_tiles(seat.state.rack).size(), 1U);
  EXPECT_EQ(laid_tiles(seat.state.rack)[0].cell, (Cell{7, 7}));
  seat.press(*there);
  EXPECT_TRUE(laid_tiles(seat.state.rack).empty());
}

TEST(Camera, KeepsTheCursorInSight) {
  Camera camera;
  const Extent extent{{-30, -30}, {30, 30}};
  for (const Cell cursor : {Cell{0, 0}, Cell{30, 0}, Cell{-30, -30}, Cell{5, 30}}) {
    camera = camera_for(extent, cursor, camera, std::nullopt, {17, 53});
    EXPECT_TRUE(camera.sees(cursor));
    EXPECT_EQ(camera.size, CellSize::small);
  }
}

TEST(Camera, TakesTheLargestCellsThatFit) {
  const Extent board{{0, 0}, {15, 15}};
  EXPECT_EQ(camera_for(board, {0, 0}, {}, std::nullopt, {17, 53}).size, CellSize::small);
  EXPECT_EQ(camera_for(board, {0, 0}, {}, std::nullopt, {33, 86}).size, CellSize::medium);
  EXPECT_EQ(camera_for(board, {0, 0}, {}, std::nullopt, {49, 101}).size, CellSize::large);
  EXPECT_EQ(camera_for(board, {0, 0}, {}, CellSize::large, {17, 53}).size, CellSize::large);
}

TEST(SetUp, TheFormMakesTheChoices) {
  const Words words("en");
  Choices choices;
  Form form = setup_form(choices, words, false, "");
  EXPECT_EQ(handle(form, key_of(Key::Kind::left)), FormOutcome::changed);
  read_form(form, choices);
  EXPECT_EQ(choices.edition, "select-connect");
  form = setup_form(choices, words, false, "Classic");
  EXPECT_EQ(form.fields.front().id, resume_button);
  EXPECT_EQ(handle(form, key_of(Key::Kind::enter)), FormOutcome::pressed);
  EXPECT_EQ(handle(form, key_of(Key::Kind::escape)), FormOutcome::left);
}

TEST(SetUp, AnotherGameHasItsOwnDefaultsAndWords) {
  const Words words("en");
  Choices choices;
  Form form = setup_form(choices, words, false, "");
  EXPECT_EQ(form.value_of("tie"), "oldest");
  std::ranges::find(form.fields, "game", &Field::id)->value = "cubes";
  read_form(form, choices);
  form = setup_form(choices, words, false, "");
  EXPECT_EQ(form.value_of("game"), "cubes");
  EXPECT_EQ(form.value_of("tie"), "youngest");
  const auto opening = std::ranges::find(form.fields, "opening", &Field::id);
  EXPECT_EQ(opening->options.front().text, words("setup.opening.largest-set.cubes"));
}

TEST(SetUp, EveryLabelFitsItsColumn) {
  constexpr int label_columns = 23;
  for (const std::string& language : languages())
    for (const Edition& edition : all_editions())
      for (const bool online : {false, true}) {
        Choices choices;
        choices.edition = edition.name;
        for (const Field& field : setup_form(choices, Words(language), online, "").fields)
          EXPECT_TRUE(field.button || columns_of(field.label) <= label_columns)
              << language << ": " << field.label;
      }
}

TEST(SetUp, WhatIsNoGameIsSaid) {
  const Words words("en");
  Choices choices;
  choices.edition = "chess";
  EXPECT_EQ(plan_of(choices, words).error(), "there is no game named chess");
  choices.edition = "base";
  choices.seats[1].bot = "deep";
  EXPECT_EQ(plan_of(choices, words).error(),
            "there is no bot named deep; there are random, beginner, learner, casual, regular, "
            "greedy, skilled, master");
  choices.seats[1].bot = "";
  choices.board = BoardChoice::random;
  EXPECT_EQ(plan_of(choices, words).error(), "this game has no board");
}

TEST(SetUp, NamesAreNeverAlike) {
  const Words words("en");
  Choices choices;
  choices.seats = {{"", ""}, {"", "greedy"}, {"", "greedy"}, {"Greedy", ""}};
  std::vector<std::string> names;
  const auto plan = plan_of(choices, words);
  for (const LocalSeat& seat : plan->seats) names.push_back(seat.name);
  EXPECT_EQ(names, (std::vector<std::string>{"Player 1", "Greedy", "Greedy 2", "Greedy 3"}));
}

}  // namespace
}  // namespace sixfold::terminal
