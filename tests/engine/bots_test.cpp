#include "engine/bots.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"
#include "support/positions.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

using BotRandom = sixfold::Random;

/// A random game in which the player to move has a choice.
Game game_to_choose_in(std::uint64_t seed, int steps) {
  RandomPlay play(seed);
  play.steps(steps);
  const auto asks = [&] {
    return std::holds_alternative<std::monostate>(play.game().position().question);
  };
  while (!play.over() && !asks()) play.step();
  return play.over() ? game_to_choose_in(seed + 1, 3) : play.game();
}

View mover_view(const Game& game) { return view(game, game.position().turn); }

Move choice_of(std::string_view bot, const Game& game, std::uint64_t seed) {
  BotRandom random(seed);
  return bot_named(bot)->choose(mover_view(game), random, Budget{30, {}});
}

/// The most points of any legal placement; 0 if there is none.
int most_points(const Ruleset& rules, const Position& position) {
  const Decision decision = decision_of(position);
  int most = 0;
  for (const Place& place : legal_placements(rules, decision))
    most = std::max(most, score(rules, decision.board, place).points());
  return most;
}

int most_points_after(const Ruleset& rules, const Position& position, const PlacedTile& tile) {
  return most_points(rules, play(rules, position, Take{tile}).value());
}

TEST(Bots, AreFoundByTheirNames) {
  ASSERT_GE(all_bots().size(), 2U);
  for (const BotLevel& bot : all_bots()) {
    const auto found = bot_named(bot.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->choose, bot.choose);
    EXPECT_FALSE(bot.sentence.empty());
  }
  EXPECT_FALSE(bot_named(""));
  EXPECT_FALSE(bot_named("Greedy"));
}

TEST(Bots, ChooseLegalActsInRandomGames) {
  check_games(250, 90, [](std::uint64_t seed, int steps) {
    const Game game = game_to_choose_in(seed, steps);
    for (const BotLevel& bot : all_bots())
      for (std::uint64_t stream = 0; stream < 3; ++stream) {
        const Move move = choice_of(bot.name, game, stream);
        const auto illegal = why_illegal(game.rules(), game.position(), move);
        if (illegal) RC_FAIL(std::string(bot.name) + ": " + std::string(code_of(illegal->reason)));
      }
  });
}

TEST(Bots, ChooseAlikeWithEqualViewsAndEqualStreams) {
  check_games(100, 60, [](std::uint64_t seed, int steps) {
    const Game game = game_to_choose_in(seed, steps);
    const Game other = game_to_choose_in(seed + 1, steps);
    for (const BotLevel& bot : all_bots()) {
      const Move first = choice_of(bot.name, game, seed);
      // What it thinks about in between must leave no trace.
      static_cast<void>(choice_of(bot.name, other, seed));
      RC_ASSERT(choice_of(bot.name, game, seed) == first);
    }
  });
}

/// Two games after the same turn, in which the seat has drawn different tiles: the next seat cannot
/// tell them apart.
std::optional<std::pair<Game, Game>> two_truths(std::uint64_t seed, int steps) {
  RandomPlay play(seed);
  play.steps(steps);
  for (; !play.over(); play.step()) {
    const Position& position = play.game().position();
    const auto* draw = std::get_if<DrawQuestion>(&position.question);
    if (draw == nullptr || play.game().rules().open_hands) continue;
    const std::vector<Tile> bag = position.bag.list();
    std::vector<Tile> front(bag.begin(), bag.begin() + draw->count);
    std::vector<Tile> back(bag.end() - draw->count, bag.end());
    std::pair<Game, Game> games{play.game(), play.game()};
    if (games.first.answer(front) || games.second.answer(back)) continue;
    if (games.first == games.second || games.first.position().end || games.second.position().end)
      continue;
    return games;
  }
  return std::nullopt;
}

TEST(Bots, CannotTellApartWhatTheirSeatDoesNotSee) {
  int looked = 0;
  check_games(200, 60, [&](std::uint64_t seed, int steps) {
    const auto games = two_truths(seed, steps);
    if (!games) return;
    ++looked;
    RC_ASSERT(mover_view(games->first) == mover_view(games->second));
    for (const BotLevel& bot : all_bots())
      RC_ASSERT(choice_of(bot.name, games->first, seed) ==
                choice_of(bot.name, games->second, seed));
  });
  EXPECT_GT(looked, 50);
}

