#include "rules/start.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "rules/game.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

using Kind = StartFault::Kind;
using Fault = std::optional<StartFault>;

/// A hand exceeds its size only by tiles taken with discs; more would be too slow to search.
constexpr int most_taken = 12;

Fault line_fault_on(const Board& board) {
  constexpr std::array kinds{Kind::form, Kind::too_long, Kind::duplicate, Kind::mixed};
  for (const PlacedTile& placed : board.tiles())
    for (const Direction direction : directions) {
      std::vector<Tile> run;
      for (const PlacedTile& one : run_through(board, placed.cell, direction))
        run.push_back(one.tile);
      if (const LineFault fault = line_fault(run); fault != LineFault::none)
        return StartFault{nth(kinds, fault), placed.cell, placed.tile, {}};
    }
  return std::nullopt;
}

/// The first tile that is not connected with the first one.
Fault apart_on(const Board& board) {
  if (board.empty()) return std::nullopt;
  std::vector<Cell> reached{board.tiles().front().cell};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const Direction direction : directions)
      for (const int way : {-1, 1}) {
        const Cell next = step(reached[i], direction, way);
        if (board.at(next) && std::ranges::find(reached, next) == reached.end())
          reached.push_back(next);
      }
  for (const PlacedTile& placed : board.tiles())
    if (std::ranges::find(reached, placed.cell) == reached.end())
      return StartFault{Kind::apart, placed.cell, placed.tile, {}};
  return std::nullopt;
}

/// Takes every piece that is elsewhere out of the full bag, up to the first that is not in it.
std::optional<Tile> fill_bag(const Ruleset& rules, const Setup& setup, Bag& bag) {
  bag = full_bag(rules);
  const auto missing = [&](Tile tile) { return !bag.remove(piece_of(rules, tile)); };
  for (const PlacedTile& placed : setup.start->tiles)
    if (missing(placed.tile)) return placed.tile;
  for (const std::vector<Tile>& hand : setup.hands)
    for (const Tile tile : hand)
      if (missing(tile)) return tile;
  for (const Tile tile : setup.start->gone)
    if (missing(tile)) return tile;
  return std::nullopt;
}

Fault disc_fault(const Ruleset& rules, const Start& start, const Board& board) {
  const std::vector<Cell> printed = rules.layout ? rules.layout->stars : std::vector<Cell>{};
  for (const Cell star : start.stars) {
    const bool there = std::ranges::binary_search(printed, star) && !board.at(star);
    if (!there || std::ranges::count(start.stars, star) > 1)
      return StartFault{Kind::star, star, {}, {}};
  }
  int left = rules.take_for_disc ? static_cast<int>(printed.size() - start.stars.size()) : 0;
  for (std::size_t seat = 0; seat < start.discs.size(); ++seat) {
    left -= start.discs[seat];
    if (left < 0) return StartFault{Kind::discs, {}, {}, static_cast<int>(seat)};
  }
  return std::nullopt;
}

Fault hand_fault(const Ruleset& rules, const Setup& setup, const Position& position) {
  const int extra = rules.take_for_disc && position.bag.empty() ? most_taken : 0;
  for (std::size_t seat = 0; seat < setup.hands.size(); ++seat) {
    const auto held = static_cast<int>(setup.hands[seat].size());
    const auto fault = [&](Kind kind) { return StartFault{kind, {}, {}, static_cast<int>(seat)}; };
    if (held == 0) return fault(Kind::hand_empty);
    if (held < rules.hand_size && !position.bag.empty()) return fault(Kind::hand_small);
    if (held > rules.hand_size + extra) return fault(Kind::hand_large);
  }
  return std::nullopt;
}

}  // namespace

std::string_view code_of(StartFault::Kind kind) {
  constexpr std::array<std::string_view, 17> names{
      "form",       "off_board",  "occupied", "too_long", "duplicate", "mixed",
      "apart",      "too_many",   "star",     "discs",    "points",    "hand_empty",
      "hand_small", "hand_large", "opener",   "over",     "stuck"};
  return nth(names, kind);
}

std::optional<StartFault> table_fault(const Ruleset& rules, const Setup& setup) {
  const Start& start = *setup.start;
  const std::size_t seats = setup.hands.size();
  const auto counts_seats = [&](const std::vector<int>& numbers) {
    return numbers.size() == seats &&
           std::ranges::all_of(numbers, [](int number) { return number >= 0; });
  };
  if (!counts_seats(start.scores) || !counts_seats(start.discs))
    return StartFault{Kind::form, {}, {}, {}};
  Board board;
  for (const PlacedTile& placed : start.tiles) {
    if (!on_board(rules, placed.cell))
      return StartFault{Kind::off_board, placed.cell, placed.tile, {}};
    if (board.at(placed.cell)) return StartFault{Kind::occupied, placed.cell, placed.tile, {}};
    board.put(placed);
  }
  if (const auto fault = line_fault_on(board)) return fault;
  if (!rules.layout)
    if (const auto fault = apart_on(board)) return fault;
  Bag bag;
  if (const auto tile = fill_bag(rules, setup, bag))
    return StartFault{Kind::too_many, {}, tile, {}};
  if (const auto fault = disc_fault(rules, start, board)) return fault;
  // With discs, all tiles may have been taken up again.
  if (board.empty() && !rules.take_for_disc)
    for (std::size_t seat = 0; seat < seats; ++seat)
      if (start.scores[seat] != 0) return StartFault{Kind::points, {}, {}, static_cast<int>(seat)};
  return std::nullopt;
}

Position position_at(const Ruleset& rules, const Setup& setup) {
  const Start& start = *setup.start;
  Position position;
  for (const PlacedTile& placed : start.tiles) position.board.put(placed);
  position.stars = start.stars;
  std::ranges::sort(position.stars);
  for (std::size_t seat = 0; seat < setup.hands.size(); ++seat)
    position.seats.push_back(
        {Hand(setup.hands[seat]), start.scores[seat], start.discs[seat], true});
  const auto missing = fill_bag(rules, setup, position.bag);
  assert(!missing);
  static_cast<void>(missing);
  position.turn = setup.opener;
  position.opened = !start.tiles.empty();
  position.rolled = start.rolled;
  return position;
}

std::optional<StartFault> start_fault(const Ruleset& rules, const Setup& setup) {
  if (const auto fault = table_fault(rules, setup)) return fault;
  const Position position = position_at(rules, setup);
  if (const auto fault = hand_fault(rules, setup, position)) return fault;
  if (position.board.empty()) {
    const auto openers = possible_openers(rules, setup.players, setup.hands);
    if (std::ranges::find(openers, setup.opener) == openers.end())
      return StartFault{Kind::opener, {}, {}, setup.opener};
  }
  if (is_dead(rules, position)) return StartFault{Kind::over, {}, {}, {}};
  const Acts acts = open_acts(rules, position);
  if (acts == Acts{} || passes_automatically(acts))
    return StartFault{Kind::stuck, {}, {}, setup.opener};
  return std::nullopt;
}

}  // namespace sixfold
