#include "play/match.hpp"

#include <cassert>

namespace sixfold {

FinishedGame play_out(Game game, const std::vector<Contestant>& contestants,
                      const Answerer& answer) {
  while (!game.position().end) {
    if (!std::holds_alternative<std::monostate>(game.position().question)) {
      const auto fault = game.answer(answer(game));
      assert(!fault);
      static_cast<void>(fault);
      continue;
    }
    const int seat = game.position().turn;
    const View seen = view(game, seat);
    const std::optional<Move> move =
        passes_automatically(seen.acts) ? std::optional<Move>(Pass{})
                                        : contestants[static_cast<std::size_t>(seat)].choose(seen);
    if (move && !game.play(seat, *move)) continue;
    const auto refused = game.leave(seat, LeaveReason::resigned);
    assert(!refused);
    static_cast<void>(refused);
  }
  auto finished = FinishedGame::of(std::move(game));
  assert(finished);
  return *std::move(finished);
}

}  // namespace sixfold
