// The dealer of paired games: each seat has its own luck, and it is fair.
#include "play/paired_dealer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "play/match.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// What happened in one game with this dealer.
struct Dealt {
  Setup setup;
  std::vector<std::vector<Tile>> drawn;  ///< by seat, in order, including the first hand
  std::vector<Turn> turns;
};

using Choice = Move (*)(const View& view, Random& random);

/// Places a single tile if possible.
Move lay_one(const View& view, Random& random) {
  for (const Place& place : legal_placements(view.rules, decision_of(view)))
    if (place.tiles.size() == 1) return place;
  return bot_named("greedy")->choose(view, random);
}

Move lay_most_points(const View& view, Random& random) {
  return bot_named("greedy")->choose(view, random);
}

Move play_anything(const View& view, Random& random) {
  return bot_named("random")->choose(view, random);
}

/// A game of these bots, one per seat.
Dealt play_with(const Ruleset& rules, const std::vector<Choice>& bots, std::uint64_t seed) {
  PairedDealer dealer(rules, static_cast<int>(bots.size()), seed);
  std::vector<Chooser> choosers;
  choosers.reserve(bots.size());
  for (const Choice choose : bots)
    choosers.emplace_back(
        [choose, random = Random(seed, choosers.size())](const View& view) mutable {
          return Result<Move, Forfeit>(choose(view, random));
        });
  auto game = Game::begin(rules, dealer.deal(players(static_cast<int>(bots.size()))));
  EXPECT_TRUE(game.has_value());
  const MatchResult match =
      play_out(*std::move(game), choosers, [&](const Game& at) { return dealer.answer(at); });
  EXPECT_TRUE(match.forfeits.empty());
  const Game& played = match.game.game();
  Dealt dealt{played.setup(), played.setup().hands, played.turns()};
  for (const Turn& turn : played.turns())
    std::ranges::copy(turn.draw, std::back_inserter(nth(dealt.drawn, turn.seat)));
  return dealt;
}

bool trades(const Dealt& dealt) {
  return std::ranges::any_of(
      dealt.turns, [](const Turn& turn) { return std::holds_alternative<Traded>(turn.act); });
}

/// Whether both are the same order with some tiles skipped: in the first list only tiles that
/// others drew in the first game, in the second only those that others drew in the second.
bool same_order(std::span<const Tile> first, std::span<const Tile> second, Tiles others_first,
                Tiles others_second) {
  while (!first.empty() && !second.empty() && first.front() == second.front()) {
    first = first.subspan(1);
    second = second.subspan(1);
  }
  if (first.empty() || second.empty()) return true;
  if (others_second.remove(first.front()) &&
      same_order(first.subspan(1), second, others_first, others_second))
    return true;
  return others_first.remove(second.front()) &&
         same_order(first, second.subspan(1), others_first, others_second);
}

/// Everything that the other seats had drawn by the end of the part considered.
Tiles drawn_by_others(const Dealt& dealt, std::size_t seat, std::size_t each) {
  Tiles drawn;
  for (std::size_t other = 0; other < dealt.drawn.size(); ++other) {
    if (other == seat) continue;
    for (std::size_t i = 0; i < each && i < dealt.drawn[other].size(); ++i)
      drawn.add(dealt.drawn[other][i]);
  }
  return drawn;
}

class PairedDealing : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static Ruleset rules() { return edition_named(GetParam())->ruleset(); }
};

INSTANTIATE_TEST_SUITE_P(Editions, PairedDealing, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST_P(PairedDealing, DealsTheSameWithTheSameSeed) {
  std::set<std::vector<Tile>> first_hands;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const int seats : {2, 3, 4}) {
      const auto setup = PairedDealer(rules(), seats, seed).deal(players(seats));
      EXPECT_EQ(PairedDealer(rules(), seats, seed).deal(players(seats)), setup);
      EXPECT_TRUE(Game::begin(rules(), setup).has_value());
      if (seats == 2) first_hands.insert(setup.hands[0]);
    }
  EXPECT_EQ(first_hands.size(), 20U);
}

