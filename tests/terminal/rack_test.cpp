#include "terminal/rack.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "terminal/rack_form.hpp"

namespace sixfold::terminal {
namespace {

Tile tile(std::string_view text) { return *parse_tile(text); }

Hand hand(std::initializer_list<std::string_view> texts) {
  Hand hand;
  for (const std::string_view text : texts) hand.add(tile(text));
  return hand;
}

std::string order(const Rack& rack) {
  std::string text;
  for (const Slot& slot : rack) text += (text.empty() ? "" : " ") + to_text(slot.tile);
  return text;
}

TEST(Rack, WhatIsHeldStaysWhereItIs) {
  const Rack rack = reconciled({}, hand({"Rc", "Gs", "Bt"}), false);
  Rack kept = sorted(rack, SortBy::shape);
  kept = reconciled(kept, hand({"Rc", "Bt", "Pd"}), false);
  EXPECT_EQ(order(kept), "Rc Pd Bt");
  EXPECT_TRUE(kept[1].fresh);
  EXPECT_FALSE(kept[0].fresh);
}

TEST(Rack, ACubeThatWasRolledStaysWhereItLies) {
  const Rack rack = reconciled({}, hand({"Rc", "Gs"}), true);
  EXPECT_EQ(order(reconciled(rack, hand({"Rt", "Gs"}), true)), "Rt Gs");
}

TEST(Rack, TilesAreLaidAndTakenBackInOrder) {
  Rack rack = reconciled({}, hand({"Rc", "Rs", "Rd"}), false);
  lay(rack, 2, {5, 0});
  lay(rack, 0, {4, 0});
  EXPECT_EQ(laid_tiles(rack),
            (std::vector<PlacedTile>{{{5, 0}, tile("Rd")}, {{4, 0}, tile("Rc")}}));
  EXPECT_EQ(last_laid(rack), 0U);
  EXPECT_EQ(laid_on(rack, {5, 0}), 2U);
  take_back(rack, 0);
  EXPECT_EQ(last_laid(rack), 2U);
  EXPECT_EQ(laid_on(rack, {4, 0}), std::nullopt);
}

TEST(Rack, OnlyWhatIsHeldCanBeLaid) {
  Rack rack = reconciled({}, hand({"Rc", "Rs"}), false);
  EXPECT_EQ(lay_only(rack, {{{0, 0}, tile("Rc")}, {{1, 0}, tile("Rc")}}), tile("Rc"));
  EXPECT_TRUE(laid_tiles(rack).empty());
  EXPECT_EQ(lay_only(rack, {{{0, 0}, tile("Rc")}}), std::nullopt);
  EXPECT_EQ(laid_tiles(rack).size(), 1U);
}

TEST(Rack, IsKeptAsJson) {
  Rack rack = reconciled({}, hand({"Rc", "Rs", "Gd"}), false);
  lay(rack, 1, {3, -2});
  EXPECT_EQ(rack_of(rack_to_json(rack)), rack);
  EXPECT_TRUE(rack_of(Json(7)).empty());
  EXPECT_TRUE(rack_of(Json{{"order", "x"}}).empty());
}

}  // namespace
}  // namespace sixfold::terminal
