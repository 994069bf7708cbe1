// The placement generator compared with the judge, on positions of random games of every variant.
#include <cstdint>
#include <iostream>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "rules/placement.hpp"
#include "support/judge.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

std::vector<JudgedPlacement> generated_placements(const Ruleset& rules, const Decision& decision) {
  std::vector<JudgedPlacement> generated;
  for (const Place& place : legal_placements(rules, decision))
    generated.push_back({place.tiles, score(rules, decision.board, place).points()});
  return generated;
}

/// The same decision on a table emptied by a take, so that it is not an opening.
std::optional<Decision> after_the_opening(Decision decision) {
  if (!decision.board.empty() || !decision.opening) return std::nullopt;
  decision.opening = false;
  return decision;
}

/// The same decision after a tile was lifted off the table, whether the seat has a disc or not:
/// with a hand of seven or more, and a barred cell.
std::optional<Decision> with_tile_lifted(Random& random, Decision decision) {
  if (decision.board.empty() || decision.barred) return std::nullopt;
  const auto lying = decision.board.tiles();
  const PlacedTile lifted = nth(lying, random.below(static_cast<int>(lying.size())));
  decision.board.remove(lifted.cell);
  decision.hand.add(lifted.tile);
  decision.barred = lifted;
  return decision;
}

struct Count {
  int positions = 0;
  int barred = 0;
  int openings = 0;
  int hands_of_seven = 0;
  std::int64_t placements = 0;
};

class Agreement : public testing::Test {
 protected:
  void compare(const Ruleset& rules, const Decision& decision) {
    const auto judged = judged_placements(rules, decision);
    Count& count = counts_[std::string(rules.variant)];
    ++count.positions;
    count.barred += decision.barred ? 1 : 0;
    count.openings += decision.board.empty() ? 1 : 0;
    count.hands_of_seven += decision.hand.size() == 7 ? 1 : 0;
    count.placements += static_cast<std::int64_t>(judged.size());
    ASSERT_EQ(generated_placements(rules, decision), judged)
        << rules.variant << "\n  table: " << decision.board << "\n  hand: " << decision.hand
        << "\n  opening: " << decision.opening;
  }

  [[nodiscard]] Count total() const {
    Count sum;
    for (const auto& [variant, count] : counts_) {
      sum.positions += count.positions;
      sum.barred += count.barred;
      sum.openings += count.openings;
      sum.hands_of_seven += count.hands_of_seven;
      sum.placements += count.placements;
    }
    return sum;
  }

  std::map<std::string, Count> counts_;
};

std::ostream& operator<<(std::ostream& out, const Count& count) {
  return out << count.positions << " positions (" << count.barred << " with a barred cell, "
             << count.openings << " on an empty table, " << count.hands_of_seven
             << " with seven in hand), " << count.placements << " placements";
}

TEST_F(Agreement, GeneratorAndJudgeFindTheSamePlacementsAndPoints) {
  const int wanted = long_tests() ? 100'000 : 3'000;
  for (std::uint64_t seed = 0; total().positions < wanted; ++seed) {
    RandomPlay game(seed);
    Random random(seed);
    while (!game.over() && !HasFatalFailure()) {
      const Position& position = game.game().position();
      // Not after every step: consecutive positions of a game are much alike.
      if (std::holds_alternative<std::monostate>(position.question) &&
          (!position.opened || position.taken || random.percent(20))) {
        const Decision decision = decision_of(position);
        compare(game.game().rules(), decision);
        if (const auto emptied = after_the_opening(decision))
          compare(game.game().rules(), *emptied);
        if (random.percent(30))
          if (const auto lifted = with_tile_lifted(random, decision))
            compare(game.game().rules(), *lifted);
      }
      game.step();
    }
    ASSERT_FALSE(HasFatalFailure()) << "in the game of seed " << seed;
  }
  for (const auto& [variant, count] : counts_) {
    std::cout << "  " << variant << ": " << count << '\n';
    EXPECT_GT(count.positions, wanted / 50) << variant;
  }
  std::cout << "  compared: " << total() << '\n';
  EXPECT_GT(total().barred, wanted / 50);
  EXPECT_GT(total().openings, wanted / 100);
  EXPECT_GT(total().hands_of_seven, wanted / 50);
}

}  // namespace
}  // namespace sixfold::tests
