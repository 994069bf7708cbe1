#include "engine/endgame/certain.hpp"

#include "rules/indexed.hpp"

namespace sixfold {

Simulated decided(int me, int lead) {
  Simulated outcome;
  outcome.lead = lead;
  outcome.chance = lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
  nth(outcome.chances, me) = outcome.chance;
  nth(outcome.chances, 1 - me) = 1 - outcome.chance;
  return outcome;
}

std::optional<Simulated> certain_outcome(QuickGame& game, const QuickAct& act,
                                         std::uint64_t most_nodes, Random& random) {
  const int me = game.turn();
  QuickGame::Mark mark;
  game.mark(mark);
  play_turn(game, act, random);
  int lead = game.score(me) - game.score(1 - me);
  bool exact = true;
  if (!game.over()) {
    const EndgameResult end =
        solve_endgame(game, [=](std::uint64_t nodes) { return nodes > most_nodes; });
    lead += game.turn() == me ? end.gain : -end.gain;
    exact = end.exact;
  }
  game.rewind(mark);
  if (!exact) return std::nullopt;
  return decided(me, lead);
}

}  // namespace sixfold
