#include "engine/comparison.hpp"

#include <algorithm>

#include "engine/endgame/certain.hpp"
#include "engine/search/same_act.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_compared = 12;
/// With a solved end, only the best act and a few others are of interest.
constexpr std::size_t most_solved = 4;
constexpr std::uint64_t nodes_for_the_root = 50'000;
constexpr std::uint64_t nodes_for_an_act = 100'000;

/// After this many deals, at most this many acts remain.
struct Stage {
  int deals;
  std::size_t kept;
};
constexpr std::array<Stage, 4> stages{{{16, 8}, {32, 6}, {64, 4}, {hint_deals, 4}}};
// Acts that are clearly behind go earlier, but a few are always kept to be shown.
constexpr std::size_t fewest_kept = 3;
constexpr double clearly_more = 3.3;
/// In a game that is as good as decided, chances are known after few deals.
constexpr double error_of_settled = 0.005;
constexpr double half_of_95_percent = 1.96;

/// The square root by Newton's method, so that no library can make machines differ.
double root_of(double value) {
  if (value <= 0) return 0;
  double guess = value > 1 ? value : 1;
  for (int i = 0; i < 60; ++i) guess = (guess + value / guess) / 2;
  return guess;
}

/// The variance of the mean of `at(i)`, i from 0 to count - 1.
template <class At>
double variance_of_mean(std::size_t count, const At& at) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += at(i);
  const auto n = static_cast<double>(count);
  double squares = 0;
  for (std::size_t i = 0; i < count; ++i) squares += (at(i) - sum / n) * (at(i) - sum / n);
  return count < 2 ? 0 : squares / (n * (n - 1));
}

double variance_of_difference(const ComparedMove& a, const ComparedMove& b) {
  return variance_of_mean(std::min(a.values.size(), b.values.size()),
                          [&](std::size_t i) { return a.values[i] - b.values[i]; });
}

struct Arm {
  ComparedMove found;
  QuickAct act;
  bool running = true;  // in the race for the best act
  bool asked = false;   // to be judged in any case
  double sum = 0;

  [[nodiscard]] double mean() const { return sum / static_cast<double>(found.values.size()); }
};

class Comparison {
 public:
  Comparison(const View& view, const std::optional<Move>& other)
      : view_(view), game_(game_for(view.rules)), seed_(deal_seed(view)) {
    set_up();
    std::optional<EndgameResult> end;
    if (is_endgame(game_)) {
      end = solve_endgame(game_, [](std::uint64_t nodes) { return nodes > nodes_for_the_root; });
      if (!end->exact || !end->best) end.reset();
    }
    if (end) add(*end->best);
    Random random(seed_, 0);
    const auto found = candidates(game_, view, end ? most_solved : most_compared, random);
    // Looking for what to take changes the order of the tiles in the game.
    set_up();
    for (const Candidate& candidate : found)
      if (!end || arms_.size() < most_solved) add(candidate.act);
    if (other) ask_for(*other);
    if (end) settle(*end);
  }

  std::vector<ComparedMove> run(int deals, const StopComparing& stop) {
    game_.set_up(view_);
    int done = 0;
    for (const Stage& stage : stages) {
      const int until = std::min(stage.deals, deals);
      deal(done, until);
      done = until;
      narrow(stage.kept);
      if (stop && stop(playouts_)) return finish();
    }
    if (!is_settled()) deal(done, deals);
    return finish();
  }

 private:
  void set_up() {
    game_.set_up(view_);
    Random random(seed_, 0);
    game_.deal_hidden(view_, random);
  }

  void add(const QuickAct& act) {
    const Move move = to_move(act, game_.grid());
    if (std::ranges::any_of(arms_, [&](const Arm& arm) { return same_act(arm.found.move, move); }))
      return;
    Arm arm;
    arm.found.move = move;
    arm.act = act;
    arms_.push_back(std::move(arm));
  }

  void ask_for(const Move& move) {
    const auto same =
        std::ranges::find_if(arms_, [&](const Arm& arm) { return same_act(arm.found.move, move); });
    if (same != arms_.end()) {
      same->asked = true;
      same->found.move = move;
      return;
    }
    Arm arm;
    arm.found.move = move;
    arm.act = to_act(move, game_);
    arm.running = false;
    arm.asked = true;
    arms_.push_back(std::move(arm));
  }

