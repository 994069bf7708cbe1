// Whole photos: rendered tables read back.
#include <set>

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/moves.hpp"
#include "vision/rendered.hpp"

namespace sixfold::vision {
namespace {

using Placed = std::set<PlacedTile>;

Placed tiles_of(const Reading& reading) {
  Placed tiles;
  for (const ReadTile& tile : reading.tiles) tiles.insert(tile.placed);
  return tiles;
}

Placed placed(std::span<const PlacedTile> tiles) { return {tiles.begin(), tiles.end()}; }

Placed turned(const Placed& tiles, int turns) {
  Placed result;
  for (PlacedTile tile : tiles) {
    for (int i = 0; i < turns; ++i) tile.cell = {-tile.cell.y, tile.cell.x};
    result.insert(tile);
  }
  return result;
}

/// With the smallest coordinates at 0.
Placed at_origin(const Placed& tiles) {
  Cell low{1000, 1000};
  for (const PlacedTile& tile : tiles)
    low = {std::min(low.x, tile.cell.x), std::min(low.y, tile.cell.y)};
  Placed result;
  for (PlacedTile tile : tiles) {
    tile.cell = {tile.cell.x - low.x, tile.cell.y - low.y};
    result.insert(tile);
  }
  return result;
}

std::string text_of(const Placed& tiles) {
  std::string text;
  for (const PlacedTile& tile : tiles) text += to_text(tile) + " ";
  return text;
}

/// Expects exactly these tiles, in cells that may have another origin and, in a turned photo,
/// another direction.
void expect_read(const Scene& scene, const Ruleset& rules) {
  const auto table = see_table(rendered(scene), rules);
  ASSERT_TRUE(table) << "fault " << static_cast<int>(table.error());
  const Placed read = tiles_of(read_photo(rules, *table, nullptr).table);
  const Placed want = placed(scene.board.tiles());
  if (rules.layout) {
    EXPECT_EQ(text_of(read), text_of(want));
    return;
  }
  std::set<std::string> possible;
  for (int turns = 0; turns < (scene.turn == 0 ? 1 : 4); ++turns)
    possible.insert(text_of(at_origin(turned(want, turns))));
  EXPECT_TRUE(possible.contains(text_of(at_origin(read))))
      << "read " << text_of(at_origin(read)) << "\nof   " << text_of(at_origin(want));
}

TEST(Photo, TablesTurnedAndTiltedInAnyLight) {
  const Ruleset rules = *ruleset_named("base");
  constexpr std::array<std::array<double, 3>, 4> lights{
      {{1, 1, 1}, {1.05, 0.95, 0.75}, {0.82, 0.95, 1.08}, {1.0, 0.9, 0.65}}};
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    Scene scene;
    scene.seed = seed;
    scene.board = played(rules, 4 + static_cast<int>(seed), seed).after;
    scene.side = 34;
    scene.turn = static_cast<double>(seed * 37 % 360);
    scene.tilt = static_cast<double>(seed * 7 % 30);
    scene.light = lights[seed % lights.size()];
    scene.brightness = 0.6 + 0.08 * static_cast<double>(seed % 6);
    scene.white_for_purple = seed % 2 == 0;
    scene.askew = 0.04;
    expect_read(scene, rules);
  }
}

TEST(Photo, DarkAndLightTables) {
  const Ruleset rules = *ruleset_named("base");
  constexpr std::array<std::array<double, 3>, 5> tables{
      {{40, 30, 26}, {240, 240, 238}, {40, 90, 50}, {150, 40, 40}, {60, 70, 120}}};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    SCOPED_TRACE(i);
    Scene scene;
    scene.seed = i + 50;
    scene.board = played(rules, 7, scene.seed).after;
    scene.side = 36;
    scene.table = tables[i];
    expect_read(scene, rules);
  }
}

TEST(Photo, OneTile) {
  const Ruleset rules = *ruleset_named("base");
  for (const Shape shape : {Shape::clover, Shape::cross}) {
    Scene scene;
    scene.width = 300;
    scene.height = 260;
    scene.board.put({{0, 0}, {Colour::green, shape}});
    const auto table = see_table(rendered(scene), rules);
    ASSERT_TRUE(table);
    const PhotoReading reading = read_photo(rules, *table, nullptr);
    ASSERT_EQ(reading.table.tiles.size(), 1U);
    EXPECT_EQ(reading.table.tiles[0].placed.tile.shape, shape);
  }
}

