#include "play/dealer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/positions.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using DealerRandom = sixfold::Random;

/// How far counts are from being equal: about their number if they are random.
double chi_square(const std::vector<int>& counts) {
  double total = 0;
  for (const int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

/// Too far to be chance: six standard deviations.
double too_far(std::size_t kinds) {
  const double mean = static_cast<double>(kinds) - 1;
  return mean + 6 * std::sqrt(2 * mean);
}

class Dealer : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static Ruleset rules() { return edition_named(GetParam())->ruleset(); }
};

TEST_P(Dealer, DealsSetUpsThatTheRulesAccept) {
  DealerRandom random(6);
  for (int seats = fewest_seats; seats <= most_seats; ++seats)
    for (int i = 0; i < 50; ++i) {
      Ruleset dealt_for = rules();
      if (dealt_for.layout && i % 2 == 1) dealt_for.layout = random_layout(dealt_for, random);
      const auto setup = deal(dealt_for, players(seats), random);
      EXPECT_TRUE(Game::begin(dealt_for, setup));
    }
}

TEST_P(Dealer, DealsTheSameFromTheSameStreamAndElseFromAnother) {
  DealerRandom first(6, 1);
  DealerRandom again(6, 1);
  DealerRandom other(6, 2);
  const auto setup = deal(rules(), players(3), first);
  EXPECT_EQ(deal(rules(), players(3), again), setup);
  EXPECT_NE(deal(rules(), players(3), other), setup);
  EXPECT_EQ(first, again);
}

TEST_P(Dealer, DealsEveryTileToEverySeatAboutEquallyOften) {
  DealerRandom random(6);
  std::vector<std::vector<int>> counts(2, std::vector<int>(face_count));
  for (int i = 0; i < 4000; ++i) {
    const auto setup = deal(rules(), players(2), random);
    for (std::size_t seat = 0; seat < 2; ++seat)
      for (const Tile tile : setup.hands[seat]) ++nth(counts[seat], tile.index());
  }
  for (const std::vector<int>& of_seat : counts)
    EXPECT_LT(chi_square(of_seat), too_far(face_count));
}

TEST_P(Dealer, AnswersEveryQuestionOfAGameAsTheRulesAllow) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DealerRandom random(seed);
    RandomPlay play(seed, rules());
    while (!play.over()) {
      const Game& game = play.game();
      if (!std::holds_alternative<std::monostate>(game.position().question)) {
        Game answered = game;
        EXPECT_FALSE(answered.answer(answer_for(game.rules(), game.position(), random)));
      }
      play.step();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Editions, Dealer, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST(DealerDraws, EveryPieceOfTheBagAboutEquallyOften) {
  Position position = midgame(board_of("Rc@0,0"), {"Rs", "Gs"}, "Rc Rs Rs Rd Rd Rd Gc");
  position.question = DrawQuestion{1, {}};
  DealerRandom random(6);
  std::map<Tile, int> counts;
  constexpr int draws_of_each = 10'000;
  for (int i = 0; i < 7 * draws_of_each; ++i)
    ++counts[answer_for(variants::base(), position, random).front()];
  EXPECT_EQ(counts.size(), 4U);
  EXPECT_NEAR(counts[tile("Rc")], draws_of_each, 500);
  EXPECT_NEAR(counts[tile("Rs")], 2 * draws_of_each, 700);
  EXPECT_NEAR(counts[tile("Rd")], 3 * draws_of_each, 700);
  EXPECT_NEAR(counts[tile("Gc")], draws_of_each, 500);
}

TEST(DealerDraws, EmptiesTheBagWithoutRepeats) {
  Position position = midgame(board_of("Rc@0,0"), {"", "Gs"}, "Rc Rs Rs Gd Gl Yx");
  position.question = DrawQuestion{6, {}};
  DealerRandom random(6);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(Tiles(answer_for(variants::base(), position, random)), position.bag);
}

TEST(DealerRolls, EveryFaceOfEveryCubeAboutEquallyOften) {
  Position position = midgame(board_of("Rc@0,0"), {"Rs Gt", "Gs"});
  position.question = RollQuestion{tiles("Rs Gt"), false};
  DealerRandom random(6);
  std::vector<int> pairs(36);
  for (int i = 0; i < 72'000; ++i) {
    const std::vector<Tile> faces = answer_for(variants::cubes(), position, random);
    ASSERT_EQ(faces.size(), 2U);
    ASSERT_EQ(faces[0].colour, Colour::red);
    ASSERT_EQ(faces[1].colour, Colour::green);
    ++pairs[static_cast<std::size_t>(faces[0].shape) * 6 +
            static_cast<std::size_t>(faces[1].shape)];
  }
  EXPECT_LT(chi_square(pairs), too_far(36));
}

TEST(DealerLots, GiveEverySeatThatMayOpenItsChance) {
  DealerRandom random(6);
  std::vector<int> counts(4);
  for (int i = 0; i < 8000; ++i)
    ++nth(counts, deal(variants::connect(), players(4), random).opener);
  EXPECT_LT(chi_square(counts), too_far(4));
}

TEST(DealerLots, AreCastAmongTheLargestSetsAlone) {
  DealerRandom random(6);
  std::map<std::size_t, std::set<std::size_t>>
      chosen;  // by the number of possible openers: who opened
  for (int i = 0; i < 3000; ++i) {
    const auto setup = deal(variants::base(), players(3), random);
    const auto openers = possible_openers(variants::base(), setup.players, setup.hands);
    const auto found = std::ranges::find(openers, setup.opener);
    ASSERT_NE(found, openers.end());
    chosen[openers.size()].insert(static_cast<std::size_t>(found - openers.begin()));
  }
  EXPECT_EQ(chosen[1].size(), 1U);
  EXPECT_EQ(chosen[2].size(), 2U);
  EXPECT_EQ(chosen[3].size(), 3U);
}

TEST(DealerLots, AgesLeaveNothingToTheLot) {
  DealerRandom random(6);
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(deal(variants::connect(), players(3, {40, 12, 30}), random).opener, 1);
}

std::vector<Layout> many_layouts(const Ruleset& rules) {
  DealerRandom random(6);
  std::vector<Layout> layouts;
  for (int i = 0; i < 3000; ++i) layouts.push_back(random_layout(rules, random));
  return layouts;
}

std::size_t different(const std::vector<Layout>& layouts) {
  std::set<std::vector<std::string>> drawings;
  for (const Layout& layout : layouts) drawings.insert(rows_of(layout));
  return drawings.size();
}

TEST(DealerLayouts, OfABoardWithoutTableausAreThatBoard) {
  Ruleset rules = variants::select();
  rules.layout = *layout_from_rows(std::vector<std::string>(20, std::string(20, '.')));
  DealerRandom random(6);
  EXPECT_EQ(random_layout(rules, random), rules.layout);
  rules.layout->stars.push_back({3, 3});
  EXPECT_EQ(random_layout(rules, random), rules.layout);
}

TEST(DealerLayouts, OfSelectAlwaysHaveTheirStartCellsInTheMiddle) {
  const std::vector<Layout> layouts = many_layouts(variants::select());
  EXPECT_EQ(different(layouts), 1U);
  EXPECT_EQ(layouts.front(), variants::select().layout);
}

TEST(DealerLayouts, OfConnectTurnEveryTableauBothWays) {
  const std::vector<Layout> layouts = many_layouts(variants::connect());
  EXPECT_EQ(different(layouts), 16U);
  for (const Layout& layout : layouts) {
    EXPECT_EQ(layout.presets.size(), 24U);
    EXPECT_EQ(layout.bonus.size(), 48U);
    EXPECT_TRUE(layout.stars.empty());
  }
}

TEST(DealerLayouts, OfTheCombinationMixOneToThreeOfEitherKind) {
  const std::vector<Layout> layouts = many_layouts(variants::select_connect());
  std::map<std::size_t, int> stars;
  for (const Layout& layout : layouts) {
    EXPECT_FALSE(layout_fault(layout));
    ++stars[layout.stars.size()];
    EXPECT_EQ(layout.presets.size(), 6 * (4 - layout.stars.size() / 3));
  }
  ASSERT_EQ(stars.size(), 3U);
  for (const std::size_t count : {3U, 6U, 9U}) EXPECT_NEAR(stars[count], 1000, 200);
  EXPECT_GT(different(layouts), 500U);
}

}  // namespace
}  // namespace sixfold::tests
