// The solver compared with trying every line of play, and its preconditions.
#include "engine/endgame/endgame.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/endgame/endgame_bounds.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/properties.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

constexpr auto never = [](std::uint64_t /*nodes*/) { return false; };

/// Plays greedily until the bag is empty and at most `tiles` tiles are held; false if the game ends
/// first.
bool play_to_the_end(QuickGame& game, std::uint64_t seed, int tiles) {
  EngineRandom dealer(seed, 0);
  EngineRandom rng(seed, 1);
  game.begin(2, dealer);
  while (!game.over() && (game.bag() > 0 || game.hand(0).size() + game.hand(1).size() > tiles))
    game.greedy_turn(rng, dealer);
  return !game.over() && is_endgame(game);
}

std::vector<QuickPlacement> placements_of(const QuickGame& game, int seat) {
  std::vector<QuickPlacement> placements;
  generate(game.grid(), game.hand(seat).set(),
           [&](const QuickPlacement& placement) { placements.push_back(placement); });
  return placements;
}

/// What the player to move gains, found by trying everything.
int by_brute_force(QuickGame& game) {
  EngineRandom unused(0);
  const int me = game.turn();
  const int before = game.score(me) - game.score(1 - me);
  const std::vector<QuickPlacement> placements = placements_of(game, me);
  QuickGame::Mark mark;
  game.mark(mark);
  int best = -10'000;
  const auto look = [&] {
    int gain = game.score(me) - game.score(1 - me) - before;
    if (!game.over()) gain += game.turn() == me ? by_brute_force(game) : -by_brute_force(game);
    best = std::max(best, gain);
    game.rewind(mark);
  };
  for (const QuickPlacement& placement : placements) {
    game.place(placement, unused);
    look();
  }
  if (placements.empty()) {
    game.pass();
    look();
  }
  return best;
}

TEST(Endgame, AgreesWithBruteForceOnSmallOnes) {
  int solved = 0;
  for (const Variant& variant : all_variants()) {
    if (variant.ruleset().pieces.rolled || variant.ruleset().take_for_disc) continue;
    QuickGame game(variant.ruleset());
    const bool thorough = long_tests();
    for (std::uint64_t seed = 0; seed < (thorough ? 150 : 60); ++seed) {
      if (!play_to_the_end(game, seed, thorough ? 6 : 5)) continue;
      const EndgameResult result = solve_endgame(game, never);
      ASSERT_TRUE(result.exact) << seed;
      ASSERT_EQ(result.gain, by_brute_force(game)) << variant.name << " " << seed;
      ++solved;
    }
  }
  EXPECT_GT(solved, 50);
}

/// What the player to move gains with this placement.
int by_brute_force_after(QuickGame& game, const QuickPlacement& placement) {
  EngineRandom unused(0);
  const int me = game.turn();
  const int before = game.score(me) - game.score(1 - me);
  QuickGame::Mark mark;
  game.mark(mark);
  game.place(placement, unused);
  int gain = game.score(me) - game.score(1 - me) - before;
  if (!game.over()) gain += game.turn() == me ? by_brute_force(game) : -by_brute_force(game);
  game.rewind(mark);
  return gain;
}

EndgameHands hands_of(const QuickGame& game) {
  return {game.hand(game.turn()), game.hand(1 - game.turn()), game.rules().bonus_for_out};
}

TEST(EndgameBounds, BeforeTheLastTileItTellsTheGain) {
  QuickGame game(variants::base());
  EndgameBounds bounds;
  int told = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    if (!play_to_the_end(game, seed, 5) || game.hand(1 - game.turn()).size() != 1) continue;
    const int gain = by_brute_force(game);
    for (int beta = gain - 3; beta <= gain + 3; ++beta) {
      std::uint64_t nodes = 0;
      const auto said = bounds.before_the_last_tile(game.grid(), hands_of(game), beta, nodes);
      if (!said) continue;
      ++told;
      if (beta <= gain) {
        EXPECT_TRUE(*said >= beta && *said <= gain) << seed << " " << beta << " " << *said;
      } else {
        EXPECT_TRUE(*said < beta && *said >= gain) << seed << " " << beta << " " << *said;
      }
    }
  }
  EXPECT_GT(told, 50);
}

