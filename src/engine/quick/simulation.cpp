#include "engine/quick/simulation.hpp"

#include <algorithm>
#include <bit>

#include "engine/search/outlook.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr int most_simulations = 10'000'000;
constexpr std::size_t first_check = 48;
// Drop an act when it is behind by more than this many standard errors of the difference.
constexpr double clearly = 3.3;

/// One act and its outcomes, deal by deal.
struct Arm {
  const Candidate* act = nullptr;
  Simulated* result = nullptr;
  std::vector<float> values;
  double sum = 0;
  double leads = 0;
  std::array<double, most_seats> chances{};

  [[nodiscard]] double mean() const { return sum / static_cast<double>(values.size()); }
};

/// Both have been played over the same deals, so compare them deal by deal.
bool clearly_behind(const Arm& arm, const Arm& best) {
  const std::size_t count = arm.values.size();
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double behind = static_cast<double>(best.values[i]) - static_cast<double>(arm.values[i]);
    sum += behind;
    squares += behind * behind;
  }
  const auto n = static_cast<double>(count);
  return sum > 0 && sum * sum > clearly * clearly * (squares - sum * sum / n);
}

class Simulation {
 public:
  Simulation(QuickGame& game, const View& view, const Budget& budget, Random& random,
             const SimulationSettings& settings)
      : game_(game),
        view_(view),
        budget_(budget),
        settings_(settings),
        seed_(random.next()),
        plies_(plies_of(settings, game.seats())) {}

  /// Sequential halving: each stage has the same share of the budget and keeps the better half.
  /// Precondition: two acts or more.
  void run(std::vector<Arm> alive) {
    const auto stages = static_cast<double>(std::bit_width(alive.size() - 1));
    for (int stage = 1; alive.size() > 1; ++stage) {
      std::size_t check = std::max(first_check, 2 * alive.front().values.size());
      do {
        deal_once(alive);
        if (alive.front().values.size() < check) continue;
        check *= 2;
        give_up(alive, false);
      } while (alive.size() > 1 && spent() < stage / stages);
      give_up(alive, true);
    }
    note(alive.front());
  }

  void run_all(std::vector<Arm>& arms, int deals) {
    for (int i = 0; i < deals; ++i) deal_once(arms);
    for (const Arm& arm : arms) note(arm);
  }

 private:
  /// The share of the budget used, from 0 to 1.
  [[nodiscard]] double spent() const {
    const bool timed = static_cast<bool>(budget_.time_spent);
    const int total = budget_.simulations > 0 ? budget_.simulations
                      : timed                 ? most_simulations
                                              : settings_.simulations;
    const double share = static_cast<double>(simulations_) / total;
    return timed ? std::max(share, budget_.time_spent()) : share;
  }

  void deal_once(std::vector<Arm>& alive) {
    Random dealer(seed_, ++deals_);
    game_.deal_hidden(view_, dealer);
    game_.mark(mark_);
    for (Arm& arm : alive) {
      play_out(arm);
      game_.rewind(mark_);
    }
    simulations_ += static_cast<int>(alive.size());
  }

  void play_out(Arm& arm) {
    Random dealer(seed_, ~deals_);
    const Playout end = sixfold::play_out(game_, arm.act->act, plies_, dealer);
    const double chance = nth(end.chances, view_.turn);
    arm.values.push_back(static_cast<float>(chance));
    arm.sum += chance;
    arm.leads += end.lead;
    for (std::size_t i = 0; i < end.chances.size(); ++i) arm.chances[i] += end.chances[i];
  }

  /// Drops the worse half, or everything that is clearly behind the best.
  void give_up(std::vector<Arm>& alive, bool half) {
    std::ranges::stable_sort(alive, std::greater{}, &Arm::mean);
    const std::size_t left = half ? (alive.size() + 1) / 2 : alive.size();
    std::size_t kept = 1;
    for (std::size_t i = 1; i < alive.size(); ++i) {
      if (i >= left || (!half && clearly_behind(alive[i], alive.front())))
        note(alive[i]);
      else
        std::swap(alive[kept++], alive[i]);
    }
    alive.resize(kept);
  }

  static void note(const Arm& arm) {
    const auto count = static_cast<double>(arm.values.size());
    double squares = 0;
    for (const float value : arm.values) {
      const double off = static_cast<double>(value) - arm.mean();
      squares += off * off;
    }
    arm.result->chance = arm.mean();
    arm.result->lead = arm.leads / count;
    arm.result->variance = squares / (count * std::max(1.0, count - 1));
    for (std::size_t i = 0; i < arm.chances.size(); ++i)
      arm.result->chances[i] = arm.chances[i] / count;
    arm.result->simulations = static_cast<int>(arm.values.size());
  }

  QuickGame& game_;
  const View& view_;
  const Budget& budget_;
  const SimulationSettings& settings_;
  std::uint64_t seed_;
  int plies_;
  std::uint64_t deals_ = 0;
  int simulations_ = 0;
  QuickGame::Mark mark_;
};

std::vector<Arm> arms_of(const std::vector<Candidate>& acts, std::vector<Simulated>& results) {
  std::vector<Arm> arms(acts.size());
  for (std::size_t i = 0; i < acts.size(); ++i) {
    arms[i].act = &acts[i];
    arms[i].result = &results[i];
  }
  return arms;
}

}  // namespace

int plies_of(const SimulationSettings& settings, int seats) {
  return std::max(settings.plies, 2 * seats);
}

Playout play_out(QuickGame& game, const QuickAct& act, int plies, Random& dealer) {
  const int me = game.turn();
  play_turn(game, act, dealer);
  // If the bag is empty, the end is near enough to play on.
  for (int ply = 1; !game.over() && (ply < plies || game.bag() == 0); ++ply)
    game.greedy_turn(dealer, dealer);
  const auto points = expected_standing(game);
  int others = -1'000'000;
  for (int seat = 0; seat < game.seats(); ++seat)
    if (seat != me && game.in(seat)) others = std::max(others, nth(points, seat));
  return {chances_to_win(game, points), (nth(points, me) - others) / 100.0};
}

std::vector<Simulated> simulate(QuickGame& game, const View& view,
                                const std::vector<Candidate>& acts, const Budget& budget,
                                Random& random, const SimulationSettings& settings) {
  std::vector<Simulated> results(acts.size());
  Simulation(game, view, budget, random, settings).run(arms_of(acts, results));
  return results;
}

std::vector<Simulated> simulate_all(QuickGame& game, const View& view,
                                    const std::vector<Candidate>& acts, int deals, Random& random) {
  std::vector<Simulated> results(acts.size());
  std::vector<Arm> arms = arms_of(acts, results);
  const Budget budget;
  const SimulationSettings settings;
  Simulation(game, view, budget, random, settings).run_all(arms, deals);
  return results;
}

}  // namespace sixfold
