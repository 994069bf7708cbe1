// The engine's generator compared with the plain one, on positions of random games of every
// variant.
#include "engine/search/generator.hpp"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/search/best_placement.hpp"
#include "rules/placement.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using ScoredPlacement = std::pair<std::vector<PlacedTile>, int>;

/// Sorted; a placement found twice appears twice.
std::vector<ScoredPlacement> quick_placements(const Ruleset& rules, const Decision& decision) {
  const Grid& grid = grid_for(rules, decision);
  const int length = opening_length(rules, decision);
  std::vector<ScoredPlacement> found;
  generate(grid, set_of(decision.hand), [&](const QuickPlacement& placement) {
    if (length == 0 || placement.count == length)
      found.emplace_back(placement.to_place(grid).tiles, placement.points);
  });
  std::ranges::sort(found);
  return found;
}

std::vector<ScoredPlacement> plain_placements(const Ruleset& rules, const Decision& decision) {
  std::vector<ScoredPlacement> found;
  for (const Place& place : legal_placements(rules, decision))
    found.emplace_back(place.tiles, score(rules, decision.board, place).points());
  return found;
}

/// What is in the first list but not in the second; both are sorted.
std::vector<ScoredPlacement> less(const std::vector<ScoredPlacement>& all,
                                  const std::vector<ScoredPlacement>& these) {
  std::vector<ScoredPlacement> rest;
  std::ranges::set_difference(all, these, std::back_inserter(rest));
  return rest;
}

Hand random_hand(Random& random) {
  Hand hand;
  for (int left = 1 + random.below(7); left > 0; --left)
    hand.add(tile_at(random.below(face_count)));
  return hand;
}

struct Count {
  int positions = 0;
  int barred = 0;
  int hands_of_seven = 0;
  int openings = 0;  // whose length depends on the hand
  int empty = 0;
  int custom_boards = 0;
  std::int64_t placements = 0;

  Count& operator+=(const Count& other) {
    positions += other.positions;
    barred += other.barred;
    hands_of_seven += other.hands_of_seven;
    openings += other.openings;
    empty += other.empty;
    custom_boards += other.custom_boards;
    placements += other.placements;
    return *this;
  }
};

std::ostream& operator<<(std::ostream& out, const Count& count) {
  return out << count.positions << " positions (" << count.barred << " with a barred cell, "
             << count.hands_of_seven << " with seven in hand, " << count.empty
             << " on an empty table, " << count.openings << " of them bound to the largest set, "
             << count.custom_boards << " on invented boards), " << count.placements
             << " placements";
}

class Generator : public testing::Test {
 protected:
  void compare(const Ruleset& rules, const Decision& decision) {
    const auto plain = plain_placements(rules, decision);
    Count& count = counts_[std::string(rules.variant)];
    ++count.positions;
    ++positions_;
    count.barred += decision.barred ? 1 : 0;
    count.hands_of_seven += decision.hand.size() == 7 ? 1 : 0;
    count.empty += decision.board.empty() ? 1 : 0;
    count.openings += opening_length(rules, decision) != 0 ? 1 : 0;
    count.custom_boards += rules.layout && rules.layout->width != 2 * tableau_side ? 1 : 0;
    count.placements += static_cast<std::int64_t>(plain.size());
    const auto quick = quick_placements(rules, decision);
    ASSERT_TRUE(quick == plain) << rules.variant << "\n  table: " << decision.board
                                << "\n  hand: " << decision.hand
                                << "\n  opening: " << decision.opening << "\n  barred: "
                                << (decision.barred ? testing::PrintToString(*decision.barred)
                                                    : "-")
                                << "\n  missing: " << testing::PrintToString(less(plain, quick))
                                << "\n  too many: " << testing::PrintToString(less(quick, plain));
  }

