#include "engine/review.hpp"

#include <algorithm>

#include "engine/comparison.hpp"
#include "engine/search/same_act.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// Everything is counted in these parts of a win.
constexpr int parts = 1000;
constexpr int fewest_deals = hint_deals;
constexpr int simulations_per_100 = 24;

double in_wins(int thousandths) { return static_cast<double>(thousandths) / parts; }
int in_thousandths(double wins) { return static_cast<int>(parts * wins + (wins < 0 ? -0.5 : 0.5)); }

Chances difference(const Chances& a, const Chances& b) {
  Chances result{};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = in_wins(in_thousandths(a[i]) - in_thousandths(b[i]));
  return result;
}

/// Shares of the rest in whole thousandths, as close to these weights as possible.
void share_out(Chances& chances, int rest, std::size_t except) {
  double all = 0;
  for (std::size_t i = 0; i < chances.size(); ++i)
    if (i != except) all += chances[i];
  if (all <= 0) return;
  std::array<double, most_seats> over{};
  int left = rest;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    if (i == except) continue;
    const double exact = rest * chances[i] / all;
    const int whole = static_cast<int>(exact);
    over[i] = exact - whole;
    left -= whole;
    chances[i] = in_wins(whole);
  }
  for (; left > 0; --left) {
    const auto most = static_cast<std::size_t>(std::ranges::max_element(over) - over.begin());
    chances[most] = in_wins(in_thousandths(chances[most]) + 1);
    over[most] = -1;
  }
}

constexpr std::size_t nobody = most_seats;

/// In whole thousandths that add up; the player's own is rounded first, so that a better act never
/// gets a lower figure.
Chances rounded(Chances chances, std::size_t own) {
  if (own != nobody) chances[own] = in_wins(std::clamp(in_thousandths(chances[own]), 0, parts));
  share_out(chances, parts - (own == nobody ? 0 : in_thousandths(chances[own])), own);
  return chances;
}

/// Whoever leaves has not lost by bad luck: the last chances stand.
bool is_played_out(EndReason reason) {
  return reason == EndReason::out || reason == EndReason::dead || reason == EndReason::stalled;
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
    review_.finished = position.end && is_played_out(position.end->reason);
    if (review_.finished) {
      Chances result{};
      for (const int seat : winners(position)) nth(result, seat) = 1;
      settle(rounded(result, nobody));
    }
    sum_up();
    return std::move(review_);
  }

 private:
  void answer(const std::vector<Tile>& tiles) { static_cast<void>(game_.answer(tiles)); }

  /// The change since the last act was its player's luck, good or bad.
  void settle(const Chances& now) {
    if (!review_.acts.empty())
      review_.acts.back().luck = difference(now, after_);
    else
      start_ = now;
    after_ = now;
  }

  void act(const Move& move, int number) {
    const int seat = game_.position().turn;
    if (number < options_.first || number > options_.last) {
      static_cast<void>(game_.play(seat, move));
      return;
    }
    ReviewedAct reviewed = judge_act(view(game_, seat), move, options_.deals);
    reviewed.turn = number;
    settle(reviewed.candidates.front().chances);
    after_ = reviewed.played.chances;
    review_.acts.push_back(std::move(reviewed));
    static_cast<void>(game_.play(seat, move));
  }

  void sum_up() {
    const auto seats = game_.position().seats.size();
    Chances adjusted{};
    for (std::size_t seat = 0; seat < seats; ++seat) {
      SeatReview summary;
      summary.start = start_[seat];
      summary.result = after_[seat];
      int luck = 0;
      int skill = 0;
      for (const ReviewedAct& act : review_.acts) {
        luck += in_thousandths(act.luck[seat]);
        skill += in_thousandths(act.skill[seat]);
        if (act.seat == static_cast<int>(seat)) ++nth(summary.grades, act.grade);
      }
      summary.luck = in_wins(luck);
      summary.skill = in_wins(skill);
      // An opponent can give up more than there was to lose.
      adjusted[seat] = in_wins(std::clamp(in_thousandths(summary.start) + skill, 0, parts));
      review_.seats.push_back(summary);
    }
    adjusted = rounded(adjusted, nobody);
    for (std::size_t seat = 0; seat < seats; ++seat) review_.seats[seat].adjusted = adjusted[seat];
  }

  Game game_;
  const ReviewOptions& options_;
  Review review_;
  Chances start_{};
  Chances after_{};
};

}  // namespace

