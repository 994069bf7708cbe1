// Best replies by look-up compared with the generator's, on tables of random games of every
// variant.
#include "engine/search/reply_table.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "engine/search/best_placement.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

bool has_attribute(Tile tile, int attribute) {
  return attribute < colour_count ? static_cast<int>(tile.colour) == attribute
                                  : static_cast<int>(tile.shape) == attribute - colour_count;
}

/// The index of the tile within the attribute.
int place_of(Tile tile, int attribute) {
  return attribute < colour_count ? static_cast<int>(tile.shape) : static_cast<int>(tile.colour);
}

std::uint32_t plain_part_of(TileSet tiles, int attribute) {
  std::uint32_t part = 0;
  for (const Tile tile : all_tiles())
    if ((tiles & set_of(tile.index())) != 0 && has_attribute(tile, attribute))
      part |= 1U << place_of(tile, attribute);
  return part;
}

/// Few or many tiles, any of the 36.
TileSet random_tiles(Random& random) {
  TileSet tiles = 0;
  const int most = random.percent(90) ? 7 : face_count;
  for (int left = 1 + random.below(most); left > 0; --left)
    tiles |= set_of(random.below(face_count));
  return tiles;
}

/// Whether a player has to decide, and not a dealer.
bool to_decide(const Position& position) {
  return !position.end && std::holds_alternative<std::monostate>(position.question);
}

TEST(ReplyTable, PartsAreTheTilesOfAnAttribute) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const TileSet tiles = i < face_count ? set_of(i) : random.next() & every_tile;
    for (int attribute = 0; attribute < attribute_count; ++attribute)
      ASSERT_EQ(part_of(tiles, attribute), plain_part_of(tiles, attribute)) << tiles;
  }
  for (int attribute = 0; attribute < attribute_count; ++attribute) {
    EXPECT_EQ(part_of(0, attribute), 0U);
    EXPECT_EQ(part_of(every_tile, attribute), 63U);
  }
}

TEST(ReplyTable, FindsTheMostPointsOfAnyHand) {
  const int wanted = long_tests() ? 400'000 : 12'000;
  int hands = 0;
  int tables = 0;
  int barred = 0;
  int without_reply = 0;
  int highest = 0;
  ReplyTable table;
  for (std::uint64_t seed = 0; hands < wanted; ++seed) {
    RandomPlay game(seed);
    Random random(seed);
    while (!game.over()) {
      game.step();
      const Position& position = game.game().position();
      if (!to_decide(position) || position.board.empty()) continue;
      if (!position.taken && !random.percent(15)) continue;
      const Grid& grid = grid_for(game.game().rules(), decision_of(position));
      table.build(grid);
      ++tables;
      barred += position.taken ? 1 : 0;
      const auto compare = [&](TileSet hand) {
        const int expected = best_points(grid, hand);
        ASSERT_EQ(table.best(hand), expected) << "hand " << hand << " on " << position.board;
        ++hands;
        without_reply += expected == 0 ? 1 : 0;
        highest = std::max(highest, expected);
      };
      compare(set_of(position.mover().hand));
      for (int i = 0; i < 20; ++i) compare(random_tiles(random));
      ASSERT_FALSE(testing::Test::HasFailure()) << "in the game of seed " << seed;
    }
  }
  std::cout << "  compared: " << hands << " hands on " << tables << " tables (" << barred
            << " with a barred cell), " << without_reply << " without a reply, the best of "
            << highest << " points\n";
  EXPECT_GT(barred, tables / 50);
  EXPECT_GT(without_reply, hands / 1000);
  EXPECT_GT(highest, 24);
}

TEST(ReplyTable, FindsTheMostPointsOfEveryPartOfAnAttribute) {
  for (std::uint64_t seed = 0; seed < (long_tests() ? 200 : 20); ++seed) {
    const Game game = random_game(seed, 10 + static_cast<int>(seed % 80));
    if (!to_decide(game.position()) || game.position().board.empty()) continue;
    const Grid& grid = grid_for(game.rules(), decision_of(game.position()));
    ReplyTable table;
    table.build(grid);
    for (int attribute = 0; attribute < attribute_count; ++attribute)
      for (std::uint32_t part = 0; part < 64; ++part) {
        TileSet hand = 0;
        for (const Tile tile : all_tiles())
          if (has_attribute(tile, attribute) && (part >> place_of(tile, attribute) & 1U) != 0)
            hand |= set_of(tile.index());
        ASSERT_EQ(table.best(attribute, part), best_points(grid, hand))
            << "attribute " << attribute << ", part " << part << ", seed " << seed;
      }
  }
}

TEST(ReplyTable, BuildingAnewForgetsTheTableBefore) {
  const Ruleset rules = variants::base();
  Grid grid(rules);
  ReplyTable table;
  grid.set_up(board_of("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0"));
  table.build(grid);
  EXPECT_EQ(table.best(set_of(hand_of("Rt"))), 12);
  EXPECT_EQ(table.best(set_of(hand_of("Gd Gl"))), 6);
  grid.set_up(board_of("Gc@0,0"));
  table.build(grid);
  EXPECT_EQ(table.best(set_of(hand_of("Rt"))), 0);
  EXPECT_EQ(table.best(set_of(hand_of("Gd Gl"))), 4);
}

TEST(ReplyTable, CountsBonusCellsAndTheHighestScores) {
  // A column of six next to a row of six without its corner, all on cells of nine.
  std::vector<std::string> rows(6, "999999");
  Ruleset rules = variants::connect();
  rules.layout = *layout_from_rows(rows);
  Grid grid(rules);
  grid.set_up(board_of("Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0 Rt@5,0"));
  ReplyTable table;
  table.build(grid);
  EXPECT_EQ(table.best(set_of(hand_of("Rc"))), 12 + 9);
  EXPECT_EQ(table.best(set_of(hand_of("Rc Oc Yc Gc Bc Pc"))), 12 + 12 + 6 * 9);
}

}  // namespace
}  // namespace sixfold::tests