TEST_P(PairedDealing, IsTheSameGameWithTheSameSeedAndThePlayersSame) {
  for (const std::vector<Choice>& bots :
       {std::vector<Choice>{lay_most_points, play_anything},
        {play_anything, lay_most_points, lay_one, play_anything}}) {
    const Dealt first = play_with(rules(), bots, 3);
    EXPECT_EQ(play_with(rules(), bots, 3).turns, first.turns);
    EXPECT_NE(play_with(rules(), bots, 4).turns, first.turns);
  }
}

TEST_P(PairedDealing, ConservesTilesWhateverIsDrawnAndReturned) {
  // Game::answer refuses a draw that the bag cannot supply, and play_with refuses a forfeit. It
  // remains to check that there are games with trades and that they end.
  int with_trades = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Dealt dealt = play_with(rules(), {play_anything, lay_most_points, play_anything}, seed);
    with_trades += trades(dealt) ? 1 : 0;
  }
  EXPECT_GT(with_trades, rules().trading == Trading::by_choice ? 6 : -1);
}

TEST(PairedDealer, GivesASeatItsOwnOrderWhateverTheOthersDo) {
  // The same seats and deals with different bots, so that everyone draws different numbers of tiles
  // at different times. Early in the game few tiles can have been skipped.
  constexpr std::size_t early = 14;
  int compared = 0;
  int same = 0;
  const auto traded = [](const Turn& turn) { return std::holds_alternative<Traded>(turn.act); };
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Dealt one = play_with(variants::base(), {lay_most_points, lay_most_points}, seed);
    const Dealt other = play_with(variants::base(), {lay_most_points, lay_one}, seed);
    ASSERT_EQ(one.setup.hands, other.setup.hands);
    // Traded tiles return at any place in the order.
    if (std::ranges::any_of(one.turns | std::views::take(12), traded) ||
        std::ranges::any_of(other.turns | std::views::take(12), traded))
      continue;
    for (const std::size_t seat : {0U, 1U}) {
      const std::span first(one.drawn[seat].data(), early);
      const std::span second(other.drawn[seat].data(), early);
      EXPECT_TRUE(same_order(first, second, drawn_by_others(one, seat, 2 * early),
                             drawn_by_others(other, seat, 2 * early)))
          << "seed " << seed << ", seat " << seat;
      for (std::size_t i = 0; i < early; ++i) same += first[i] == second[i] ? 1 : 0;
      compared += static_cast<int>(early);
    }
  }
  EXPECT_GT(compared, 500);
  std::cout << "  " << same << " of " << compared << " tiles drawn in both games\n";
  EXPECT_GT(same, 0.8 * compared) << "of " << compared;
}

TEST(PairedDealer, RollsTheSameFacesHoweverManyCubesWereRolledBefore) {
  const Ruleset rules = variants::cubes();
  PairedDealer dealer(rules, 2, 7);
  auto begun = Game::begin(rules, dealer.deal(players(2)));
  ASSERT_TRUE(begun.has_value());
  Game game = *std::move(begun);
  // Advances to the first turn in which a roll is possible.
  while (!open_acts(rules, game.position()).roll) {
    if (std::holds_alternative<DrawQuestion>(game.position().question))
      ASSERT_FALSE(game.answer(dealer.answer(game)));
    else
      play(game, legal_placements(rules, decision_of(game.position())).front());
  }
  const std::vector<Tile> cubes = game.position().mover().hand.list();
  Game one = game;
  Game all = game;
  play(one, Roll{{cubes[0]}});
  play(all, Roll{cubes});
  EXPECT_EQ(dealer.answer(one)[0], dealer.answer(all)[0]);
  EXPECT_EQ(dealer.answer(all), dealer.answer(all));
}

/// Chi-square of counts that should all be equal.
double chi_square(const std::vector<int>& counts) {
  double sum = 0;
  for (const int count : counts) sum += count;
  const double expected = sum / static_cast<double>(counts.size());
  double chi = 0;
  for (const int count : counts) chi += (count - expected) * (count - expected) / expected;
  return chi;
}

/// The value that chi-square exceeds once in ten thousand times (Wilson and Hilferty).
double chi_square_limit(std::size_t kinds) {
  const auto freedom = static_cast<double>(kinds - 1);
  const double a = 2 / (9 * freedom);
  return freedom * std::pow(1 - a + 3.719 * std::sqrt(a), 3);
}

