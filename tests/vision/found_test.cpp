// What photos add to a table that is known.
#include "vision/found.hpp"

#include <set>

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/alignment.hpp"
#include "vision/rendered.hpp"

namespace sixfold::vision {
namespace {

std::string text_of(std::span<const PlacedTile> tiles) {
  std::string text;
  for (const PlacedTile& tile : std::set<PlacedTile>(tiles.begin(), tiles.end()))
    text += to_text(tile) + " ";
  return text;
}

std::string move_of(const FoundMove& found) {
  std::vector<PlacedTile> tiles;
  for (const FoundTile& tile : found.tiles)
    if (tile.in_move) tiles.push_back(tile.placed);
  return text_of(tiles);
}

Scene scene_of(const Ruleset& rules, const Board& board, std::uint64_t seed) {
  Scene scene;
  scene.seed = seed;
  scene.layout = rules.layout;
  scene.width = scene.height = 860;
  scene.side = 40;
  scene.board = board;
  return scene;
}

TEST(Alignment, BackIsTheWayBack) {
  for (int turns = 0; turns < 4; ++turns) {
    const Alignment alignment{turns, {3, -7}};
    for (const Cell cell : {Cell{0, 0}, Cell{5, 2}, Cell{-4, 9}})
      EXPECT_EQ(alignment.back(alignment(cell)), cell);
  }
}

TEST(Found, TheMoveInTheCellsOfTheSheet) {
  for (const char* const variant : {"base", "connect", "select"})
    for (std::uint64_t seed = 21; seed <= 24; ++seed) {
      SCOPED_TRACE(variant + std::to_string(seed));
      const Ruleset rules = *ruleset_named(variant);
      const PlayedTable game = played(rules, 7, seed);
      Scene scene = scene_of(rules, game.after, seed);
      scene.turn = static_cast<double>(seed % 4) * 90 + 4;
      const auto found = find_move(rendered(scene), rules, game.before.tiles());
      ASSERT_TRUE(found) << static_cast<int>(found.error());
      EXPECT_EQ(move_of(*found), text_of(game.move.tiles));
      EXPECT_FALSE(found->illegal);
      EXPECT_EQ(found->missing, 0);
      const Perspective camera = camera_of(scene);
      for (const FoundTile& tile : found->tiles) {
        const Point centre = (tile.corners[0] + tile.corners[2]) * 0.5;
        const Cell cell = tile.placed.cell;
        const Point there = camera({static_cast<double>(cell.x), static_cast<double>(cell.y)});
        EXPECT_LT(length(centre - there), 12) << to_text(tile.placed);
        EXPECT_FALSE(tile.differs);
        if (tile.is_new) {
          ASSERT_FALSE(tile.likely.empty());
          EXPECT_EQ(tile.likely.front(), tile.placed.tile);
        }
      }
    }
}

TEST(Found, TheFirstMoveNeedsNothingKnown) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 1, 5);
  const auto found = find_move(rendered(scene_of(rules, game.after, 5)), rules, {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->illegal);
  for (const FoundTile& tile : found->tiles) EXPECT_TRUE(tile.is_new && tile.in_move);
  EXPECT_EQ(found->tiles.size(), game.move.tiles.size());
}

TEST(Found, ATableInTheMiddleOfAGameIsNoMove) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 8, 6);
  const auto found = find_move(rendered(scene_of(rules, game.after, 6)), rules, {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->illegal);
  EXPECT_EQ(found->tiles.size(), game.after.tiles().size());
}

TEST(Found, ABoardIsTakenAsItLies) {
  Ruleset rules = *ruleset_named("connect");
  using enum Tableau::Kind;
  rules.layout = assemble(
      {Tableau{connect, 1}, Tableau{connect, 0}, Tableau{connect, 0}, Tableau{connect, 1}});
  const PlayedTable game = played(rules, 0, 7);
  const auto found =
      find_move(rendered(scene_of(rules, game.after, 7)), *ruleset_named("connect"), {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->layout, rules.layout);
  EXPECT_EQ(move_of(*found), "");
  EXPECT_EQ(found->tiles.size(), rules.layout->presets.size());
}

TEST(Found, NothingNew) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 6, 8);
  const auto found = find_move(rendered(scene_of(rules, game.after, 8)), rules, game.after.tiles());
  ASSERT_TRUE(found);
  EXPECT_EQ(move_of(*found), "");
  EXPECT_FALSE(found->illegal);
  EXPECT_TRUE(found->unread.empty());
}

TEST(Found, AHiddenTileIsStillThere) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 7, 9);
  Scene scene = scene_of(rules, {}, 9);
  const PlacedTile hidden = game.before.tiles().front();
  for (const PlacedTile& tile : game.after.tiles())
    if (tile != hidden) scene.board.put(tile);
  const auto found = find_move(rendered(scene), rules, game.before.tiles());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->missing, 1);
  EXPECT_EQ(move_of(*found), text_of(game.move.tiles));
}

TEST(Found, AnIllegalMoveSaysWhy) {
  const Ruleset rules = *ruleset_named("base");
  Board board;
  for (const char* const text : {"Rc@0,0", "Rs@1,0", "Rd@2,0"}) board.put(*parse_placed_tile(text));
  Board after = board;
  after.put(*parse_placed_tile("Gx@3,0"));
  const auto found = find_move(rendered(scene_of(rules, after, 10)), rules, board.tiles());
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->illegal);
  EXPECT_EQ(move_of(*found), "Gx@3,0 ");
}

TEST(Found, AKnownTileThatLooksDifferentIsTold) {
  const Ruleset rules = *ruleset_named("base");
  Board board;
  for (const char* const text : {"Rc@0,0", "Rs@1,0", "Rd@2,0", "Rx@3,0"})
    board.put(*parse_placed_tile(text));
  std::vector<PlacedTile> known(board.tiles().begin(), board.tiles().end());
  known.back().tile = parse_placed_tile("Rt@0,0")->tile;
  const auto found = find_move(rendered(scene_of(rules, board, 11)), rules, known);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tiles.size(), 4U);
  for (const FoundTile& tile : found->tiles)
    EXPECT_EQ(tile.differs, tile.placed.cell == known.back().cell);
}

TEST(Found, AnotherTable) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 7, 12);
  const auto found = find_move(rendered(scene_of(rules, game.after, 12)), rules,
                               played(rules, 7, 13).after.tiles());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error(), FindFault::other_table);
}

TEST(Found, PicturesThatShowNothing) {
  const Ruleset rules = *ruleset_named("base");
  const auto fault = [&](const Image& image, const Ruleset& played_by) {
    const auto found = find_move(image, played_by, {});
    return found ? -1 : static_cast<int>(found.error());
  };
  EXPECT_EQ(fault({}, rules), static_cast<int>(FindFault::too_small));
  EXPECT_EQ(fault(rendered(scene_of(rules, {}, 14)), rules), static_cast<int>(FindFault::no_tiles));
  const PlayedTable game = played(rules, 4, 15);
  EXPECT_EQ(fault(rendered(scene_of(rules, game.after, 15)), *ruleset_named("select")),
            static_cast<int>(FindFault::no_board));
}

}  // namespace
}  // namespace sixfold::vision