TEST(RandomBot, MakesEveryKindOfActThatIsOpenAndReachesEveryPlacement) {
  Game game = begun(variants::base(), {"Rc Rs Gd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0"), "Ps Pc");
  const Decision decision = decision_of(game.position());
  const auto placements = legal_placements(game.rules(), decision);
  std::vector<Place> seen;
  int trades = 0;
  BotRandom random(6);
  for (int i = 0; i < 4000; ++i) {
    const Move move = bot_named("random")->choose(mover_view(game), random);
    if (const auto* placed = std::get_if<Place>(&move))
      seen.push_back(*placed);
    else
      trades += std::holds_alternative<Trade>(move) ? 1 : 0;
  }
  EXPECT_NEAR(trades, 2000, 200);
  for (const Place& placement : placements)
    EXPECT_NE(std::ranges::find(seen, placement), seen.end());
}

TEST(GreedyBot, TakesTheMostPointsThereAre) {
  int looked = 0;
  check_games(250, 90, [&](std::uint64_t seed, int steps) {
    const Game game = game_to_choose_in(seed, steps);
    const Move move = choice_of("greedy", game, seed);
    const auto* placed = std::get_if<Place>(&move);
    if (placed == nullptr) return;
    ++looked;
    const Position& position = game.position();
    RC_ASSERT(score(game.rules(), position.board, *placed).points() ==
              most_points(game.rules(), position));
  });
  EXPECT_GT(looked, 100);
}

TEST(GreedyBot, TradesOrPassesOnlyWhereNothingCanBePlaced) {
  int looked = 0;
  check_games(300, 160, [&](std::uint64_t seed, int steps) {
    const Game game = game_to_choose_in(seed, steps);
    const Move move = choice_of("greedy", game, seed);
    if (!std::holds_alternative<Trade>(move) && !std::holds_alternative<Pass>(move)) return;
    ++looked;
    RC_ASSERT(!can_place(game.rules(), decision_of(game.position())));
  });
  EXPECT_GT(looked, 0);
}

TEST(GreedyBot, RollsOnlyCubesThatItsBestPlacementLeavesOver) {
  int looked = 0;
  check_games(120, 40, [&](std::uint64_t seed, int steps) {
    RandomPlay play(seed, variants::cubes());
    play.steps(steps);
    play.finish_turn();
    if (play.over()) return;
    const Game game = play.game();
    const Move move = choice_of("greedy", game, seed);
    if (!std::holds_alternative<Roll>(move)) return;
    ++looked;
    const int before = most_points(game.rules(), game.position());
    Game rolled = game;
    RC_ASSERT(!rolled.play(game.position().turn, move));
    const auto& question = std::get<RollQuestion>(rolled.position().question);
    // Whatever is drawn, the turn is worth at least as much as before.
    for (int shape = 0; shape < shape_count; ++shape) {
      std::vector<Tile> faces = question.cubes;
      for (Tile& face : faces) face.shape = static_cast<Shape>(shape);
      Game answered = rolled;
      RC_ASSERT(!answered.answer(faces));
      if (before > 0) RC_ASSERT(most_points(game.rules(), answered.position()) >= before);
    }
  });
  EXPECT_GT(looked, 40);
}

TEST(GreedyBot, TakesATileUpExactlyWhereThatRaisesThePointsOfTheTurn) {
  int taken = 0;
  int not_taken = 0;
  for (const Ruleset& rules : {variants::select(), variants::select_connect()})
    check_games(35, 70, [&](std::uint64_t seed, int steps) {
      RandomPlay play(seed, rules);
      play.steps(steps);
      while (!play.over() && !open_acts(rules, play.game().position()).take) play.step();
      if (play.over()) return;
      const Position& position = play.game().position();
      const int before = most_points(rules, position);
      int after = 0;
      for (const PlacedTile& tile : position.board.tiles())
        if (may_take(position.board, tile.cell))
          after = std::max(after, most_points_after(rules, position, tile));
      const Move move = choice_of("greedy", play.game(), seed);
      const auto* take = std::get_if<Take>(&move);
      RC_ASSERT((take != nullptr) == (after > before));
      if (take == nullptr) {
        ++not_taken;
        return;
      }
      ++taken;
      RC_ASSERT(most_points_after(rules, position, take->tile) == after);
    });
  EXPECT_GT(taken, 10);
  EXPECT_GT(not_taken, 0);
}

TEST(GreedyBot, ChoosesAmongTheBestByLot) {
  const Game game = begun(variants::base(), {"Rc Rs Gd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  std::vector<Move> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Move move = choice_of("greedy", game, seed);
    if (std::ranges::find(seen, move) == seen.end()) seen.push_back(move);
  }
  // Rc and Rs, or Gd and Gl, in either order.
  EXPECT_EQ(seen.size(), 4U);
}

}  // namespace
}  // namespace sixfold::tests
