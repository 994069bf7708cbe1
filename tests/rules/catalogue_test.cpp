// The games as values: what each variant changes, its pieces, and the themes.
#include "rules/variants/catalogue.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "rules/theme.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

TEST(Catalogue, NamesFiveVariantsAndSixGames) {
  std::vector<std::string> variants;
  for (const Variant& variant : all_variants()) {
    variants.emplace_back(variant.name);
    EXPECT_EQ(variant.ruleset().variant, variant.name);
  }
  EXPECT_EQ(variants,
            (std::vector<std::string>{"base", "cubes", "select", "connect", "select-connect"}));
  std::set<std::string> editions;
  for (const Edition& edition : all_editions()) editions.emplace(edition.name);
  EXPECT_EQ(editions, (std::set<std::string>{"base", "star-wars", "cubes", "select", "connect",
                                             "select-connect"}));
}

TEST(Catalogue, FindsByNameAndKnowsNoOther) {
  EXPECT_EQ(ruleset_named("cubes"), variants::cubes());
  EXPECT_FALSE(ruleset_named("star-wars"));  // an edition of the base game, not a variant
  EXPECT_FALSE(ruleset_named("Base"));
  EXPECT_FALSE(ruleset_named(""));
  ASSERT_TRUE(edition_named("star-wars"));
  EXPECT_EQ(edition_named("star-wars")->theme, "star-wars");
  EXPECT_FALSE(edition_named("chess"));
}

TEST(Catalogue, OptionsHaveTheDefaultsOfTheirGames) {
  using enum Opening;
  EXPECT_EQ(variants::base().opening, largest_set);
  EXPECT_EQ(variants::base().tie, Tie::oldest);
  EXPECT_EQ(variants::star_wars().opening, largest_set);
  EXPECT_EQ(variants::star_wars().tie, Tie::youngest);
  EXPECT_EQ(variants::cubes().opening, largest_set);
  EXPECT_EQ(variants::cubes().tie, Tie::youngest);
  EXPECT_EQ(variants::select().opening, largest_set);
  EXPECT_EQ(variants::select().tie, Tie::youngest);
  EXPECT_EQ(variants::connect().opening, youngest);
  EXPECT_EQ(variants::select_connect().opening, youngest);
}

TEST(Catalogue, W1_StarWarsIsTheBaseGameButForTheTie) {
  Ruleset rules = variants::star_wars();
  rules.tie = Tie::oldest;
  EXPECT_EQ(rules, variants::base());
}

TEST(Catalogue, OnlyCubesAreRolledAndLieOpen) {
  for (const Variant& variant : all_variants()) {
    const Ruleset rules = variant.ruleset();
    const bool cubes = variant.name == "cubes";
    EXPECT_EQ(rules.pieces.rolled, cubes) << variant.name;
    EXPECT_EQ(rules.open_hands, cubes) << variant.name;
    EXPECT_EQ(rules.roll_before_placing, cubes) << variant.name;
    EXPECT_EQ(rules.trading, cubes ? Trading::when_no_face_fits : Trading::by_choice)
        << variant.name;
  }
}

TEST(Pieces, AreNeverMoreThanTablesHaveRoomFor) {
  for (const Edition& edition : all_editions())
    EXPECT_LE(full_bag(edition.ruleset()).size(), most_pieces) << edition.name;
}

TEST(Pieces, B1_AreThreeOfEachOf36Faces) {
  for (const Ruleset& rules : {variants::base(), variants::select(), variants::connect(),
                               variants::select_connect(), variants::star_wars()}) {
    const Bag bag = full_bag(rules);
    EXPECT_EQ(bag.size(), 108);
    for (const Tile tile : all_tiles()) EXPECT_EQ(bag.count(tile), 3);
  }
}

TEST(Pieces, C1_OfCubesAre15OfEachColour) {
  const Ruleset rules = variants::cubes();
  const Bag bag = full_bag(rules);
  EXPECT_EQ(bag.size(), 90);
  for (const std::string_view cube : {"Rc", "Oc", "Yc", "Gc", "Bc", "Pc"})
    EXPECT_EQ(bag.count(tile(cube)), 15);
}

TEST(Pieces, C1_ACubeHasTheSixShapesInItsColour) {
  const Ruleset rules = variants::cubes();
  EXPECT_EQ(piece_of(rules, tile("Gx")), piece_of(rules, tile("Gt")));
  EXPECT_NE(piece_of(rules, tile("Gx")), piece_of(rules, tile("Bx")));
  EXPECT_EQ(pieces_of(rules, hand_of("Gx Gt Bx")).size(), 3);
  EXPECT_EQ(faces_of(rules, pieces_of(rules, hand_of("Gx Gt Bx"))),
            hand_of("Gc Gs Gd Gl Gx Gt Bc Bs Bd Bl Bx Bt"));
}

TEST(Pieces, B1_ATileHasOnlyItsOwnFace) {
  const Ruleset rules = variants::base();
  EXPECT_EQ(piece_of(rules, tile("Gx")), tile("Gx"));
  EXPECT_EQ(faces_of(rules, pieces_of(rules, hand_of("Gx Gx Bx"))).kinds(), tiles("Gx Bx"));
}

TEST(Themes, W1_NameTheSixShapesOfEachEdition) {
  for (const Edition& edition : all_editions()) {
    const auto theme = theme_named(edition.theme);
    ASSERT_TRUE(theme) << edition.name;
    const std::set<std::string_view> names(theme->shape_names.begin(), theme->shape_names.end());
    EXPECT_EQ(names.size(), 6U) << edition.name;
  }
  const auto star_wars = theme_named("star-wars");
  ASSERT_TRUE(star_wars);
  const auto name = [&](Shape shape) { return nth(star_wars->shape_names, shape); };
  EXPECT_EQ(name(Shape::circle), "C-3PO");
  EXPECT_EQ(name(Shape::square), "Stormtrooper");
  EXPECT_EQ(name(Shape::diamond), "R2-D2");
  EXPECT_EQ(name(Shape::clover), "Yoda");
  EXPECT_EQ(name(Shape::cross), "Darth Vader");
  EXPECT_EQ(name(Shape::starburst), "Boba Fett");
  EXPECT_FALSE(theme_named("none"));
}

}  // namespace
}  // namespace sixfold::tests
