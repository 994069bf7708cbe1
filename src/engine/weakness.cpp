#include "engine/weakness.hpp"

#include <algorithm>
#include <array>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// Fewer points than this do not explain an error.
constexpr int many_points = 2;

int number_of(const ReviewedMove& move, ReasonCode code) {
  for (const MoveReason& reason : move.reasons)
    if (reason.code == code) return reason.number;
  return 0;
}

/// Lines of five that somebody can complete.
int open_fives(const ReviewedMove& move) {
  return static_cast<int>(std::ranges::count_if(move.reasons, [](const MoveReason& reason) {
    return reason.code == ReasonCode::leaves_five && reason.number > 0;
  }));
}

int copies_kept(const View& seen, const Move& move) {
  Hand kept = seen.hand;
  if (const auto* place = std::get_if<Place>(&move))
    for (const PlacedTile& placed : place->tiles) static_cast<void>(kept.remove(placed.tile));
  else if (const auto* trade = std::get_if<Trade>(&move))
    static_cast<void>(kept.remove(Tiles(trade->tiles)));
  return kept.size() - static_cast<int>(kept.kinds().size());
}

template <class Kind>
bool is(const ReviewedMove& move) {
  return std::holds_alternative<Kind>(move.move);
}

}  // namespace

std::string_view code_of(Weakness weakness) {
  constexpr std::array<std::string_view, weakness_count> names{
      "rolls",           "discs",         "endgame",
      "misses_six",      "leaves_five",   "trades_too_early",
      "trades_too_late", "misses_points", "keeps_copies",
      "takes_points",    "other"};
  return nth(names, weakness);
}

std::optional<Weakness> weakness_in(const ReviewedAct& act) {
  if (act.grade <= MoveClass::good) return std::nullopt;
  const ReviewedMove& played = act.played;
  const ReviewedMove& best = act.candidates.front();
  const auto collects = [](const ReviewedMove& move) {
    return number_of(move, ReasonCode::takes_disc);
  };
  const auto sixes = [](const ReviewedMove& move) {
    return number_of(move, ReasonCode::line_of_six);
  };
  if (is<Roll>(played) || is<Roll>(best)) return Weakness::rolls;
  if (is<Take>(played) || is<Take>(best) || collects(best) > collects(played))
    return Weakness::discs;
  if (act.seen.bag == 0) return Weakness::endgame;
  if (sixes(best) > sixes(played)) return Weakness::misses_six;
  if (open_fives(played) > open_fives(best)) return Weakness::leaves_five;
  if (is<Trade>(played) && is<Place>(best)) return Weakness::trades_too_early;
  if (is<Place>(played) && is<Trade>(best)) return Weakness::trades_too_late;
  if (best.points - played.points >= many_points) return Weakness::misses_points;
  if (copies_kept(act.seen, best.move) < copies_kept(act.seen, played.move))
    return Weakness::keeps_copies;
  if (best.points < played.points) return Weakness::takes_points;
  return Weakness::other;
}

void WeaknessProfile::add(std::size_t game, const Review& review, int seat) {
  for (const ReviewedAct& act : review.acts) {
    if (act.seat != seat) continue;
    ++acts_;
    if (const auto weakness = weakness_in(act))
      turns_.emplace_back(*weakness, WeakTurn{game, act.turn, act.given_up});
  }
}

std::vector<WeaknessFigures> WeaknessProfile::figures() const {
  std::array<WeaknessFigures, weakness_count> sums;
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].weakness = static_cast<Weakness>(i);
  for (const auto& [weakness, turn] : turns_) {
    WeaknessFigures& sum = nth(sums, weakness);
    sum.given_up += turn.given_up;
    sum.turns.push_back(turn);
  }
  std::vector<WeaknessFigures> figures;
  for (WeaknessFigures& sum : sums) {
    if (sum.turns.empty()) continue;
    std::ranges::stable_sort(sum.turns, std::greater{}, &WeakTurn::given_up);
    figures.push_back(std::move(sum));
  }
  std::ranges::stable_sort(figures, std::greater{}, &WeaknessFigures::given_up);
  return figures;
}

}  // namespace sixfold