  /// Compares the decision, and variations of it: another hand, one tile taken up, or all.
  void compare_with_others(Random& random, const Ruleset& rules, Decision decision) {
    compare(rules, decision);
    if (decision.barred || decision.board.empty()) return;
    if (random.percent(10)) {
      Decision other = decision;
      other.hand = random_hand(random);
      compare(rules, other);
    }
    if (!random.percent(30)) return;
    if (random.percent(5))
      while (decision.board.size() > 1) decision.board.remove(decision.board.tiles().front().cell);
    const auto lying = decision.board.tiles();
    const PlacedTile taken =
        lying[static_cast<std::size_t>(random.below(static_cast<int>(lying.size())))];
    decision.board.remove(taken.cell);
    decision.hand.add(taken.tile);
    decision.barred = taken;
    compare(rules, decision);
  }

  std::map<std::string, Count> counts_;
  int positions_ = 0;
};

TEST_F(Generator, FindsWhatThePlainOneFindsEachOnceWithItsPoints) {
  const int wanted = long_tests() ? 120'000 : 2'500;
  for (std::uint64_t seed = 0; positions_ < wanted; ++seed) {
    RandomPlay game(seed);
    Random random(seed);
    while (!game.over()) {
      const Position& position = game.game().position();
      // Not after every step: consecutive positions of a game are much alike.
      if (std::holds_alternative<std::monostate>(position.question) &&
          (!position.opened || position.taken || random.percent(20)))
        compare_with_others(random, game.game().rules(), decision_of(position));
      ASSERT_FALSE(HasFatalFailure()) << "in the game of seed " << seed;
      game.step();
    }
  }
  Count total;
  for (const auto& [variant, count] : counts_) {
    std::cout << "  " << variant << ": " << count << '\n';
    EXPECT_GT(count.positions, wanted / 20) << variant;
    EXPECT_GT(count.barred, wanted / 100) << variant;
    total += count;
  }
  std::cout << "  compared: " << total << '\n';
  EXPECT_EQ(counts_.size(), all_variants().size());
  EXPECT_GT(total.hands_of_seven, wanted / 50);
  EXPECT_GT(total.empty, wanted / 100);
  EXPECT_GT(total.openings, wanted / 200);
  EXPECT_GT(total.custom_boards, wanted / 50);
}

TEST_F(Generator, FindsOpeningsOfEveryLengthOnTheStartCells) {
  const Layout small =
      *layout_from_rows({"S.....", ".1..*.", "..S.2.", "......", "...9..", "*....S"});
  for (const char* const text : {"Rc", "Rc Rc Rc", "Rc Gs", "Rc Rs Rd", "Rc Rs Gs Bs Ps Pl",
                                 "Rc Rs Rd Rl Rx Rt", "Rc Oc Yc Gc Bc Pc"})
    for (const Variant& variant : all_variants())
      for (const Opening opening : {Opening::largest_set, Opening::youngest}) {
        Ruleset rules = variant.ruleset();
        rules.opening = opening;
        std::vector<Tile> hand = tiles(text);
        if (rules.layout && hand.size() == 6) rules.layout = small;
        // If any cell is allowed, the plain generator is slow with six tiles.
        if (rules.layout && !rules.start_cells_count && hand.size() == 6) hand.resize(4);
        compare(rules, {.board = {}, .hand = Hand(hand), .barred = {}, .opening = true});
        ASSERT_FALSE(HasFatalFailure()) << text;
      }
}

TEST_F(Generator, FindsNothingForAnEmptyHand) {
  const Ruleset rules = variants::base();
  compare(rules, {.board = board_of("Rc@0,0"), .hand = {}, .barred = {}, .opening = false});
  compare(rules, {.board = {}, .hand = {}, .barred = {}, .opening = true});
}

TEST_F(Generator, LeavesLinesAloneThatBlackCellsSideBySideMadeWrong) {
  Ruleset rules = variants::connect();
  rules.layout = *layout_from_rows(std::vector<std::string>(12, std::string(12, '.')));
  const Hand hand = hand_of("Rd Rl Gs Bs Yc Pc Rs");
  for (const char* const table :
       {"Rc@3,3 Rc@4,3", "Rc@3,3 Rs@4,3 Rc@5,3", "Rc@3,3 Gs@4,3", "Rc@3,3 Rc@4,3 Rs@6,3",
        "Rc@2,3 Rs@4,3 Rd@5,3 Rc@6,3 Rd@8,3", "Rc@3,3 Rs@3,4 Rd@3,5 Rl@3,6 Rx@3,7 Rt@3,8 Oc@3,9"}) {
    compare(rules, {.board = board_of(table), .hand = hand, .barred = {}, .opening = false});
    ASSERT_FALSE(HasFatalFailure()) << table;
  }
}

