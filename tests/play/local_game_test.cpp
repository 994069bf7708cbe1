#include "play/local_game.hpp"

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "engine/random.hpp"
#include "record/json.hpp"
#include "rules/variants/catalogue.hpp"
#include "rules/view.hpp"

namespace sixfold::tests {
namespace {

LocalPlan plan_for(const Edition& edition, int seats, std::uint64_t seed) {
  LocalPlan plan{edition.ruleset(), std::string(edition.theme), {}, seed, std::nullopt};
  for (int seat = 0; seat < seats; ++seat)
    plan.seats.push_back({"p" + std::to_string(seat), std::nullopt, seat == 0 ? "" : "greedy"});
  return plan;
}

Move choice(const LocalGame& game, std::uint64_t stream) {
  sixfold::Random random(5, stream);
  return bot_named("greedy")->choose(view(game.game(), game.game().position().turn), random);
}

TEST(LocalGame, GoesOnFromAnyMomentAsIfItHadNeverStopped) {
  for (const Edition& edition : all_editions()) {
    LocalGame game = LocalGame::begin(plan_for(edition, 3, 7));
    for (std::uint64_t step = 0; !game.game().position().end; ++step) {
      ASSERT_LT(step, 1000U);
      const auto restored = LocalGame::restore(game.save());
      ASSERT_TRUE(restored) << restored.error().message;
      ASSERT_EQ(restored->save(), game.save());
      const Move move = choice(game, step);
      LocalGame other = *restored;
      const int seat = game.game().position().turn;
      ASSERT_EQ(game.act(seat, move), std::nullopt);
      ASSERT_EQ(other.act(seat, move), std::nullopt);
      ASSERT_EQ(other.save(), game.save());
    }
    EXPECT_EQ(verify(game.save()), std::nullopt);
  }
}

TEST(LocalGame, ChangesNothingWhereItGivesAReason) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("base"), 2, 1));
  const std::string before = game.save();
  EXPECT_EQ(game.act(game.game().position().turn, Pass{})->reason, Reason::act_not_open);
  EXPECT_EQ(game.act(1 - game.game().position().turn, Pass{})->reason, Reason::not_your_turn);
  EXPECT_EQ(game.save(), before);
}

TEST(LocalGame, TheOpenerAskedForOpensWhereTheLotWouldDecide) {
  for (int seat = 0; seat < 4; ++seat) {
    LocalPlan plan = plan_for(*edition_named("connect"), 4, 3);
    plan.opener = seat;
    EXPECT_EQ(LocalGame::begin(plan).game().position().turn, seat);
  }
}

TEST(LocalGame, ALeaverKeepsWhatTheOthersDidInTheirTurn) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("cubes"), 3, 2));
  ASSERT_EQ(game.act(game.game().position().turn, choice(game, 0)), std::nullopt);
  const int seat = game.game().position().turn;
  const std::vector<Tile> cubes = game.game().position().mover().hand.list();
  ASSERT_EQ(game.act(seat, Roll{{cubes[0], cubes[1]}}), std::nullopt);
  ASSERT_EQ(game.leave((seat + 1) % 3), std::nullopt);
  const auto restored = LocalGame::restore(game.save());
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(restored->game(), game.game());
}

TEST(LocalGame, RefusesTextsThatAreNoLocalGame) {
  const LocalGame game = LocalGame::begin(plan_for(*edition_named("base"), 2, 1));
  Json json = *parse_json(game.save());
  EXPECT_FALSE(LocalGame::restore(""));
  json["local"]["bots"] = {"greedy"};
  EXPECT_EQ(LocalGame::restore(dump(json)).error().code, "seats");
  json["local"]["bots"] = {"", "greedy"};
  json["local"]["steps"] = {{{"answer", {"Rc"}}}};
  EXPECT_EQ(LocalGame::restore(dump(json)).error().code, "steps");
  json.erase("local");
  EXPECT_EQ(LocalGame::restore(dump(json)).error().code, "missing");
}

}  // namespace
}  // namespace sixfold::tests
