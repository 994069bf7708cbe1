// Puzzles in games of bots: each solution is a legal act, and its theme is true.
#include "engine/puzzle.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/reason.hpp"
#include "engine/search/same_act.hpp"
#include "record/notation.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {
namespace {

constexpr PuzzleSearch short_search{
    .simulations = 60, .deals = 60, .candidates = 8, .margin = 0.05};

/// The views at the start of each turn.
std::vector<View> views_of(const Record& record) {
  std::vector<View> views;
  auto begun = Replayer::begin(record);
  EXPECT_TRUE(begun);
  Replayer replayer = *std::move(begun);
  while (!replayer.at_end()) {
    const int seat = replayer.game().position().turn;
    views.push_back(view(replayer.game(), seat));
    EXPECT_FALSE(replayer.step());
  }
  return views;
}

/// Whether the tile alone, on some cell, completes a line of six; by the plain rules.
bool completes_six(const Ruleset& rules, const Board& board, Tile tile) {
  for (const PlacedTile& lying : board.tiles())
    for (const Direction direction : directions)
      for (const int by : {-1, 1}) {
        const Place place{.tiles = {PlacedTile{step(lying.cell, direction, by), tile}}};
        if (why_illegal(rules, board, Hand(std::vector{tile}), {}, false, place)) continue;
        const Score made = score(rules, board, place);
        if (std::ranges::any_of(made.lines, [](const auto& line) { return line.length() == 6; }))
          return true;
      }
  return false;
}

/// Whether a tile that is kept can complete a line of six afterwards.
bool prepares_six(const View& view, const Place& place) {
  Board after = view.board;
  Hand kept = view.hand;
  for (const PlacedTile& placed : place.tiles) {
    after.put(placed);
    EXPECT_TRUE(kept.remove(placed.tile));
  }
  return std::ranges::any_of(kept.kinds(),
                             [&](Tile tile) { return completes_six(view.rules, after, tile); });
}

bool is_true(const View& view, const Puzzle& puzzle) {
  const auto reasons = reasons_for(view, puzzle.answer);
  const auto has = [&](ReasonCode code) {
    return std::ranges::any_of(reasons, [=](const MoveReason& one) { return one.code == code; });
  };
  switch (puzzle.theme) {
    case PuzzleTheme::line_of_six:
      return has(ReasonCode::line_of_six);
    case PuzzleTheme::two_lines:
      return score(view.rules, view.board, std::get<Place>(puzzle.answer)).lines.size() > 1;
    case PuzzleTheme::right_roll:
      return std::holds_alternative<Roll>(puzzle.answer);
    case PuzzleTheme::disc:
      return std::holds_alternative<Take>(puzzle.answer) || has(ReasonCode::takes_disc);
    case PuzzleTheme::endgame:
      return view.bag == 0;
    case PuzzleTheme::set_up:
      return prepares_six(view, std::get<Place>(puzzle.answer)) && !has(ReasonCode::line_of_six);
    case PuzzleTheme::close_five:
    case PuzzleTheme::count_tiles:
      return std::ranges::none_of(reasons, [](const MoveReason& one) {
        return one.code == ReasonCode::leaves_five && one.number > 0;
      });
  }
  return false;
}

/// Checks the puzzles in a game and returns their number.
int check_puzzles(const Record& record, std::uint64_t seed) {
  int found = 0;
  for (const View& seen : views_of(record)) {
    if (!seen.opened || !(seen.acts.place || seen.acts.roll || seen.acts.take)) continue;
    Random random(seed);
    const auto puzzle = puzzle_in(seen, short_search, random);
    if (!puzzle) continue;
    ++found;
    EXPECT_GE(puzzle->margin, short_search.margin);
    EXPECT_GT(puzzle->rating, 0);
    EXPECT_TRUE(is_true(seen, *puzzle)) << code_of(puzzle->theme);
    EXPECT_EQ(theme_of(seen, puzzle->answer), puzzle->theme);
    if (const auto* place = std::get_if<Place>(&puzzle->answer)) {
      EXPECT_FALSE(why_illegal(seen.rules, decision_of(seen), *place));
    }
  }
  return found;
}

TEST(Puzzles, AreWhatTheirThemesSay) {
  int found = 0;
  for (const std::uint64_t number : {1U, 2U})
    found += check_puzzles(bot_game("base", 2, "greedy", number), number);
  EXPECT_GT(found, 0);
}

/// The theme of a placement with this hand beside four red tiles in a row.
std::optional<PuzzleTheme> theme_beside_four(const char* place,
                                             const std::vector<const char*>& hand) {
  View view;
  view.rules = *ruleset_named("base");
  for (const char* const tile : {"Rc@0,0", "Rs@1,0", "Rd@2,0", "Rl@3,0", "Gc@0,1"})
    view.board.put(*parse_placed_tile(tile));
  for (const char* const tile : hand) view.hand.add(*parse_tile(tile));
  view.opened = true;
  view.bag = 60;
  view.acts.place = true;
  view.unseen = full_bag(view.rules);
  view.seats.resize(2);
  return theme_of(view, Place{{*parse_placed_tile(place)}});
}

TEST(Puzzles, SetUpALineOfSix) {
  EXPECT_EQ(theme_beside_four("Rx@4,0", {"Rx", "Rt", "Yd"}), PuzzleTheme::set_up);
  // Without the tile for it, this only gives the line to somebody else.
  EXPECT_NE(theme_beside_four("Rx@4,0", {"Rx", "Yd", "Bl"}), PuzzleTheme::set_up);
}

TEST(SameAct, HoldsInWhateverOrder) {
  const PlacedTile one = *parse_placed_tile("Rc@0,0");
  const PlacedTile other = *parse_placed_tile("Rs@1,0");
  EXPECT_TRUE(same_act(Place{{one, other}}, Place{{other, one}}));
  EXPECT_FALSE(same_act(Place{{one}}, Place{{other}}));
  EXPECT_TRUE(same_act(Trade{{one.tile, other.tile}}, Trade{{other.tile, one.tile}}));
  EXPECT_FALSE(same_act(Trade{{one.tile}}, Roll{{one.tile}}));
}

}  // namespace
}  // namespace sixfold::tests