std::string_view code_of(MoveClass grade) {
  constexpr std::array<std::string_view, 5> names{"best", "good", "inaccuracy", "mistake",
                                                  "blunder"};
  return nth(names, grade);
}

MoveClass class_of(double given_up) {
  constexpr std::array<double, 4> limits{0.01, 0.03, 0.06, 0.12};
  std::size_t grade = 0;
  while (grade < limits.size() && given_up > limits[grade]) ++grade;
  return static_cast<MoveClass>(grade);
}

namespace {

ExplainedAct explained(const ComparedMove& compared) {
  ExplainedAct act{compared.move, {}};
  if (compared.exact) act.proved_lead = static_cast<int>(compared.lead);
  return act;
}

/// Compares with the best act, and the best act with the next.
Explanation explanation_of(const View& seen, const std::vector<ComparedMove>& compared,
                           const ComparedMove& played, int deals) {
  const ComparedMove& best = compared.front();
  if (&played != &best) return explain(seen, explained(played), explained(best), deals);
  std::optional<ExplainedAct> next;
  if (compared.size() > 1) next = explained(compared[1]);
  Explanation explanation = explain(seen, explained(played), next, deals);
  explanation.better.clear();
  return explanation;
}

}  // namespace

int deals_for(int simulations) {
  const auto deals = std::int64_t{simulations} * simulations_per_100 / 100;
  return std::max(fewest_deals, static_cast<int>(deals));
}

ReviewedAct judge_act(const View& seen, const Move& move, int deals) {
  const auto own = static_cast<std::size_t>(seen.turn);
  const auto compared = compare_moves(seen, move, deals);
  const ComparedMove& best = compared.front();
  ReviewedAct reviewed;
  reviewed.seat = seen.turn;
  reviewed.seen = seen;
  reviewed.deals = static_cast<int>(best.values.size());
  const ComparedMove* played = nullptr;
  for (const ComparedMove& one : compared) {
    ReviewedMove figures;
    figures.move = one.move;
    if (const auto* place = std::get_if<Place>(&one.move))
      figures.points = score(seen.rules, seen.board, *place).points();
    figures.chances = rounded(one.chances, own);
    figures.error = in_wins(in_thousandths(error_of(one)));
    figures.lead = one.lead;
    figures.exact = one.exact;
    const Chances& most =
        reviewed.candidates.empty() ? figures.chances : reviewed.candidates.front().chances;
    figures.behind = difference(most, figures.chances)[own];
    figures.behind_error = in_wins(in_thousandths(error_of_difference(best, one)));
    figures.reasons = reasons_for(seen, one.move);
    if (played == nullptr && same_act(one.move, move)) {
      played = &one;
      reviewed.played = figures;
    }
    reviewed.candidates.push_back(std::move(figures));
  }
  reviewed.skill = difference(reviewed.played.chances, reviewed.candidates.front().chances);
  reviewed.given_up = reviewed.played.behind;
  // What was best over the deals of a hint is never called an error after more of them.
  const bool worse = reviewed.given_up > reviewed.played.behind_error &&
                     best.chance_over(hint_deals) > played->chance_over(hint_deals);
  reviewed.equal = played != &best && !worse;
  reviewed.grade = class_of(reviewed.given_up);
  if (!worse) reviewed.grade = std::min(reviewed.grade, MoveClass::good);
  reviewed.explanation = explanation_of(seen, compared, *played, reviewed.deals);
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
