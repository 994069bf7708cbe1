// What the next player can do after an act, in each of the view's deals.
#pragma once

#include <optional>
#include <vector>

#include "engine/comparison.hpp"

namespace sixfold {

/// The points from which a reply is called a large one: a line of six.
inline constexpr int large_reply = 12;

/// Plays the act in each of the first deals and calls `see(game)` when the next player has rolled
/// or taken, if that pays, and is about to place; not in deals in which the game is over by then.
template <class See>
void for_each_reply(const View& view, const Move& move, int deals, const See& see) {
  QuickGame& game = game_for(view.rules);
  game.set_up(view);
  const QuickAct act = to_act(move, game);
  const std::uint64_t seed = deal_seed(view);
  QuickGame::Mark mark;
  for (int number = 1; number <= deals; ++number) {
    deal_number(game, view, seed, number);
    game.mark(mark);
    Random dealer = chance_after_deal(seed, number);
    play_turn(game, act, dealer);
    if (!game.over()) {
      game.begin_greedy_turn(dealer, dealer);
      if (view.rules.roll_before_placing && !game.grid().any_fits(game.hand(game.turn()).set()) &&
          game.grid().any_fits(game.possible_faces()))
        game.roll_until_something_fits(dealer);
      see(game);
    }
    game.rewind(mark);
  }
}

struct Replies {
  double average = 0;  ///< of the most points that the next player can score
  double large = 0;    ///< the chance that it is a large reply
  /// The chance of a large reply that forms or extends a line with a tile just placed.
  double large_there = 0;
  std::optional<Cell> where;  ///< a cell that those replies fill most often
};

/// Precondition: the move is a placement or a trade.
[[nodiscard]] Replies replies_to(const View& view, const Move& move, int deals);

}  // namespace sixfold
