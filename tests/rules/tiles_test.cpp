// Tiles, multisets of them, and the largest set in a hand.
#include "rules/tiles.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

TEST(Tile, HasAnIndexColourByColourAndBack) {
  EXPECT_EQ(tile("Rc").index(), 0);
  EXPECT_EQ(tile("Rt").index(), 5);
  EXPECT_EQ(tile("Oc").index(), 6);
  EXPECT_EQ(tile("Pt").index(), 35);
  for (int index = 0; index < face_count; ++index) EXPECT_EQ(tile_at(index).index(), index);
}

TEST(Tile, B1_ThereAre36DifferentFacesInOrder) {
  const auto all = all_tiles();
  EXPECT_EQ(all.size(), 36U);
  EXPECT_TRUE(std::ranges::is_sorted(all));
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(Tiles, AreCountedWithoutOrder) {
  EXPECT_EQ(hand_of("Rc Gs Rc"), hand_of("Gs Rc Rc"));
  EXPECT_NE(hand_of("Rc Gs Rc"), hand_of("Gs Gs Rc"));
  const Tiles some = hand_of("Gs Rc Gs");
  EXPECT_EQ(some.size(), 3);
  EXPECT_EQ(some.count(tile("Gs")), 2);
  EXPECT_EQ(some.list(), tiles("Rc Gs Gs"));
  EXPECT_EQ(some.kinds(), tiles("Rc Gs"));
  EXPECT_TRUE(Tiles().empty());
  EXPECT_FALSE(some.empty());
}

TEST(Tiles, ContainOthersOnlyAsOftenAsTheyAreIn) {
  const Tiles some = hand_of("Rc Gs Gs");
  EXPECT_TRUE(some.contains(tile("Rc")));
  EXPECT_FALSE(some.contains(tile("Rs")));
  EXPECT_TRUE(some.contains(hand_of("Gs Gs")));
  EXPECT_FALSE(some.contains(hand_of("Rc Rc")));
  EXPECT_TRUE(some.contains(Tiles()));
}

TEST(Tiles, GrowByAddingAndShrinkByRemoving) {
  Tiles some = hand_of("Rc");
  some.add(tile("Gs"), 2);
  some.add(hand_of("Rc Bx"));
  EXPECT_EQ(some, hand_of("Rc Rc Gs Gs Bx"));
  EXPECT_TRUE(some.remove(tile("Rc")));
  EXPECT_TRUE(some.remove(hand_of("Rc Gs")));
  EXPECT_EQ(some, hand_of("Gs Bx"));
  EXPECT_EQ(some.size(), 2);
}

TEST(Tiles, AreUnchangedWhereOneToBeRemovedIsMissing) {
  Tiles some = hand_of("Rc Gs");
  EXPECT_FALSE(some.remove(tile("Bx")));
  EXPECT_FALSE(some.remove(hand_of("Rc Rc")));
  EXPECT_FALSE(some.remove(hand_of("Gs Bx")));
  EXPECT_EQ(some, hand_of("Rc Gs"));
}

TEST(LargestSet, B2_IsOfOneColourOrOfOneShape) {
  EXPECT_EQ(largest_set(hand_of("Rc Rs Rd Gl Bx Yt")), 3);
  EXPECT_EQ(largest_set(hand_of("Rc Gc Bc Yc Px Pt")), 4);
  EXPECT_EQ(largest_set(hand_of("Rc Rs Rd Rl Rx Rt")), 6);
}

TEST(LargestSet, B2_DoesNotCountRepeats) {
  EXPECT_EQ(largest_set(hand_of("Rc Rc Rc Gs Gs Bx")), 1);
  EXPECT_EQ(largest_set(hand_of("Rc Rc Rs Rs Gx Bx")), 2);
}

TEST(LargestSet, B2_IsOneWhereNothingMatchesAndNoneInAnEmptyHand) {
  EXPECT_EQ(largest_set(hand_of("Rc Os Yd Gl Bx Pt")), 1);
  EXPECT_EQ(largest_set(Hand()), 0);
}

}  // namespace
}  // namespace sixfold::tests
