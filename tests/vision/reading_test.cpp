// What the rules make of what the eye sees.
#include "vision/reading.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/board.hpp"

namespace sixfold::vision {
namespace {

/// A tile as a clear sighting shows it.
SeenTile clear(const char* text) {
  const PlacedTile placed = *parse_placed_tile(text);
  SeenTile seen;
  seen.cell = placed.cell;
  seen.colours.fill(-15);
  seen.shapes.fill(-15);
  seen.colours[static_cast<std::size_t>(placed.tile.colour)] = 0;
  seen.shapes[static_cast<std::size_t>(placed.tile.shape)] = 0;
  seen.presence = 9;
  return seen;
}

/// The same, with another colour that it could almost as well be.
SeenTile nearly(const char* text, Colour other, double behind) {
  SeenTile seen = clear(text);
  seen.colours[static_cast<std::size_t>(other)] = -behind;
  return seen;
}

std::string text_of(const Reading& reading) {
  std::string text;
  for (const ReadTile& tile : reading.tiles)
    text += to_text(tile.placed) + (tile.doubtful ? "? " : " ");
  return text;
}

const Ruleset& base() {
  static const Ruleset rules = *ruleset_named("base");
  return rules;
}

TEST(Reading, WhatIsLegalStays) {
  const std::vector<SeenTile> seen{clear("Rc@0,0"), clear("Rs@1,0"), clear("Rd@2,0")};
  EXPECT_EQ(text_of(read_tiles(base(), seen)), "Rc@0,0 Rs@1,0 Rd@2,0 ");
}

TEST(Reading, ALineCorrectsAColour) {
  // Orange was likelier, but would mix the line.
  const std::vector<SeenTile> seen{clear("Rc@0,0"), nearly("Os@1,0", Colour::red, 1),
                                   clear("Rd@2,0")};
  const Reading reading = read_tiles(base(), seen);
  EXPECT_TRUE(reading.legal);
  EXPECT_EQ(text_of(reading), "Rc@0,0 Rs@1,0 Rd@2,0 ");
  const Reading by_eye = read_tiles(base(), seen, false);
  EXPECT_FALSE(by_eye.legal);
  EXPECT_EQ(text_of(by_eye), "Rc@0,0? Os@1,0? Rd@2,0? ");
}

TEST(Reading, ACorrectionAgainstTheEyeIsDoubtful) {
  const std::vector<SeenTile> seen{clear("Rc@0,0"), nearly("Os@1,0", Colour::red, 5),
                                   clear("Rd@2,0")};
  EXPECT_EQ(text_of(read_tiles(base(), seen)), "Rc@0,0 Rs@1,0? Rd@2,0 ");
}

TEST(Reading, NoTileIsThereFourTimes) {
  const std::vector<SeenTile> seen{clear("Rc@0,0"), clear("Rc@0,2"), clear("Rc@0,4"),
                                   nearly("Rc@0,6", Colour::orange, 2)};
  EXPECT_EQ(text_of(read_tiles(base(), seen)), "Rc@0,0 Rc@0,2 Rc@0,4 Oc@0,6 ");
}

TEST(Reading, WhatTheRulesDoNotDecideIsDoubtful) {
  const std::vector<SeenTile> seen{clear("Rc@0,0"), nearly("Oc@1,0", Colour::yellow, 0.5)};
  EXPECT_EQ(text_of(read_tiles(base(), seen)), "Rc@0,0 Oc@1,0? ");
}

TEST(Reading, WhatTheRulesDecideIsNotDoubtful) {
  const std::vector<SeenTile> seen{clear("Yc@0,0"), nearly("Oc@1,0", Colour::yellow, 0.5),
                                   clear("Rc@2,0")};
  EXPECT_EQ(text_of(read_tiles(base(), seen)), "Yc@0,0 Oc@1,0 Rc@2,0 ");
}

TEST(Reading, AContradictionIsNotHidden) {
  const std::vector<SeenTile> seen{clear("Rc@0,0"), clear("Gs@1,0")};
  const Reading reading = read_tiles(base(), seen);
  for (const ReadTile& tile : reading.tiles) EXPECT_TRUE(tile.doubtful);
}

TEST(BoardPlace, QuartersLieAsTheirPresetsDo) {
  using enum Tableau::Kind;
  const Layout usual = *ruleset_named("connect")->layout;
  for (int bits = 0; bits < 16; ++bits) {
    const Layout layout =
        assemble({Tableau{connect, bits & 1}, Tableau{connect, bits >> 1 & 1},
                  Tableau{connect, bits >> 2 & 1}, Tableau{connect, bits >> 3 & 1}});
    std::vector<Cell> cells;
    for (const Cell cell : layout.presets) cells.push_back({cell.x - 5, cell.y + 3});
    cells.erase(cells.begin() + 4);  // one was overlooked
    const auto place = place_board(usual, cells);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->origin, (Cell{-5, 3}));
    EXPECT_EQ(place->layout, layout);
  }
}

TEST(BoardPlace, NoneWithoutPresets) {
  const Layout usual = *ruleset_named("connect")->layout;
  EXPECT_FALSE(place_board(usual, {}));
  EXPECT_FALSE(place_board(usual, {{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_FALSE(place_board(*ruleset_named("select")->layout, {{0, 0}, {1, 0}}));
}

}  // namespace
}  // namespace sixfold::vision
