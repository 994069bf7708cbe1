#include "play/match.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using MatchRandom = sixfold::Random;

Chooser bot(std::string_view name, std::uint64_t seed) {
  return [level = *bot_named(name), random = MatchRandom(seed)](const View& view) mutable {
    return Result<Move, Forfeit>(level.choose(view, random));
  };
}

/// Plays like a bot until it is asked for the n-th time, then gives this answer.
Chooser bot_until(int questions, Result<Move, Forfeit> then) {
  return [play = bot("random", 9), questions, then = std::move(then)](const View& view) mutable {
    return questions-- > 0 ? play(view) : then;
  };
}

Answerer dealer(std::uint64_t seed) {
  return [random = MatchRandom(seed)](const Game& game) mutable {
    return answer_for(game.rules(), game.position(), random);
  };
}

Game new_game(const Ruleset& rules, int seats, std::uint64_t seed) {
  MatchRandom random(seed, 7);
  return Game::begin(rules, deal(rules, players(seats), random)).value();
}

void expect_sound(const FinishedGame& game) {
  EXPECT_EQ(verify(to_text(record_of(game, "classic"))), std::nullopt);
}

TEST(Match, GoesOnUntilTheGameIsOver) {
  for (const Edition& edition : all_editions()) {
    const MatchResult match =
        play_out(new_game(edition.ruleset(), 3, 1),
                 {bot("random", 1), bot("greedy", 2), bot("greedy", 3)}, dealer(4));
    EXPECT_TRUE(match.game.game().position().end);
    EXPECT_TRUE(match.forfeits.empty());
    expect_sound(match.game);
  }
}

TEST(Match, AnIllegalActLosesTheSeat) {
  const MatchResult match =
      play_out(new_game(variants::base(), 2, 1),
               {bot_until(3, Move{place("Rc@70,70")}), bot("greedy", 2)}, dealer(4));
  const Position& position = match.game.game().position();
  EXPECT_EQ(position.end, (End{EndReason::resigned, 0, 0}));
  EXPECT_EQ(winners(position), std::vector{1});
  ASSERT_EQ(match.forfeits.size(), 1U);
  EXPECT_EQ(match.forfeits[0].seat, 0);
  EXPECT_TRUE(match.forfeits[0].reason == "no_contact" || match.forfeits[0].reason == "not_in_hand")
      << match.forfeits[0].reason;
  expect_sound(match.game);
}

TEST(Match, EveryKindOfIllegalActLosesTheSeat) {
  for (const Move& move : {Move{place("")}, Move{trade("")}, Move{roll("Rc")}, Move{take("Rc@0,0")},
                           Move{Pass{}}, Move{trade("Rc Rc Rc Rc Rc Rc Rc Rc")}}) {
    const MatchResult match = play_out(new_game(variants::base(), 2, 2),
                                       {bot_until(2, move), bot("greedy", 2)}, dealer(4));
    ASSERT_EQ(match.forfeits.size(), 1U);
    EXPECT_EQ(winners(match.game.game().position()), std::vector{1});
    expect_sound(match.game);
  }
}

TEST(Match, AForfeitLosesTheSeatForItsOwnReason) {
  for (const LeaveReason leave : {LeaveReason::resigned, LeaveReason::timeout}) {
    const MatchResult match = play_out(
        new_game(variants::connect(), 2, 1),
        {bot("greedy", 1), bot_until(1, Unexpected{Forfeit{0, leave, "crashed"}})}, dealer(4));
    EXPECT_EQ(
        match.game.game().position().end,
        (End{leave == LeaveReason::timeout ? EndReason::timeout : EndReason::resigned, 1, 0}));
    ASSERT_EQ(match.forfeits.size(), 1U);
    EXPECT_EQ(match.forfeits[0].seat, 1);
    EXPECT_EQ(match.forfeits[0].leave, leave);
    EXPECT_EQ(match.forfeits[0].reason, "crashed");
    expect_sound(match.game);
  }
}

TEST(Match, TheOthersPlayOnWhenOneOfThreeIsGone) {
  const MatchResult match =
      play_out(new_game(variants::select(), 3, 1),
               {bot("greedy", 1), bot_until(2, Move{Pass{}}), bot("random", 3)}, dealer(4));
  const Position& position = match.game.game().position();
  EXPECT_FALSE(position.seats[1].in);
  EXPECT_TRUE(position.seats[0].in);
  EXPECT_TRUE(position.seats[2].in);
  EXPECT_NE(position.end->reason, EndReason::resigned);
  expect_sound(match.game);
}

TEST(Match, AnIllegalActAfterATakeLeavesTheTileWhereItWas) {
  // Takes a tile up as soon as it can and then passes, which is illegal.
  const auto taker = [play = bot("random", 5)](const View& view) mutable {
    if (view.barred) return Result<Move, Forfeit>(Pass{});
    if (!view.acts.take) return play(view);
    for (const PlacedTile& placed : view.board.tiles())
      if (may_take(view.board, placed.cell)) return Result<Move, Forfeit>(Take{placed});
    return play(view);
  };
  int lost = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const MatchResult match =
        play_out(new_game(variants::select(), 2, seed), {taker, bot("random", seed)}, dealer(seed));
    for (const Forfeit& forfeit : match.forfeits) EXPECT_EQ(forfeit.reason, "act_not_open");
    lost += static_cast<int>(match.forfeits.size());
    expect_sound(match.game);
  }
  EXPECT_GT(lost, 0);
}

TEST(Match, NobodyIsAskedWhereNothingButAPassIsOpen) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto asked = [play = bot("greedy", seed)](const View& view) mutable {
      EXPECT_FALSE(passes_automatically(view.acts));
      EXPECT_EQ(view.seat, view.turn);
      return play(view);
    };
    expect_sound(
        play_out(new_game(variants::connect(), 2, seed), {asked, asked}, dealer(seed)).game);
  }
}

TEST(Match, ThinkingLongerChangesNoDraw) {
  // A bot that uses up more of its own random stream must not change the dealer's.
  const auto dealt = [](int extra) {
    const auto slow = [level = *bot_named("random"), random = MatchRandom(3),
                       extra](const View& view) mutable {
      MatchRandom own = random;
      static_cast<void>(random.next());
      for (int i = 0; i < extra; ++i) static_cast<void>(random.next());
      return Result<Move, Forfeit>(level.choose(view, own));
    };
    return play_out(new_game(variants::base(), 2, 1), {slow, bot("random", 2)}, dealer(4))
        .game.game()
        .turns()
        .front();
  };
  EXPECT_EQ(dealt(0), dealt(1000));
}

}  // namespace
}  // namespace sixfold::tests
