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

// The bots of a game that is opened again, and of a day, must move as they always did.
TEST(LocalGame, BotsAreSeededAsTheyAlwaysWere) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("cubes"), 3, 11));
  for (std::uint64_t step = 0; !game.game().position().end && step < 30; ++step) {
    const Position& position = game.game().position();
    const View seen = view(game.game(), position.turn);
    const std::uint64_t stream = seen.history.size() * 8 + (seen.acts.roll ? 1 : 0);
    sixfold::Random random(sixfold::Random(11, stream).next());
    const Move expected = bot_named("greedy")->choose(seen, random);
    if (!game.bot_to_move().empty()) {
      EXPECT_EQ(game.bot_move(), expected);
    }
    ASSERT_EQ(game.act(position.turn, expected), std::nullopt);
  }
}

TEST(LocalGame, TheOnlyPersonSeesTheirHandAndSpectatorsNone) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("base"), 3, 1));
  EXPECT_EQ(game.screen(), (ScreenSeat{0, {}}));
  LocalPlan plan = plan_for(*edition_named("base"), 2, 1);
  plan.seats[0].bot = "greedy";
  EXPECT_EQ(LocalGame::begin(plan).screen(), ScreenSeat{});
}

LocalGame two_people(std::string_view edition, bool with_bot = false) {
  LocalPlan plan = plan_for(*edition_named(edition), with_bot ? 3 : 2, 1);
  plan.seats[1].bot.clear();
  return LocalGame::begin(plan);
}

TEST(LocalGame, AHandIsCoveredUntilItsPlayerHasTakenOver) {
  LocalGame game = two_people("base");
  const int first = game.game().position().turn;
  EXPECT_EQ(game.screen(), (ScreenSeat{{}, first}));
  game.reveal();
  EXPECT_EQ(game.screen(), (ScreenSeat{first, {}}));
  EXPECT_EQ(LocalGame::restore(game.save())->screen(), game.screen());
  ASSERT_EQ(game.act(first, choice(game, 0)), std::nullopt);
  EXPECT_EQ(game.screen(), (ScreenSeat{{}, 1 - first}));
}

TEST(LocalGame, WhileABotMovesTheLastHandStays) {
  LocalGame game = two_people("base", true);
  for (std::uint64_t step = 0; step < 12; ++step) {
    const std::optional<int> before = game.screen().shown;
    const bool bot = !game.bot_to_move().empty();
    EXPECT_TRUE(!bot || step < 2 || before);
    game.reveal();
    EXPECT_TRUE(bot || game.screen().shown == game.game().position().turn);
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, step)), std::nullopt);
  }
}

TEST(LocalGame, OpenHandsNeedNoCover) {
  LocalGame game = two_people("cubes");
  for (std::uint64_t step = 0; step < 6; ++step) {
    EXPECT_EQ(game.screen(), (ScreenSeat{game.game().position().turn, {}}));
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, step)), std::nullopt);
  }
}

TEST(LocalGame, GoesBackToAnyTurnOfAPersonAndPlaysTheSameAgain) {
  for (const Edition& edition : all_editions()) {
    LocalGame game = LocalGame::begin(plan_for(edition, 3, 7));
    std::vector<std::pair<std::size_t, std::string>> starts;  // of the person's turns
    std::vector<std::pair<std::size_t, Move>> moves;
    for (std::uint64_t step = 0; !game.game().position().end; ++step) {
      const std::size_t turns = game.game().turns().size();
      const bool begins = game.game().unfinished() == Turn{.seat = game.game().position().turn};
      if (game.bot_to_move().empty() && begins) starts.emplace_back(turns, game.save());
      moves.emplace_back(turns, choice(game, step));
      ASSERT_EQ(game.act(game.game().position().turn, moves.back().second), std::nullopt);
    }
    const std::string end = game.save();
    ASSERT_GT(starts.size(), 3U);
    for (const auto& [turns, saved] : starts) {
      LocalGame back = *LocalGame::restore(end);
      ASSERT_TRUE(back.undo_to(turns));
      EXPECT_EQ(back.save(), saved);
    }
    ASSERT_TRUE(game.undo_to(starts[1].first));
    for (const auto& [turns, move] : moves) {
      if (turns < starts[1].first) continue;
      ASSERT_EQ(game.act(game.game().position().turn, move), std::nullopt);
    }
    EXPECT_EQ(game.save(), end);
    for (std::size_t turn = 0; turn < game.game().turns().size(); ++turn)
      EXPECT_TRUE(game.game().turns()[turn].seat == 0 || !game.undo_to(turn));
    EXPECT_FALSE(game.undo_to(game.game().turns().size()));
    EXPECT_EQ(game.save(), end);
  }
}

