#include "cli/statistics.hpp"

#include <algorithm>
#include <cmath>

#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::cli {

namespace {

/// The game that players chose, of those with the record's rules.
std::string game_of(const Record& record) {
  for (const Edition& edition : all_editions())
    if (edition.theme == record.theme && edition.ruleset().variant == record.rules.variant)
      return std::string(edition.name);
  return std::string(record.rules.variant);
}

std::size_t place_in_list(std::string_view game) {
  const auto all = all_editions();
  return static_cast<std::size_t>(std::ranges::find(all, game, &Edition::name) - all.begin());
}

void add_turn(SeatFigures& seat, const Turn& turn, const Ruleset& rules, const Board& after) {
  ++seat.turns;
  if (std::holds_alternative<Traded>(turn.act)) ++seat.trades;
  const auto* const placed = std::get_if<Placed>(&turn.act);
  if (placed == nullptr) return;
  seat.best = std::max(seat.best, placed->points);
  const Score made = score_of_placed(rules, after, Place{placed->tiles});
  seat.sixfolds += static_cast<int>(std::ranges::count_if(
      made.lines, [](const ScoredLine& line) { return line.length() == longest_line; }));
}

}  // namespace

Result<GameFigures, RecordError> figures_of(const Record& record) {
  auto begun = Replayer::begin(record);
  if (!begun) return Unexpected{begun.error()};
  Replayer replayer = *std::move(begun);
  GameFigures figures;
  figures.game = game_of(record);
  figures.opener = record.setup.opener;
  for (const Player& player : record.setup.players) figures.seats.push_back({.name = player.name});
  while (!replayer.at_end()) {
    if (auto error = replayer.step()) return Unexpected{*std::move(error)};
    const Turn& turn = replayer.game().turns().back();
    if (std::holds_alternative<Left>(turn.act)) continue;
    ++figures.turns;
    add_turn(nth(figures.seats, turn.seat), turn, record.rules, replayer.game().position().board);
  }
  if (auto error = replayer.finish()) return Unexpected{*std::move(error)};
  const Position& last = replayer.game().position();
  for (std::size_t i = 0; i < figures.seats.size(); ++i)
    figures.seats[i].points = last.seats[i].score;
  const auto won = winners(last);
  for (const int seat : won) nth(figures.seats, seat).won = 1.0 / static_cast<double>(won.size());
  figures.complete =
      last.end && (last.end->reason == EndReason::out || last.end->reason == EndReason::dead ||
                   last.end->reason == EndReason::stalled);
  return figures;
}

void add_review(GameFigures& figures, const Review& review) {
  figures.reviewed = true;
  for (std::size_t i = 0; i < figures.seats.size(); ++i)
    figures.seats[i].luck = review.seats[i].luck;
  for (const ReviewedAct& act : review.acts) {
    SeatFigures& seat = nth(figures.seats, act.seat);
    seat.given_up += act.given_up;
    ++seat.acts;
  }
}

double Sample::total() const {
  double sum = 0;
  for (const double value : values_) sum += value;
  return sum;
}

double Sample::mean() const {
  return values_.empty() ? 0 : total() / static_cast<double>(values_.size());
}

double Sample::spread() const {
  if (values_.size() < 2) return 0;
  const double middle = mean();
  double squares = 0;
  for (const double value : values_) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values_.size() - 1));
}

std::optional<double> Sample::error() const {
  constexpr double of_95_percent = 1.96;
  if (values_.size() < 2) return std::nullopt;
  return of_95_percent * spread() / std::sqrt(static_cast<double>(values_.size()));
}

void Statistics::add(const GameFigures& figures) {
  ++games;
  if (!figures.complete) {
    ++incomplete;
    return;
  }
  reviewed = reviewed || figures.reviewed;
  const GameKey key{{place_in_list(figures.game), figures.game}, figures.seats.size()};
  GameStatistics& game = by_game[key];
  ++game.games;
  game.opener_won.add(nth(figures.seats, figures.opener).won);
  game.turns.add(figures.turns);
  int trades = 0;
  int sixfolds = 0;
  for (const SeatFigures& seat : figures.seats) {
    trades += seat.trades;
    sixfolds += seat.sixfolds;
    PlayerStatistics& player = by_player[{key, seat.name}];
    ++player.games;
    player.won.add(seat.won);
    player.trades.add(seat.trades);
    player.sixfolds.add(seat.sixfolds);
    player.best = std::max(player.best, seat.best);
    for (Sample* const points : {&game.points, &player.points}) points->add(seat.points);
    if (seat.turns > 0)
      for (Sample* const pace : {&game.points_per_turn, &player.points_per_turn})
        pace->add(static_cast<double>(seat.points) / seat.turns);
    if (!figures.reviewed) continue;
    game.luck.add(std::abs(seat.luck));
    player.luck.add(seat.luck);
    if (seat.acts > 0) player.given_up.add(seat.given_up / seat.acts);
  }
  if (figures.review)
    for (std::size_t i = 0; i < figures.seats.size(); ++i)
      weaknesses[figures.seats[i].name].add(games, *figures.review, static_cast<int>(i));
  game.trades.add(trades);
  game.sixfolds.add(sixfolds);
}

}  // namespace sixfold::cli
