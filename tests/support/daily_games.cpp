#include "support/daily_games.hpp"

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "rules/view.hpp"

namespace sixfold::tests {

LocalGame played_day(const DailyGame& daily, std::string_view level, int most_turns) {
  LocalGame game = LocalGame::begin(daily_plan(daily, "Ann", "Bot"));
  for (std::uint64_t step = 0; !game.game().position().end; ++step) {
    if (static_cast<int>(game.game().turns().size()) >= most_turns) break;
    const int seat = game.game().position().turn;
    sixfold::Random random(3, step);
    const Move move =
        seat == 0 ? bot_named(level)->choose(view(game.game(), 0), random) : game.bot_move();
    EXPECT_EQ(game.act(seat, move), std::nullopt);
    game = *LocalGame::restore(game.save());
  }
  return game;
}

}  // namespace sixfold::tests
