#include "engine/endgame/near_end.hpp"

#include <algorithm>

#include "engine/endgame/endgame.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

// What a point is worth if a search was cut off, and the greatest confidence it allows.
constexpr double worth_of_a_point = 0.06;
constexpr double most_belief = 0.45;

/// The mover's chance after its gain was compared with the level at which nobody wins.
double chance_of(const EndgameResult& end, int level) {
  const int ahead = end.gain - level;
  if (end.exact) return ahead > 0 ? 1 : ahead == 0 ? 0.5 : 0;
  return 0.5 + std::clamp(worth_of_a_point * ahead, -most_belief, most_belief);
}

/// The seat's chance after the act; both take the most points until the bag is empty.
double chance_after(QuickGame& game, const QuickAct& act, Random& dealer,
                    const std::function<bool(std::uint64_t)>& stop, std::uint64_t& nodes) {
  const int me = game.turn();
  play_turn(game, act, dealer);
  while (!game.over() && game.bag() > 0) game.greedy_turn(dealer, dealer);
  const int lead = game.score(me) - game.score(1 - me);
  if (game.over()) return lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
  const int level = game.turn() == me ? -lead : lead;
  const EndgameResult end = solve_endgame(game, stop, level);
  nodes += end.nodes;
  const double chance = chance_of(end, level);
  return game.turn() == me ? chance : 1 - chance;
}

}  // namespace

bool is_near_end(const QuickGame& game, const View& view, int most_in_bag) {
  const Ruleset& rules = game.rules();
  if (game.seats() != 2 || !game.in(0) || !game.in(1) || game.bag() == 0 ||
      game.bag() > most_in_bag || !game.opened() || rules.pieces.rolled || game.grid().barred())
    return false;
  const SeatView& other = nth(view.seats, 1 - view.turn);
  if (other.hand || view.unseen.size() != other.held + view.bag) return false;
  return !rules.take_for_disc || (game.stars().empty() && game.discs(0) == 0 && game.discs(1) == 0);
}

std::vector<PossibleHand> possible_hands(const QuickHand& unseen, int held) {
  std::vector<PossibleHand> hands;
  const auto deal = [&](const auto& self, TileSet kinds, PossibleHand so_far) -> void {
    if (so_far.hand.size() == held) {
      hands.push_back(so_far);
      return;
    }
    if (kinds == 0) return;
    const int tile = first_of(kinds);
    const int copies = unseen.count(tile);
    for (int i = 0; i <= copies && so_far.hand.size() <= held; ++i) {
      self(self, kinds & (kinds - 1), so_far);
      // One more of them: this many of the copies, in as many ways as they can be chosen.
      so_far.hand.add(tile);
      so_far.ways = so_far.ways * (copies - i) / (i + 1);
    }
  };
  deal(deal, unseen.set(), {});
  return hands;
}

void judge_near_end(QuickGame& game, const View& view, const std::vector<Candidate>& acts,
                    const std::function<double(std::uint64_t)>& spent, Random& random,
                    std::vector<Simulated>& outcomes) {
  const int me = game.turn();
  const QuickHand unseen(view.unseen);
  const auto hands = possible_hands(unseen, nth(view.seats, 1 - me).held);
  const std::uint64_t seed = random.next();
  const double begun = spent(0);
  const double step = (1 - begun) / static_cast<double>(acts.size() * hands.size());
  std::vector<double> sums(acts.size());
  double ways = 0;
  double until = begun;
  std::uint64_t nodes = 0;
  QuickGame::Mark mark;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    Random dealer(seed, i);
    game.deal_hand(view, hands[i].hand, dealer);
    game.mark(mark);
    ways += hands[i].ways;
    for (std::size_t a = 0; a < acts.size(); ++a) {
      until += step;
      Random draws(seed, ~i);
      const auto stop = [&](std::uint64_t more) { return spent(nodes + more) > until; };
      const double chance = chance_after(game, acts[a].act, draws, stop, nodes);
      game.rewind(mark);
      sums[a] += hands[i].ways * chance;
    }
  }
  for (std::size_t a = 0; a < acts.size(); ++a) {
    outcomes[a].chance = sums[a] / ways;
    outcomes[a].variance = 0;
    outcomes[a].chances = {};
    nth(outcomes[a].chances, me) = outcomes[a].chance;
    nth(outcomes[a].chances, 1 - me) = 1 - outcomes[a].chance;
  }
}

}  // namespace sixfold
