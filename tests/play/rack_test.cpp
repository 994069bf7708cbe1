#include "play/rack.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"

namespace sixfold::tests {
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
  const Rack kept = reconciled(rack, hand({"Rc", "Bt", "Pd"}), false);
  EXPECT_EQ(order(kept), "Rc Pd Bt");
  EXPECT_EQ(kept[1].fresh, Fresh::drawn);
  EXPECT_EQ(kept[0].fresh, Fresh::no);
  EXPECT_EQ(order(reconciled(kept, hand({"Rc", "Bt"}), false)), "Rc Bt");
}

TEST(Rack, ACubeThatWasRolledStaysWhereItLies) {
  const Rack rack = reconciled({}, hand({"Rc", "Gs"}), true);
  const Rack rolled = reconciled(rack, hand({"Rt", "Gs"}), true);
  EXPECT_EQ(order(rolled), "Rt Gs");
  EXPECT_EQ(rolled[0].fresh, Fresh::rolled);
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

TEST(Rack, IsSortedByColourThenByShape) {
  Rack rack;
  for (const std::string_view text : {"Px", "Rs", "Oc", "Rc", "Gc"})
    rack.push_back({.tile = tile(text)});
  rack = sorted(rack, next_order(rack));
  EXPECT_EQ(order(rack), "Rc Rs Oc Gc Px");
  rack = sorted(rack, next_order(rack));
  EXPECT_EQ(order(rack), "Rc Oc Gc Rs Px");
  EXPECT_EQ(order(sorted(rack, next_order(rack))), "Rc Rs Oc Gc Px");
}

TEST(Rack, TilesOnCellsThatOthersHaveTakenComeBack) {
  View seen;
  seen.hand = hand({"Rc", "Rs"});
  seen.board.put({{1, 0}, tile("Gs")});
  Rack rack = rack_for(seen, {});
  lay(rack, 0, {1, 0});
  lay(rack, 1, {2, 0});
  rack = rack_for(seen, rack);
  EXPECT_EQ(laid_tiles(rack), (std::vector<PlacedTile>{{{2, 0}, tile("Rs")}}));
  seen.end = End{};
  EXPECT_TRUE(laid_tiles(rack_for(seen, rack)).empty());
}

}  // namespace
}  // namespace sixfold::tests
