#include "engine/master.hpp"

#include <algorithm>

#include "engine/endgame/certain.hpp"
#include "engine/endgame/near_end.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

// A node of the endgame search takes about as long as a fifth of a playout.
constexpr std::uint64_t nodes_a_simulation = 50;
constexpr std::uint64_t nodes_for_certainty = 300'000;
// The share of the time for the endgame; the rest is for simulations if it could not be solved.
constexpr double endgame_share = 0.8;
// The share of the budget if few tiles are left in the bag; the rest is for enumerating hands.
constexpr double simulated_share = 0.5;
constexpr std::size_t most_counted_out = 4;
constexpr double close_to_the_best = 0.1;

EndgameResult solve(QuickGame& game, const Budget& budget, int simulations) {
  const int total = budget.simulations > 0 ? budget.simulations : simulations;
  return solve_endgame(game, [&](std::uint64_t nodes) {
    if (budget.time_spent) return budget.time_spent() > endgame_share;
    return nodes > nodes_a_simulation * static_cast<std::uint64_t>(total);
  });
}

/// What simulations may spend if the unseen tiles will be enumerated.
Budget part_of_budget(const Budget& budget, int simulations) {
  const int total = budget.simulations > 0 ? budget.simulations : simulations;
  if (!budget.time_spent) return {std::max(1, total / 2), {}};
  return {budget.simulations, [spent = budget.time_spent] { return spent() / simulated_share; }};
}

/// Judges again, against every hand that the other may hold, the acts that simulations have left
/// close to each other at the top, and sorts them again.
void count_out(QuickGame& game, const View& view, const Budget& budget, int simulations,
               Random& random, std::vector<JudgedMove>& moves) {
  if (moves.empty()) return;
  std::vector<Candidate> acts;
  std::vector<Simulated> outcomes;
  const double best = moves.front().outcome.chance;
  for (const JudgedMove& judged : moves) {
    if (acts.size() == most_counted_out || judged.outcome.chance < best - close_to_the_best) break;
    acts.push_back({to_act(judged.move, game), judged.points, judged.rank});
    outcomes.push_back(judged.outcome);
  }
  if (acts.size() < 2) return;
  const double total = budget.simulations > 0 ? budget.simulations : simulations;
  judge_near_end(
      game, view, acts,
      [&](std::uint64_t nodes) {
        if (budget.time_spent) return budget.time_spent();
        return simulated_share + static_cast<double>(nodes) / (nodes_a_simulation * total);
      },
      random, outcomes);
  for (std::size_t i = 0; i < acts.size(); ++i) moves[i].outcome = outcomes[i];
  std::ranges::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(acts.size()),
                           std::greater{},
                           [](const JudgedMove& judged) { return judged.outcome.chance; });
}

/// Puts what the search found first among the acts.
void put_first(std::vector<JudgedMove>& moves, const QuickGame& game, const EndgameResult& end) {
  JudgedMove first;
  first.move = end.best->to_place(game.grid());
  first.points = end.best->points;
  first.exact = end.exact;
  const int me = game.turn();
  const int lead = game.score(me) - game.score(1 - me) + end.gain;
  first.outcome = decided(me, lead);
  std::erase_if(moves, [&](const JudgedMove& other) { return other.move == first.move; });
  moves.insert(moves.begin(), std::move(first));
}

}  // namespace

std::vector<Simulated> outcomes_of(const View& view, const std::vector<Move>& moves, int deals,
                                   Random& random) {
  QuickGame& game = game_for(view.rules);
  game.set_up(view);
  game.deal_hidden(view, random);
  std::vector<Candidate> acts;
  acts.reserve(moves.size());
  for (const Move& move : moves) acts.push_back({to_act(move, game), 0, 0});
  if (is_endgame(game)) {
    std::vector<Simulated> certain;
    for (const Candidate& act : acts) {
      const auto outcome = certain_outcome(game, act.act, nodes_for_certainty, random);
      if (!outcome) break;
      certain.push_back(*outcome);
    }
    if (certain.size() == acts.size()) return certain;
  }
  return simulate_all(game, view, acts, deals, random);
}

std::optional<Move> best_ranked(const View& view, Random& random) {
  QuickGame& game = game_for(view.rules);
  game.set_up(view);
  game.deal_hidden(view, random);
  View ending = view;
  ending.acts.roll = ending.acts.take = false;
  const std::vector<Candidate> ranked = candidates(game, ending, 1, random);
  if (ranked.empty()) return std::nullopt;
  return to_move(ranked.front().act, game.grid());
}

std::vector<JudgedMove> judge_moves(const View& view, const Budget& budget, Random& random,
                                    const MasterSettings& settings) {
  QuickGame& game = game_for(view.rules);
  game.set_up(view);
  game.deal_hidden(view, random);
  std::optional<EndgameResult> end;
  if (settings.endgame && is_endgame(game))
    end = solve(game, budget, settings.simulation.simulations);
  const auto acts = candidates(game, view, settings.candidates, random);
  std::vector<JudgedMove> moves;
  moves.reserve(acts.size() + 1);
  for (const Candidate& act : acts)
    moves.push_back({to_move(act.act, game.grid()), act.points, act.rank, {}, false});
  if (acts.size() > 1 && !(end && end->best)) {
    const bool near_end = is_near_end(game, view, settings.near_end);
    const int simulations = settings.simulation.simulations;
    const auto outcomes =
        simulate(game, view, acts, near_end ? part_of_budget(budget, simulations) : budget, random,
                 settings.simulation);
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].outcome = outcomes[i];
    // An act that was dropped early may only seem better than the one that was kept.
    std::ranges::stable_sort(moves, [](const JudgedMove& a, const JudgedMove& b) {
      if (a.outcome.simulations != b.outcome.simulations)
        return a.outcome.simulations > b.outcome.simulations;
      return a.outcome.chance > b.outcome.chance;
    });
    if (near_end) count_out(game, view, budget, simulations, random, moves);
  }
  if (end && end->best) {
    game.set_up(view);
    put_first(moves, game, *end);
  }
  return moves;
}

}  // namespace sixfold
