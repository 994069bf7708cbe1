// The last draws: every hand that the opponent may hold, and the value of acts against them.
#include "engine/endgame/near_end.hpp"

#include <gtest/gtest.h>

#include "engine/master.hpp"
#include "quick_hands.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

TEST(PossibleHands, AreAllThereAreEachWithItsWays) {
  const auto hands = possible_hands(quick("Rc Rc Rc Gs"), 2);
  ASSERT_EQ(hands.size(), 2U);
  for (const PossibleHand& possible : hands) {
    EXPECT_EQ(possible.hand.size(), 2);
    EXPECT_EQ(possible.ways, 3) << possible.hand.count(tile("Gs").index());
  }
  int ways = 0;
  for (const PossibleHand& possible : possible_hands(quick("Rc Rc Gs Bd Bd Bd Yt Yt"), 6)) {
    EXPECT_EQ(possible.hand.size(), 6);
    ways += possible.ways;
  }
  EXPECT_EQ(ways, 28);
}

/// The share of the win of the player to move, found by trying everything once the bag is empty.
int final_lead(QuickGame& game, int me) {
  if (game.over()) return game.score(me) - game.score(1 - me);
  EngineRandom unused(0);
  std::vector<QuickPlacement> placements;
  generate(game.grid(), game.hand(game.turn()).set(),
           [&](const QuickPlacement& placement) { placements.push_back(placement); });
  QuickGame::Mark mark;
  game.mark(mark);
  if (placements.empty()) {
    game.pass();
    const int lead = final_lead(game, me);
    game.rewind(mark);
    return lead;
  }
  const bool mine = game.turn() == me;
  int best = mine ? -10'000 : 10'000;
  for (const QuickPlacement& placement : placements) {
    game.place(placement, unused);
    const int lead = final_lead(game, me);
    best = mine ? std::max(best, lead) : std::min(best, lead);
    game.rewind(mark);
  }
  return best;
}

double chance_by_brute_force(QuickGame& game, const View& view, const QuickPlacement& placement) {
  const int me = view.turn;
  double sum = 0;
  double ways = 0;
  QuickGame::Mark mark;
  const int held = view.seats[static_cast<std::size_t>(1 - me)].held;
  for (const PossibleHand& possible : possible_hands(QuickHand(view.unseen), held)) {
    EngineRandom dealer(1);
    game.deal_hand(view, possible.hand, dealer);
    game.mark(mark);
    game.place(placement, dealer);
    const int lead = final_lead(game, me);
    game.rewind(mark);
    sum += possible.ways * (lead > 0 ? 1 : lead == 0 ? 0.5 : 0);
    ways += possible.ways;
  }
  return sum / ways;
}

/// Games with hands of two, so that everything can be tried, and one tile in the bag.
std::optional<View> view_near_the_end(std::uint64_t seed) {
  Ruleset rules = variants::base();
  rules.hand_size = 2;
  RandomPlay play(seed, rules);
  for (; !play.over(); play.step()) {
    if (!play.between_turns() || play.game().position().bag.size() != 1) continue;
    if (play.game().position().seats.size() != 2) return std::nullopt;
    View seen = view(play.game(), play.game().position().turn);
    if (seen.seats[0].in && seen.seats[1].in && seen.acts.place) return seen;
  }
  return std::nullopt;
}

TEST(JudgeNearEnd, AgreesWithBruteForceOnSmallOnes) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < (long_tests() ? 400 : 60); ++seed) {
    const auto seen = view_near_the_end(seed);
    if (!seen) continue;
    QuickGame game(seen->rules);
    game.set_up(*seen);
    EngineRandom random(seed);
    game.deal_hidden(*seen, random);
    ASSERT_TRUE(is_near_end(game, *seen, 1));
    ASSERT_FALSE(is_near_end(game, *seen, 0));
    std::vector<Candidate> acts;
    std::vector<QuickPlacement> placements;
    generate(game.grid(), game.hand(game.turn()).set(), [&](const QuickPlacement& placement) {
      if (placements.size() == 6) return;
      placements.push_back(placement);
      acts.push_back({placement, placement.points, 0});
    });
    std::vector<Simulated> outcomes(acts.size());
    judge_near_end(
        game, *seen, acts, [](std::uint64_t /*nodes*/) { return 0.0; }, random, outcomes);
    for (std::size_t i = 0; i < acts.size(); ++i) {
      EXPECT_NEAR(outcomes[i].chance, chance_by_brute_force(game, *seen, placements[i]), 1e-9)
          << seed << " " << i;
      EXPECT_NEAR(outcomes[i].chances[0] + outcomes[i].chances[1], 1, 1e-9);
      ++compared;
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(IsNearEnd, DoubtsAViewWhoseUnseenTilesAreTooMany) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto seen = view_near_the_end(seed);
    if (!seen) continue;
    QuickGame game(seen->rules);
    seen->unseen.add(tile("Rc"));
    game.set_up(*seen);
    EngineRandom random(seed);
    game.deal_hidden(*seen, random);
    EXPECT_FALSE(is_near_end(game, *seen, 2));
    return;
  }
  FAIL() << "no game came near its end";
}

TEST(JudgeMoves, CountsOutTheUnseenAlikeWhateverWasJudgedBefore) {
  std::vector<View> views;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    if (auto seen = view_near_the_end(seed)) views.push_back(*std::move(seen));
  ASSERT_GT(views.size(), 2U);
  const auto judge = [](const View& seen, int near_end) {
    MasterSettings settings;
    settings.near_end = near_end;
    EngineRandom random(7);
    return judge_moves(seen, Budget{200, {}}, random, settings);
  };
  const int usual = MasterSettings{}.near_end;
  std::vector<std::vector<JudgedMove>> judged;
  judged.reserve(views.size());
  for (const View& seen : views) judged.push_back(judge(seen, usual));
  bool counted_out = false;
  for (std::size_t v = views.size(); v-- > 0;) {
    const auto again = judge(views[v], usual);
    ASSERT_EQ(judged[v].size(), again.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
      EXPECT_EQ(judged[v][i].move, again[i].move);
      EXPECT_EQ(judged[v][i].outcome.chance, again[i].outcome.chance);
    }
    counted_out =
        counted_out || judge(views[v], 0).front().outcome.chance != again.front().outcome.chance;
  }
  EXPECT_TRUE(counted_out);
}

}  // namespace
}  // namespace sixfold::tests