TEST(EndgameBounds, LetsGoOfNothingThatIsWorthEnough) {
  QuickGame game(variants::base());
  EndgameBounds bounds;
  int let_go = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    if (!play_to_the_end(game, seed, 5) || game.hand(1 - game.turn()).size() < 2) continue;
    const std::vector<QuickPlacement> placements = placements_of(game, game.turn());
    std::vector<int> gains;
    gains.reserve(placements.size());
    for (const QuickPlacement& placement : placements)
      gains.push_back(by_brute_force_after(game, placement));
    for (const int beta : {-10, 0, 6, 12, 20}) {
      RankedPlacements choices;
      for (const QuickPlacement& placement : placements) choices.choices.push_back({placement});
      choices.ranks.assign(placements.size(), 0);
      const int most = bounds.refute(game.grid(), hands_of(game), beta, choices);
      for (std::size_t i = 0; i < placements.size(); ++i) {
        if (choices.ranks[i] != RankedPlacements::gone) continue;
        ++let_go;
        EXPECT_LT(most, beta);
        EXPECT_LE(gains[i], most) << seed << " " << beta;
      }
    }
  }
  EXPECT_GT(let_go, 100);
}

TEST(Endgame, ComparesTheGainWithALevel) {
  QuickGame game(variants::base());
  const auto sign = [](int number) { return (number > 0) - (number < 0); };
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    if (!play_to_the_end(game, seed, 8)) continue;
    const int gain = solve_endgame(game, never).gain;
    for (int level = gain - 2; level <= gain + 2; ++level) {
      const EndgameResult result = solve_endgame(game, never, level);
      EXPECT_TRUE(result.exact);
      EXPECT_EQ(sign(result.gain - level), sign(gain - level)) << seed;
    }
  }
}

TEST(Endgame, GoesAlikeWhateverWasSolvedBefore) {
  const auto stop = [](std::uint64_t nodes) { return nodes > 20'000; };
  QuickGame game(variants::base());
  ASSERT_TRUE(play_to_the_end(game, 1, 12));
  const EndgameResult first = solve_endgame(game, stop);
  ASSERT_TRUE(play_to_the_end(game, 2, 12));
  static_cast<void>(solve_endgame(game, stop));
  ASSERT_TRUE(play_to_the_end(game, 1, 12));
  const EndgameResult again = solve_endgame(game, stop);
  EXPECT_EQ(first.nodes, again.nodes);
  EXPECT_EQ(first.gain, again.gain);
  EXPECT_EQ(first.best->to_place(game.grid()), again.best->to_place(game.grid()));
}

TEST(Endgame, LeavesTheTableAsItWas) {
  QuickGame game(variants::base());
  ASSERT_TRUE(play_to_the_end(game, 3, 6));
  const std::vector<GridIndex> anchors = game.grid().anchors();
  EXPECT_TRUE(solve_endgame(game, never).exact);
  EXPECT_EQ(game.grid().anchors(), anchors);
  for (std::size_t i = 0; i < anchors.size(); ++i) EXPECT_EQ(game.grid().at(anchors[i]).anchor, i);
}

TEST(Endgame, ItsPlacementLeadsToTheGain) {
  QuickGame game(variants::base());
  EngineRandom unused(0);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    if (!play_to_the_end(game, seed, 7)) continue;
    const int me = game.turn();
    const EndgameResult result = solve_endgame(game, never);
    if (!result.best) continue;
    const int before = game.score(me) - game.score(1 - me);
    game.place(*result.best, unused);
    int gain = game.score(me) - game.score(1 - me) - before;
    if (!game.over()) {
      const EndgameResult reply = solve_endgame(game, never);
      gain += game.turn() == me ? reply.gain : -reply.gain;
    }
    EXPECT_EQ(gain, result.gain) << seed;
  }
}

TEST(Endgame, GivesAPlacementEvenWhenItIsStoppedAtOnce) {
  QuickGame game(variants::base());
  ASSERT_TRUE(play_to_the_end(game, 1, 12));
  const EndgameResult result =
      solve_endgame(game, [](std::uint64_t nodes) { return nodes > 3000; });
  EXPECT_FALSE(result.exact);
  EXPECT_TRUE(result.best);
}

TEST(Endgame, IsOnlyWhereNothingIsHidden) {
  EngineRandom dealer(1);
  QuickGame base(variants::base());
  base.begin(2, dealer);
  EXPECT_FALSE(is_endgame(base));
  QuickGame cubes(variants::cubes());
  EXPECT_FALSE(play_to_the_end(cubes, 1, 12));
}

}  // namespace
}  // namespace sixfold::tests