TEST(Photo, ConnectBoardsHaveTheirOwnCells) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    Ruleset rules = *ruleset_named("connect");
    using enum Tableau::Kind;
    const auto turn = [&](unsigned bit) { return static_cast<int>(seed >> bit & 1U); };
    rules.layout = assemble({Tableau{connect, turn(0)}, Tableau{connect, turn(1)},
                             Tableau{connect, turn(2)}, Tableau{connect, turn(0)}});
    const PlayedTable game = played(rules, 3 * static_cast<int>(seed), seed);
    Scene scene;
    scene.seed = seed;
    scene.board = game.after;
    scene.layout = rules.layout;
    scene.width = scene.height = 860;
    scene.side = 44;
    scene.tilt = 10;
    scene.turn = static_cast<double>(seed) * 4;
    scene.white_for_purple = seed % 2 == 1;
    // The usual board's quarters lie differently: the photo says how.
    expect_read(scene, *ruleset_named("connect"));
  }
}

TEST(Photo, AMoveAndItsPoints) {
  for (const char* const variant : {"base", "connect"})
    for (std::uint64_t seed = 11; seed <= 14; ++seed) {
      SCOPED_TRACE(variant + std::to_string(seed));
      const Ruleset rules = *ruleset_named(variant);
      const PlayedTable game = played(rules, 8, seed);
      Scene scene;
      scene.seed = seed;
      scene.layout = rules.layout;
      scene.width = scene.height = 860;
      scene.side = 40;
      scene.board = game.before;
      const auto before = see_table(rendered(scene), rules);
      scene.board = game.after;
      scene.turn = 3;
      scene.seed += 100;
      const auto after = see_table(rendered(scene), rules);
      ASSERT_TRUE(before && after);
      const PhotoReading reading = read_photo(rules, *after, &*before);
      ASSERT_TRUE(reading.score);
      EXPECT_EQ(reading.score->points(), game.points);
      EXPECT_EQ(text_of(at_origin(placed(reading.placed))),
                text_of(at_origin(placed(game.move.tiles))));
    }
}

TEST(Photo, TheFirstMoveNeedsNoEarlierPhoto) {
  const Ruleset rules = *ruleset_named("base");
  const PlayedTable game = played(rules, 1, 5);
  Scene scene;
  scene.board = game.after;
  const auto table = see_table(rendered(scene), rules);
  ASSERT_TRUE(table);
  const PhotoReading reading = read_photo(rules, *table, nullptr);
  ASSERT_TRUE(reading.score);
  EXPECT_EQ(reading.score->points(), game.points);
  EXPECT_EQ(reading.placed.size(), game.move.tiles.size());
}

TEST(Photo, NothingChanged) {
  const Ruleset rules = *ruleset_named("base");
  Scene scene;
  scene.board = played(rules, 5, 3).after;
  scene.side = 36;
  const auto table = see_table(rendered(scene), rules);
  ASSERT_TRUE(table);
  const PhotoReading reading = read_photo(rules, *table, &*table);
  EXPECT_TRUE(reading.placed.empty());
  ASSERT_TRUE(reading.score);
  EXPECT_EQ(reading.score->points(), 0);
}

TEST(Photo, PicturesWithoutTiles) {
  const Ruleset rules = *ruleset_named("base");
  const auto fault_of = [&](const Image& image) {
    const auto table = see_table(image, rules);
    return table ? -1 : static_cast<int>(table.error());
  };
  EXPECT_EQ(fault_of({}), static_cast<int>(SeeFault::too_small));
  EXPECT_EQ(fault_of({1, 1, {9, 9, 9}}), static_cast<int>(SeeFault::too_small));
  Scene scene;
  scene.width = scene.height = 300;
  for (const int noise : {0, 20, 120}) {
    scene.noise = noise;
    EXPECT_EQ(fault_of(rendered(scene)), static_cast<int>(SeeFault::no_tiles)) << noise;
  }
  Image stripes{400, 300, {}};
  stripes.rgb.resize(400UL * 300 * 3);
  for (std::size_t i = 0; i < stripes.rgb.size(); ++i) stripes.rgb[i] = i / 60 % 2 == 0 ? 220 : 20;
  EXPECT_EQ(fault_of(stripes), static_cast<int>(SeeFault::no_tiles));
}

TEST(Photo, ABoardNeedsItsPresetTiles) {
  const Ruleset base = *ruleset_named("base");
  Scene scene;
  scene.board = played(base, 3, 9).after;
  const auto table = see_table(rendered(scene), *ruleset_named("connect"));
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error(), SeeFault::no_board);
}

}  // namespace
}  // namespace sixfold::vision