  /// The first arm is the best act of the search.
  void settle(const EndgameResult& end) {
    const int me = view_.turn;
    Random random(seed_, 0);
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      const auto certain = i == 0 ? decided(me, game_.score(me) - game_.score(1 - me) + end.gain)
                                  : certain_outcome(game_, arms_[i].act, nodes_for_an_act, random);
      if (!certain) continue;
      arms_[i].found.exact = true;
      arms_[i].found.chances = certain->chances;
      arms_[i].found.lead = certain->lead;
    }
    solved_ = true;
  }

  /// In a solved end no act is better than the proved best one, whatever playouts say of an act
  /// that could not be proved by itself.
  void limit_by_proof(ComparedMove& move, const ComparedMove& best) const {
    const double bound = nth(best.chances, view_.turn);
    if (nth(move.chances, view_.turn) > bound) {
      move.chances = best.chances;
      std::ranges::fill(move.values, bound);
    }
    if (nth(move.chances, view_.turn) == bound) move.lead = std::min(move.lead, best.lead);
  }

  void deal(int from, int to) {
    const auto to_be_played = [](const Arm& arm) {
      return (arm.running || arm.asked) && !arm.found.exact;
    };
    for (Arm& arm : arms_)
      if (arm.found.exact && (arm.running || arm.asked)) {
        const double chance = nth(arm.found.chances, view_.turn);
        arm.found.values.resize(static_cast<std::size_t>(to), chance);
        arm.sum = chance * to;
      }
    if (std::ranges::none_of(arms_, to_be_played)) return;
    const int plies = plies_of({}, game_.seats());
    for (int number = from + 1; number <= to; ++number) {
      deal_number(game_, view_, seed_, number);
      game_.mark(mark_);
      for (Arm& arm : arms_) {
        if (!to_be_played(arm)) continue;
        Random dealer = chance_after_deal(seed_, number);
        note(arm, play_out(game_, arm.act, plies, dealer));
        game_.rewind(mark_);
        ++playouts_;
      }
    }
  }

  void note(Arm& arm, const Playout& end) const {
    const double chance = nth(end.chances, view_.turn);
    arm.found.values.push_back(chance);
    arm.sum += chance;
    arm.found.lead += end.lead;
    for (std::size_t i = 0; i < end.chances.size(); ++i) arm.found.chances[i] += end.chances[i];
  }

  /// Whether the act asked for is in the race makes no difference to the others.
  void narrow(std::size_t most) {
    std::vector<Arm*> order;
    for (Arm& arm : arms_)
      if (arm.running) order.push_back(&arm);
    std::ranges::stable_sort(order, std::greater{}, [](const Arm* arm) { return arm->mean(); });
    std::size_t kept = 0;
    for (Arm* const arm : order) {
      const double behind = order.front()->mean() - arm->mean();
      const double limit =
          clearly_more * clearly_more * variance_of_difference(arm->found, order.front()->found);
      const bool is_proved_best = solved_ && arm == &arms_.front();
      arm->running =
          is_proved_best || kept < fewest_kept || (kept < most && behind * behind <= limit);
      if (arm->running) ++kept;
    }
  }

  /// Whether more deals would hardly change anything. That depends only on the acts in the race,
  /// so that it is the same whatever else is asked for.
  [[nodiscard]] bool is_settled() const {
    return std::ranges::all_of(arms_, [](const Arm& arm) {
      return !arm.running || error_of(arm.found) <= error_of_settled;
    });
  }

  std::vector<ComparedMove> finish() {
    std::vector<ComparedMove> moves;
    for (Arm& arm : arms_) {
      if (!arm.running && !arm.asked) continue;
      const auto count = static_cast<double>(arm.found.values.size());
      if (!arm.found.exact) {
        arm.found.lead /= count;
        for (double& chance : arm.found.chances) chance /= count;
        if (solved_) limit_by_proof(arm.found, arms_.front().found);
      }
    }
    for (Arm& arm : arms_)
      if (arm.running || arm.asked) moves.push_back(std::move(arm.found));
    std::ranges::stable_sort(moves, [&](const ComparedMove& a, const ComparedMove& b) {
      const double one = nth(a.chances, view_.turn);
      const double two = nth(b.chances, view_.turn);
      return one != two ? one > two : a.lead > b.lead;
    });
    return moves;
  }

  const View& view_;
  QuickGame& game_;
  std::uint64_t seed_;
  std::vector<Arm> arms_;
  QuickGame::Mark mark_;
  int playouts_ = 0;
  bool solved_ = false;  // the first arm is proved to be the best act
};

/// Numbers mixed into one.
class Mixture {
 public:
  void add(int value) {
    state_ = (state_ ^ static_cast<std::uint64_t>(value)) * 0xbf58476d1ce4e5b9U;
    state_ ^= state_ >> 29;
  }
  void add(const Tiles& tiles) {
    add(tiles.size());
    for (const Tile tile : tiles.list()) add(tile.index());
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 6;
};

}  // namespace

double ComparedMove::chance_over(int deals) const {
  const std::size_t count = std::min(values.size(), static_cast<std::size_t>(deals));
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += values[i];
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

double error_of(const ComparedMove& move) {
  const auto at = [&](std::size_t i) { return move.values[i]; };
  return half_of_95_percent * root_of(variance_of_mean(move.values.size(), at));
}

double error_of_difference(const ComparedMove& a, const ComparedMove& b) {
  return half_of_95_percent * root_of(variance_of_difference(a, b));
}

std::uint64_t deal_seed(const View& view) {
  Mixture mixture;
  mixture.add(view.turn);
  mixture.add(view.bag);
  mixture.add(view.hand);
  mixture.add(view.unseen);
  for (const PlacedTile& placed : view.board.tiles()) {
    mixture.add(placed.cell.x);
    mixture.add(placed.cell.y);
    mixture.add(placed.tile.index());
  }
  for (const SeatView& seat : view.seats) {
    mixture.add(seat.score);
    mixture.add(seat.held);
    mixture.add(seat.discs);
    mixture.add(seat.in ? 1 : 0);
    if (seat.hand) mixture.add(Tiles(*seat.hand));
  }
  return mixture.value();
}

void deal_number(QuickGame& game, const View& view, std::uint64_t seed, int number) {
  Random dealer(seed, static_cast<std::uint64_t>(number));
  game.deal_hidden(view, dealer);
}

Random chance_after_deal(std::uint64_t seed, int number) {
  return Random(seed, ~static_cast<std::uint64_t>(number));
}

std::vector<ComparedMove> compare_moves(const View& view, const std::optional<Move>& other,
                                        int deals, const StopComparing& stop) {
  return Comparison(view, other).run(deals, stop);
}

}  // namespace sixfold