TEST(PairedDealer, DealsEveryTileEquallyOften) {
  std::vector<std::vector<int>> by_place(3, std::vector<int>(face_count));
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const auto setup = PairedDealer(variants::base(), 3, seed).deal(players(3));
    // The first tile of the first seat, the last of the first, the last of the last.
    ++nth(by_place[0], setup.hands[0].front().index());
    ++nth(by_place[1], setup.hands[0].back().index());
    ++nth(by_place[2], setup.hands[2].back().index());
  }
  for (const auto& counts : by_place) EXPECT_LT(chi_square(counts), chi_square_limit(face_count));
}

/// How often something happened, and how often it should have.
struct Expectation {
  double expected = 0;
  double variance = 0;
  int seen = 0;

  void add(double chance, bool happened) {
    expected += chance;
    variance += chance * (1 - chance);
    seen += happened ? 1 : 0;
  }
  void expect_met() const { EXPECT_NEAR(seen, expected, 4 * std::sqrt(variance)); }
};

TEST(PairedDealer, DrawsUniformlyFromWhatTheBagHoldsAlsoAfterTrades) {
  // One seat opens, then both keep trading everything. Tiles given back, by oneself or by the
  // other, must come as often as their share of the bag suggests.
  const Ruleset rules = variants::base();
  Expectation own_first;
  Expectation own_last;
  Expectation of_other;
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    PairedDealer dealer(rules, 2, seed);
    auto begun = Game::begin(rules, dealer.deal(players(2)));
    ASSERT_TRUE(begun.has_value());
    Game game = *std::move(begun);
    play(game, legal_placements(rules, decision_of(game.position())).front());
    ASSERT_FALSE(game.answer(dealer.answer(game)));
    std::vector<Tiles> given_back;
    for (int trade = 0; trade < 4; ++trade) {
      const std::vector<Tile> hand = game.position().mover().hand.list();
      play(game, Trade{hand});
      const Bag bag = game.position().bag;
      const std::vector<Tile> drawn = dealer.answer(game);
      const auto share = [&](const Tiles& tiles) {
        int copies = 0;
        for (const Tile tile : tiles.kinds()) copies += bag.count(tile);
        return static_cast<double>(copies) / bag.size();
      };
      if (trade >= 2) {
        const Tiles& own = given_back[static_cast<std::size_t>(trade) - 2];
        const Tiles& other = given_back.back();
        own_first.add(share(own), own.contains(drawn.front()));
        own_last.add(share(own), own.contains(drawn.back()));
        of_other.add(share(other), other.contains(drawn.front()));
      }
      given_back.emplace_back(hand);
      ASSERT_FALSE(game.answer(drawn));
    }
  }
  own_first.expect_met();
  own_last.expect_met();
  of_other.expect_met();
  EXPECT_GT(own_first.seen, 1000);
}

TEST(PairedDealer, DrawsReturnedTilesAgainWhenTheBagRunsOut) {
  // Two players that keep trading everything go through the bag many times.
  const Ruleset rules = variants::base();
  PairedDealer dealer(rules, 4, 1);
  auto begun = Game::begin(rules, dealer.deal(players(4)));
  ASSERT_TRUE(begun.has_value());
  Game game = *std::move(begun);
  std::map<Tile, int> drawn;
  sixfold::Random random(2);
  for (int turns = 0; turns < 120 && !game.position().end; ++turns) {
    const auto placements = legal_placements(rules, decision_of(game.position()));
    const bool place =
        !placements.empty() && (turns % 12 == 0 || !open_acts(rules, game.position()).trade);
    if (place) {
      play(game, placements[random.index(placements.size())]);
    } else if (open_acts(rules, game.position()).trade) {
      std::vector<Tile> hand = game.position().mover().hand.list();
      const auto most =
          trade_limits(rules, game.position().mover().hand, game.position().bag.size()).most;
      hand.resize(static_cast<std::size_t>(most));
      play(game, Trade{hand});
    } else {
      play(game, Pass{});
    }
    if (!std::holds_alternative<DrawQuestion>(game.position().question)) continue;
    const std::vector<Tile> tiles = dealer.answer(game);
    for (const Tile tile : tiles) ++drawn[tile];
    ASSERT_FALSE(game.answer(tiles));
  }
  // Far more than the three copies that exist.
  EXPECT_GT(std::ranges::max_element(drawn, {}, [](const auto& d) { return d.second; })->second, 9);
}

}  // namespace
}  // namespace sixfold::tests