TEST(LocalGame, GoesBackWithinATurn) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("cubes"), 2, 2));
  while (!game.bot_to_move().empty() || game.game().turns().empty())
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, 0)), std::nullopt);
  const std::string before = game.save();
  const std::vector<Tile> cubes = game.game().position().mover().hand.list();
  ASSERT_EQ(game.act(0, Roll{{cubes[0], cubes[1]}}), std::nullopt);
  ASSERT_NE(game.save(), before);
  ASSERT_TRUE(game.undo_to(game.game().turns().size()));
  EXPECT_EQ(game.save(), before);
}

TEST(LocalGame, GoesBackToATurnAfterAResignationInMidTurn) {
  LocalPlan plan = plan_for(*edition_named("cubes"), 3, 2);
  for (LocalSeat& seat : plan.seats) seat.bot.clear();
  plan.opener = 0;
  LocalGame game = LocalGame::begin(plan);
  while (game.game().turns().empty())
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, 0)), std::nullopt);
  const int leaving = game.game().position().turn;
  const std::vector<Tile> cubes = game.game().position().mover().hand.list();
  ASSERT_EQ(game.act(leaving, Roll{{cubes[0], cubes[1]}}), std::nullopt);
  ASSERT_EQ(game.leave(leaving), std::nullopt);
  const std::size_t turns = game.game().turns().size();
  const std::string before = game.save();
  const std::vector<Tile> next = game.game().position().mover().hand.list();
  ASSERT_EQ(game.act(game.game().position().turn, Roll{{next[0], next[1]}}), std::nullopt);
  LocalGame restored = *LocalGame::restore(game.save());
  EXPECT_EQ(restored.save(), game.save());
  for (LocalGame* const one : {&game, &restored}) {
    ASSERT_TRUE(one->undo_to(turns));
    EXPECT_EQ(one->save(), before);
  }
}

TEST(LocalGame, WithoutASeedThereIsNoWayBack) {
  LocalGame game = LocalGame::begin(plan_for(*edition_named("base"), 2, 1));
  while (!game.game().position().end)
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, 0)), std::nullopt);
  // As finished games used to be saved.
  Json saved = *parse_json(game.save());
  saved["local"].erase("seed");
  saved["local"].erase("answers");
  LocalGame restored = *LocalGame::restore(dump(saved));
  EXPECT_FALSE(parse_json(restored.save())->at("local").contains("seed"));
  const std::string before = restored.save();
  for (std::size_t turn = 0; turn < game.game().turns().size(); ++turn)
    EXPECT_FALSE(restored.undo_to(turn));
  EXPECT_EQ(restored.save(), before);
}

// What earlier versions saved: the seat whose hand was shown beside the game or in `terminal`, and
// a finished game without its seed.
TEST(LocalGame, ReadsWhatEarlierVersionsSaved) {
  LocalGame game = two_people("base");
  const int first = game.game().position().turn;
  Json json = *parse_json(game.save());
  ASSERT_FALSE(json["local"].contains("revealed"));
  json["terminal"] = {{"order", Json::array()}, {"laid", Json::array()}, {"revealed", first}};
  EXPECT_EQ(LocalGame::restore(dump(json))->screen(), (ScreenSeat{first, {}}));

  for (std::uint64_t step = 0; !game.game().position().end; ++step)
    ASSERT_EQ(game.act(game.game().position().turn, choice(game, step)), std::nullopt);
  json = *parse_json(game.save());
  for (const char* const key : {"seed", "answers", "steps"}) json["local"].erase(key);
  const auto restored = LocalGame::restore(dump(json));
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