TEST_F(Generator, KeepsATileOffTheCellItWasTakenFromAndOffNoOther) {
  const Ruleset rules = variants::select();
  const Decision decision{.board = board_of("Rc@7,7 Rd@9,7"),
                          .hand = hand_of("Rs Rl Rx"),
                          .barred = placed_tile("Rs@8,7"),
                          .opening = false};
  compare(rules, decision);
  // Put another tile on that cell, and the one that was taken next to it.
  const auto found = quick_placements(rules, decision);
  EXPECT_TRUE(std::ranges::binary_search(found, ScoredPlacement{placed("Rl@8,7 Rs@10,7"), 4}));
}

TEST_F(Generator, WorksFarFromTheOriginOfATableWithoutBounds) {
  const Ruleset rules = variants::base();
  compare(rules, {.board = board_of("Rc@900000000,-900000000 Rs@900000001,-900000000"),
                  .hand = hand_of("Rd Rl Gs Bs Yc"),
                  .barred = {},
                  .opening = false});
}

TEST_F(Generator, FollowsATableThatStretchesAsFarAsItCan) {
  // A staircase of all 108 tiles, each step a line of two.
  const Ruleset rules = variants::base();
  Board board;
  Tiles bag = full_bag(rules);
  Cell cell{0, 0};
  Tile last = tile("Rc");
  ASSERT_TRUE(bag.remove(last));
  board.put({cell, last});
  for (bool across = true; !bag.empty(); across = !across) {
    const std::vector<Tile> left = bag.kinds();
    const auto next = std::ranges::find_if(left, [&](Tile tile) {
      return tile != last && (tile.colour == last.colour || tile.shape == last.shape);
    });
    if (next == left.end()) break;
    cell = step(cell, across ? Direction::across : Direction::down, 1);
    last = *next;
    ASSERT_TRUE(bag.remove(last));
    board.put({cell, last});
  }
  ASSERT_GT(board.size(), 90);
  compare(rules,
          {.board = board, .hand = hand_of("Rc Os Yd Gl Bx Pt"), .barred = {}, .opening = false});
}

TEST_F(Generator, BestPlacementIsOneOfThoseWithTheMostPoints) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Game game = random_game(seed, static_cast<int>(seed % 60));
    const Position& position = game.position();
    if (position.end || !std::holds_alternative<std::monostate>(position.question)) continue;
    const Decision decision = decision_of(position);
    const auto plain = plain_placements(game.rules(), decision);
    const Grid& grid = grid_for(game.rules(), decision);
    sixfold::Random rng(seed);
    const auto best =
        best_placement(grid, set_of(decision.hand), opening_length(game.rules(), decision), rng);
    ASSERT_EQ(best.has_value(), !plain.empty());
    if (!best) continue;
    const auto most = std::ranges::max_element(plain, {}, &ScoredPlacement::second);
    EXPECT_EQ(best->points, most->second);
    const ScoredPlacement chosen{best->to_place(grid).tiles, best->points};
    EXPECT_TRUE(std::ranges::binary_search(plain, chosen));
  }
}

TEST_F(Generator, BestPlacementGivesEveryTieItsChance) {
  const Ruleset rules = variants::base();
  const Decision decision{
      .board = board_of("Rc@0,0"), .hand = hand_of("Rs"), .barred = {}, .opening = false};
  const Grid& grid = grid_for(rules, decision);
  sixfold::Random rng(1);
  std::map<GridIndex, int> chosen;
  for (int i = 0; i < 4000; ++i)
    ++chosen[best_placement(grid, set_of(decision.hand), 0, rng)->cells[0]];
  ASSERT_EQ(chosen.size(), 4U);
  for (const auto& [cell, count] : chosen) EXPECT_NEAR(count, 1000, 150) << cell;
}

}  // namespace
}  // namespace sixfold::tests
