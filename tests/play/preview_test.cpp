#include "play/preview.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "engine/random.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// Seat 0 has opened with two red tiles, and it is its turn again.
View second_turn() {
  Game game = begun(variants::base(), {"Rc Rs Gl Bx Yt Ox", "Oc Gs Bd Yl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0"), "Rd Gd");
  play(game, place("Oc@0,1"), "Bc");
  return view(game, 0);
}

std::vector<Cell> cells_for(const Preview& shown, std::string_view text) {
  const auto found = std::ranges::find(shown.fits, tile(text), &Fit::tile);
  return found == shown.fits.end() ? std::vector<Cell>{} : found->cells;
}

TEST(Preview, OffersTheCellsWhereATileAloneIsLegal) {
  const View seen = second_turn();
  const Preview shown = preview(seen, {});
  EXPECT_EQ(shown.illegal, (IllegalMove{Reason::no_tiles, std::nullopt}));
  for (const Fit& fit : shown.fits)
    for (const Cell cell : frontier(seen.board))
      EXPECT_EQ(std::ranges::count(fit.cells, cell) == 1,
                !why_illegal(seen.rules, decision_of(seen), Place{{{cell, fit.tile}}}));
}

TEST(Preview, OffersWhatJoinsTheTilesLaid) {
  const Preview shown = preview(second_turn(), place("Rd@2,0"));
  EXPECT_EQ(shown.illegal, std::nullopt);
  ASSERT_TRUE(shown.score);
  EXPECT_EQ(shown.score->points(), 3);
  EXPECT_EQ(cells_for(shown, "Gd"), (std::vector<Cell>{{2, -1}, {2, 1}}));
  EXPECT_EQ(cells_for(shown, "Bx"), std::vector<Cell>{});
}

TEST(Preview, NamesTheReasonAndTheCell) {
  const Preview shown = preview(second_turn(), place("Gl@2,0"));
  EXPECT_EQ(shown.illegal, (IllegalMove{Reason::mixed, Cell{2, 0}}));
  EXPECT_FALSE(shown.score);
}

/// The cell blamed when these tiles are laid in this order.
std::optional<Cell> blamed(std::string_view tiles) {
  const Preview shown = preview(second_turn(), place(tiles));
  return shown.illegal ? shown.illegal->cell : std::nullopt;
}

TEST(Preview, BlamesTheTileWithoutWhichTheOthersAreLegal) {
  // Far away, before and after the legal one in the order of cells, and in both orders of laying.
  EXPECT_EQ(blamed("Rd@2,0 Gl@9,9"), (Cell{9, 9}));
  EXPECT_EQ(blamed("Rd@2,0 Gl@-9,-9"), (Cell{-9, -9}));
  EXPECT_EQ(blamed("Gl@9,9 Rd@2,0"), (Cell{9, 9}));
  EXPECT_EQ(blamed("Gl@-9,-9 Rd@2,0"), (Cell{-9, -9}));
  // In the same line.
  EXPECT_EQ(blamed("Rd@2,0 Gl@3,0"), (Cell{3, 0}));
  EXPECT_EQ(blamed("Rd@-1,0 Gl@-2,0"), (Cell{-2, 0}));
}

TEST(Preview, BlamesTheFirstOfSeveralTilesThatDoNotFit) {
  EXPECT_EQ(blamed("Gl@9,9 Bx@-9,-9"), (Cell{9, 9}));
  EXPECT_EQ(blamed("Rd@2,0 Gl@9,9 Bx@-9,-9"), (Cell{9, 9}));
}

TEST(Preview, AnOpeningGrowsOnlyIntoTheLargestSet) {
  const Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Yl Px Gt"});
  const View seen = view(game, 0);
  EXPECT_EQ(cells_for(preview(seen, {}), "Rc"), (std::vector<Cell>{{0, 0}}));
  EXPECT_EQ(cells_for(preview(seen, {}), "Gl"), std::vector<Cell>{});
  const Preview one = preview(seen, place("Rc@0,0"));
  EXPECT_EQ(one.illegal, (IllegalMove{Reason::not_largest_set, Cell{0, 0}}));
  ASSERT_TRUE(one.score);
  EXPECT_EQ(cells_for(one, "Rs"), (std::vector<Cell>{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}));
  EXPECT_EQ(preview(seen, place("Rc@5,5 Rs@5,6 Rd@5,7")).illegal, std::nullopt);
}

TEST(Preview, TellsHowManyTilesCanBeTraded) { EXPECT_EQ(preview(second_turn(), {}).trade.most, 6); }

TEST(ScoresOfHistory, TakeEveryTurnOfEveryEditionApart) {
  for (const std::string& edition : edition_names()) {
    const Record record = bot_game(edition, 3, "greedy", 2);
    const View seen = view(replay(record).value(), std::nullopt);
    const auto scores = scores_of_history(seen);
    ASSERT_TRUE(scores);
    ASSERT_EQ(scores->size(), record.turns.size());
    for (std::size_t i = 0; i < scores->size(); ++i)
      if (const auto* placed = std::get_if<Placed>(&record.turns[i].act))
        EXPECT_EQ((*scores)[i]->points(), placed->points);
      else
        EXPECT_FALSE((*scores)[i]);
  }
}

TEST(ScoresOfHistory, RefuseAHistoryOfAnotherTable) {
  View seen = second_turn();
  seen.board.remove({0, 1});
  EXPECT_FALSE(scores_of_history(seen));
}

}  // namespace
}  // namespace sixfold::tests
