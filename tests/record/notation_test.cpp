#include "record/notation.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

TEST(Notation, EveryTileReadsBackFromItsText) {
  std::set<std::string> texts;
  for (const Tile tile : all_tiles()) {
    EXPECT_EQ(parse_tile(to_text(tile)), tile);
    texts.insert(to_text(tile));
  }
  EXPECT_EQ(texts.size(), 36U);
  EXPECT_EQ(to_text(Tile{Colour::red, Shape::circle}), "Rc");
  EXPECT_EQ(to_text(Tile{Colour::purple, Shape::starburst}), "Pt");
}

TEST(Notation, TheLettersAreThoseOfTheContract) {
  std::string colours;
  std::string shapes;
  for (int i = 0; i < 6; ++i) {
    colours += to_text(Tile{static_cast<Colour>(i), Shape::circle})[0];
    shapes += to_text(Tile{Colour::red, static_cast<Shape>(i)})[1];
  }
  EXPECT_EQ(colours, "ROYGBP");
  EXPECT_EQ(shapes, "csdlxt");
}

TEST(Notation, AColourReadsBackFromItsLetter) {
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(colour_of(letter_of(static_cast<Colour>(i))), static_cast<Colour>(i));
  for (const char letter : {'r', 'c', ' ', '\0', 'W'}) EXPECT_FALSE(colour_of(letter));
}

TEST(Notation, WhatIsNoTileIsRefused) {
  for (const std::string_view text :
       {"", "R", "c", "cR", "rc", "RC", "Rcc", " Rc", "Rc ", "Rq", "Xc", "R\xc3\xa9", "Rc@0,0"})
    EXPECT_FALSE(parse_tile(text)) << text;
  EXPECT_FALSE(parse_tile(std::string_view("R\0", 2)));
}

TEST(Notation, CellsReadBackFromTheirText) {
  for (const int x : {0, 1, -1, 9, 10, -10, 123456, -1'000'000'000, 1'000'000'000})
    for (const int y : {0, 7, -8, 1'000'000'000, -999'999'999}) {
      const Cell cell{x, y};
      EXPECT_EQ(parse_cell(to_text(cell)), cell);
    }
  EXPECT_EQ(to_text(Cell{0, -3}), "0,-3");
}

TEST(Notation, WhatIsNoCellIsRefused) {
  for (const std::string_view text : {"",
                                      ",",
                                      "1",
                                      "1,",
                                      ",1",
                                      "-,1",
                                      "1,-",
                                      "+1,0",
                                      "0,+1",
                                      "01,0",
                                      "0,00",
                                      "-0,0",
                                      "0,-0",
                                      "-01,0",
                                      "1, 2",
                                      " 1,2",
                                      "1,2 ",
                                      "1,2,3",
                                      "1;2",
                                      "1.0,2",
                                      "1e3,2",
                                      "0x1,0",
                                      "--1,0",
                                      "a,b",
                                      "1000000001,0",
                                      "0,-1000000001",
                                      "2147483648,0",
                                      "99999999999999999999,0"})
    EXPECT_FALSE(parse_cell(text)) << text;
}

TEST(Notation, TilesOnCellsReadBackFromTheirText) {
  for (const Tile tile : all_tiles())
    for (const Cell cell : {Cell{0, 0}, Cell{-12, 3}, Cell{1'000'000'000, -1'000'000'000}}) {
      const PlacedTile placed{cell, tile};
      EXPECT_EQ(parse_placed_tile(to_text(placed)), placed);
    }
  EXPECT_EQ(to_text(PlacedTile{{0, -3}, {Colour::red, Shape::circle}}), "Rc@0,-3");
}

TEST(Notation, WhatIsNoTileOnACellIsRefused) {
  for (const std::string_view text :
       {"", "@", "Rc", "Rc@", "@0,0", "Rc0,0", "Rc@0", "Rc@0,", "rc@0,0", "Rc@@0,0", "Rc@0,0@",
        "Rc @0,0", "Rc@ 0,0", "Rcx@0,0", "0,0@Rc"})
    EXPECT_FALSE(parse_placed_tile(text)) << text;
}

}  // namespace
}  // namespace sixfold::tests
