#include "play/match.hpp"

#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

MatchResult play_out(Game game, const std::vector<Chooser>& players, const Answerer& answer) {
  std::vector<Forfeit> forfeits;
  while (!game.position().end) {
    if (!std::holds_alternative<std::monostate>(game.position().question)) {
      const auto fault = game.answer(answer(game));
      assert(!fault);
      static_cast<void>(fault);
      continue;
    }
    const int seat = game.position().turn;
    const View seen = view(game, seat);
    const Result<Move, Forfeit> choice =
        passes_automatically(seen.acts) ? Result<Move, Forfeit>(Pass{}) : nth(players, seat)(seen);
    std::optional<Forfeit> forfeit;
    if (!choice) {
      forfeit = choice.error();
    } else if (const auto illegal = game.play(seat, *choice)) {
      forfeit =
          Forfeit{seat, LeaveReason::resigned, std::string(code_of(illegal->reason)), {}, *choice};
    }
    if (!forfeit) continue;
    forfeit->seat = seat;
    forfeit->seen = seen;
    const auto refused = game.leave(seat, forfeit->leave);
    assert(!refused);
    static_cast<void>(refused);
    forfeits.push_back(*std::move(forfeit));
  }
  auto finished = FinishedGame::of(std::move(game));
  assert(finished);
  return {*std::move(finished), std::move(forfeits)};
}

}  // namespace sixfold
