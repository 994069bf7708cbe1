#include "engine/review.hpp"

#include <algorithm>

#include "engine/master.hpp"
#include "engine/search/same_act.hpp"

namespace sixfold {

namespace {

constexpr std::uint64_t review_seed = 6;

/// The square root by Newton's method, so that no library can make machines differ.
double root(double value) {
  if (value <= 0) return 0;
  double guess = value > 1 ? value : 1;
  for (int i = 0; i < 60; ++i) guess = (guess + value / guess) / 2;
  return guess;
}

class Reviewer {
 public:
  Reviewer(Game game, const ReviewOptions& options) : game_(std::move(game)), options_(options) {}

  void play(const Turn& turn, int number) {
    if (const auto* left = std::get_if<Left>(&turn.act)) {
      static_cast<void>(game_.leave(turn.seat, left->reason));
      return;
    }
    if (turn.roll) {
      act(Roll{turn.roll->cubes}, number);
      answer(turn.roll->faces);
    } else if (!turn.forced.empty()) {
      act(Roll{}, number);
    }
    for (const auto& faces : turn.forced) answer(faces);
    if (turn.take) act(Take{*turn.take}, number);
    if (const auto* placed = std::get_if<Placed>(&turn.act))
      act(Place{placed->tiles}, number);
    else if (const auto* traded = std::get_if<Traded>(&turn.act))
      act(Trade{traded->tiles}, number);
    else
      static_cast<void>(game_.play(turn.seat, Pass{}));
    if (std::holds_alternative<DrawQuestion>(game_.position().question)) answer(turn.draw);
  }

  Review finish() {
    const Position& position = game_.position();
    review_.finished = position.end.has_value();
    if (review_.finished && position.end->reason != EndReason::aborted) {
      Chances result{};
      const std::vector<int> won = winners(position);
      for (const int seat : won)
        result[static_cast<std::size_t>(seat)] = 1.0 / static_cast<double>(won.size());
      settle(result);
    }
    sum_up();
    return std::move(review_);
  }

 private:
  void answer(const std::vector<Tile>& tiles) { static_cast<void>(game_.answer(tiles)); }

  /// The change since the last act was its player's luck, good or bad.
  void settle(const Chances& now) {
    if (!review_.acts.empty())
      for (std::size_t i = 0; i < now.size(); ++i) review_.acts.back().luck[i] = now[i] - after_[i];
    else
      start_ = now;
    after_ = now;
  }

  void act(const Move& move, int number) {
    const int seat = game_.position().turn;
    Random random(review_seed, acts_++);
    if (number < options_.first || number > options_.last) {
      static_cast<void>(game_.play(seat, move));
      return;
    }
    ReviewedAct reviewed = judge_act(view(game_, seat), move, options_, random);
    reviewed.turn = number;
    settle(reviewed.best.front().chances);
    after_ = reviewed.played.chances;
    review_.acts.push_back(std::move(reviewed));
    static_cast<void>(game_.play(seat, move));
  }

  void sum_up() {
    const auto seats = game_.position().seats.size();
    for (std::size_t seat = 0; seat < seats; ++seat) {
      SeatReview summary;
      summary.start = start_[seat];
      summary.result = after_[seat];
      for (const ReviewedAct& act : review_.acts) {
        summary.luck += act.luck[seat];
        summary.skill += act.skill[seat];
        if (act.seat == static_cast<int>(seat))
          ++summary.grades[static_cast<std::size_t>(act.grade)];
      }
      summary.adjusted = summary.start + summary.skill;
      review_.seats.push_back(summary);
    }
  }

  Game game_;
  const ReviewOptions& options_;
  Review review_;
  std::uint64_t acts_ = 0;
  Chances start_{};
  Chances after_{};
};

}  // namespace

std::string_view code_of(MoveClass grade) {
  constexpr std::array<std::string_view, 5> names{"best", "good", "inaccuracy", "mistake",
                                                  "blunder"};
  return names[static_cast<std::size_t>(grade)];
}

MoveClass class_of(double given_up) {
  constexpr std::array<double, 4> limits{0.01, 0.03, 0.06, 0.12};
  std::size_t grade = 0;
  while (grade < limits.size() && given_up > limits[grade]) ++grade;
  return static_cast<MoveClass>(grade);
}

// First search for the best acts, then compare them and the played one over the same deals.
ReviewedAct judge_act(const View& seen, const Move& move, const ReviewOptions& options,
                      Random& random) {
  const auto found = judge_moves(seen, Budget{options.simulations, {}}, random);
  std::vector<Move> moves{move};
  for (const JudgedMove& judged : found)
    if (moves.size() <= options.shown && !same_act(judged.move, move)) moves.push_back(judged.move);
  const auto outcomes = outcomes_of(seen, moves, options.deals, random);
  std::vector<ReviewedMove> all;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ReviewedMove one;
    one.move = moves[i];
    if (const auto* place = std::get_if<Place>(&moves[i]))
      one.points = score(seen.rules, seen.board, *place).points();
    one.chances = outcomes[i].chances;
    one.error = 1.96 * root(outcomes[i].variance);
    one.lead = outcomes[i].lead;
    one.exact = outcomes[i].simulations == 0;
    one.reasons = reasons_for(seen, moves[i]);
    all.push_back(std::move(one));
  }
  ReviewedAct reviewed;
  reviewed.seat = seen.turn;
  reviewed.seen = seen;
  reviewed.played = all.front();
  const auto own = static_cast<std::size_t>(reviewed.seat);
  std::ranges::stable_sort(all, [&](const ReviewedMove& a, const ReviewedMove& b) {
    return a.chances[own] != b.chances[own] ? a.chances[own] > b.chances[own] : a.lead > b.lead;
  });
  if (all.size() > options.shown) all.resize(options.shown);
  reviewed.best = std::move(all);
  const Chances& best = reviewed.best.front().chances;
  for (std::size_t i = 0; i < best.size(); ++i)
    reviewed.skill[i] = reviewed.played.chances[i] - best[i];
  reviewed.given_up = std::max(0.0, -reviewed.skill[own]);
  reviewed.grade = class_of(reviewed.given_up);
  return reviewed;
}

Review review(const Ruleset& rules, const Setup& setup, const std::vector<Turn>& turns,
              const ReviewOptions& options, const ReviewProgress& progress) {
  auto game = Game::begin(rules, setup);
  if (!game) return {};
  Reviewer reviewer(*std::move(game), options);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    reviewer.play(turns[i], static_cast<int>(i) + 1);
    if (progress) progress(i + 1);
  }
  return reviewer.finish();
}

}  // namespace sixfold
