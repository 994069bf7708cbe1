// The solver against every line of play, and what it may be asked.
#include "engine/endgame.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"

namespace sixfold::tests {
namespace {

using EngineRandom = sixfold::Random;

constexpr auto never = [](std::uint64_t /*nodes*/) { return false; };

/// Greedy until the bag is empty and no more than so many tiles are held; false if it ended before.
bool play_to_the_end(QuickGame& game, std::uint64_t seed, int tiles) {
  EngineRandom dealer(seed, 0);
  EngineRandom lots(seed, 1);
  game.begin(2, dealer);
  while (!game.over() && (game.bag() > 0 || game.hand(0).size() + game.hand(1).size() > tiles))
    game.greedy_turn(lots, dealer);
  return !game.over() && is_endgame(game);
}

/// What the mover gains by trying everything.
int by_brute_force(QuickGame& game) {
  EngineRandom unused(0);
  const int me = game.turn();
  const int before = game.score(me) - game.score(1 - me);
  std::vector<QuickPlacement> placements;
  generate(game.grid(), game.hand(me).set(),
           [&](const QuickPlacement& placement) { placements.push_back(placement); });
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
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      if (!play_to_the_end(game, seed, 5)) continue;
      const EndgameResult result = solve_endgame(game, never);
      ASSERT_TRUE(result.exact) << seed;
      ASSERT_EQ(result.gain, by_brute_force(game)) << variant.name << " " << seed;
      ++solved;
    }
  }
  EXPECT_GT(solved, 50);
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
