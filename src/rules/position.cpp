#include "rules/position.hpp"

#include <algorithm>
#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

using Illegal = std::optional<IllegalMove>;

IllegalMove illegal(Reason reason, std::optional<Cell> cell = std::nullopt) {
  return {reason, cell};
}

bool holds(const Seat& seat, const std::vector<Tile>& tiles) {
  return tiles.size() <= static_cast<std::size_t>(seat.hand.size()) &&
         seat.hand.contains(Tiles(tiles));
}

bool can_place_now(const Ruleset& rules, const Position& position) {
  return any_fits(rules, position.board, position.mover().hand, position.taken);
}

/// Whether some face of a cube in hand, or a tile in hand, fits anywhere (C4, C5).
bool hand_could_fit(const Ruleset& rules, const Position& position) {
  return any_fits(rules, position.board, faces_of(rules, pieces_of(rules, position.mover().hand)));
}

/// Whether a player who could place may trade instead (B10).
bool trades_by_choice(const Ruleset& rules) {
  switch (rules.trading) {
    case Trading::by_choice:
      return true;
    case Trading::when_no_face_fits:
      return false;
  }
  return false;
}

/// A trade draws up to the full hand: from seven tiles, one less than was traded (S6).
int drawn_for_trade(const Ruleset& rules, const Hand& hand, int traded) {
  return traded - std::max(0, hand.size() - rules.hand_size);
}

void next_turn(Position& position) {
  do position.turn = (position.turn + 1) % static_cast<int>(position.seats.size());
  while (!position.mover().in);
  position.rolled = false;
  position.taken.reset();
}

/// The checks after every finished turn, including the draw, in the order of B13.
void finish_turn(const Ruleset& rules, Position& position, bool placed) {
  position.opened = true;
  position.idle_turns = placed ? 0 : position.idle_turns + 1;
  if (placed && position.mover().hand.empty() && position.bag.empty()) {
    position.mover().score += rules.bonus_for_out;
    position.end = End{EndReason::out, position.turn, rules.bonus_for_out};
  } else if (is_dead(rules, position)) {
    position.end = End{EndReason::dead, std::nullopt, 0};
  } else if (position.idle_turns >= rules.idle_rounds * position.seats_in()) {
    position.end = End{EndReason::stalled, std::nullopt, 0};
  } else {
    next_turn(position);
  }
}

/// Asks for `count` pieces, or ends the turn if there are none to draw.
void draw(const Ruleset& rules, Position& position, int count, const Tiles& set_aside,
          bool placed) {
  if (count > 0) {
    position.question = DrawQuestion{count, set_aside};
    return;
  }
  position.bag.add(pieces_of(rules, set_aside));
  finish_turn(rules, position, placed);
}

/// C4: after the optional roll, or without one, everything is rolled until something fits.
void ask_compulsory_roll(const Ruleset& rules, Position& position) {
  if (!can_place_now(rules, position) && hand_could_fit(rules, position))
    position.question = RollQuestion{position.mover().hand.list(), true};
}

// One group of functions for each kind of move: whether it is legal, and what it does.

Illegal check(const Ruleset& rules, const Position& position, const Place& place) {
  return why_illegal(rules, position.board, position.mover().hand, position.taken, !position.opened,
                     place);
}

void apply(const Ruleset& rules, Position& position, const Place& place) {
  Seat& seat = position.mover();
  for (const PlacedTile& placed : place.tiles) {
    position.board.put(placed);
    const bool held = seat.hand.remove(placed.tile);
    assert(held);
    static_cast<void>(held);
    if (rules.take_for_disc && std::erase(position.stars, placed.cell) != 0) ++seat.discs;  // S4
  }
  seat.score += score_of_placed(rules, position.board, place).points();
  const int missing = std::max(0, rules.hand_size - seat.hand.size());
  draw(rules, position, std::min(missing, position.bag.size()), {}, true);
}

Illegal check(const Ruleset& rules, const Position& position, const Trade& trade) {
  if (!open_acts(rules, position).trade) {
    // If trading is the player's choice, only an empty bag can prevent it.
    const bool only_the_bag = trades_by_choice(rules) && position.opened;
    return illegal(only_the_bag ? Reason::bag_too_small : Reason::act_not_open);
  }
  if (trade.tiles.empty()) return illegal(Reason::no_tiles);
  if (!holds(position.mover(), trade.tiles)) return illegal(Reason::not_in_hand);
  const int count = static_cast<int>(trade.tiles.size());
  const auto [fewest, most] = trade_limits(rules, position.mover().hand, position.bag.size());
  if (count < fewest || count > rules.hand_size) return illegal(Reason::trade_size);
  if (count > most) return illegal(Reason::bag_too_small);
  return std::nullopt;
}

void apply(const Ruleset& rules, Position& position, const Trade& trade) {
  const Tiles tiles(trade.tiles);
  const int count = drawn_for_trade(rules, position.mover().hand, tiles.size());
  const bool held = position.mover().hand.remove(tiles);
  assert(held);
  static_cast<void>(held);
  draw(rules, position, count, tiles, false);
}

Illegal check(const Ruleset& rules, const Position& position, const Roll& roll) {
  if (!open_acts(rules, position).roll) return illegal(Reason::act_not_open);
  if (roll.cubes.empty()) {
    const bool compulsory_due = !can_place_now(rules, position) && hand_could_fit(rules, position);
    return compulsory_due ? Illegal{} : illegal(Reason::no_tiles);
  }
  if (!holds(position.mover(), roll.cubes)) return illegal(Reason::not_in_hand);
  return std::nullopt;
}

void apply(const Ruleset& rules, Position& position, const Roll& roll) {
  position.rolled = true;
  if (roll.cubes.empty())
    ask_compulsory_roll(rules, position);
  else
    position.question = RollQuestion{roll.cubes, false};
}

Illegal check(const Ruleset& rules, const Position& position, const Take& take) {
  const Cell cell = take.tile.cell;
  if (!rules.take_for_disc) return illegal(Reason::act_not_open, cell);
  if (position.mover().discs == 0) return illegal(Reason::no_disc, cell);
  if (!position.opened || position.taken) return illegal(Reason::not_at_start, cell);
  const auto lies_there = position.board.at(cell);
  if (lies_there && !may_take(position.board, cell))
    return illegal(Reason::pickup_in_qwirkle, cell);
  if (lies_there != take.tile.tile) return illegal(Reason::no_tile, cell);
  return std::nullopt;
}

void apply(const Ruleset& /*rules*/, Position& position, const Take& take) {
  --position.mover().discs;
  position.board.remove(take.tile.cell);
  position.mover().hand.add(take.tile.tile);
  position.taken = take.tile;
}

Illegal check(const Ruleset& rules, const Position& position, const Pass& /*pass*/) {
  return open_acts(rules, position).pass ? Illegal{} : illegal(Reason::act_not_open);
}

void apply(const Ruleset& rules, Position& position, const Pass& /*pass*/) {
  finish_turn(rules, position, false);
}

// Answers to the questions: whether they are possible, and what they do.

std::optional<AnswerFault> check(const Ruleset& rules, const Position& position,
                                 const DrawQuestion& question, const std::vector<Tile>& tiles) {
  if (static_cast<int>(tiles.size()) != question.count) return AnswerFault::wrong_count;
  Bag bag = position.bag;
  for (const Tile tile : tiles)
    if (!bag.remove(piece_of(rules, tile))) return AnswerFault::not_in_bag;
  return std::nullopt;
}

void apply(const Ruleset& rules, Position& position, const DrawQuestion& question,
           const std::vector<Tile>& tiles) {
  for (const Tile tile : tiles) {
    const bool there = position.bag.remove(piece_of(rules, tile));
    assert(there);
    static_cast<void>(there);
    position.mover().hand.add(tile);
  }
  position.bag.add(pieces_of(rules, question.set_aside));
  finish_turn(rules, position, question.set_aside.empty());
}

std::optional<AnswerFault> check(const Ruleset& rules, const Position& /*position*/,
                                 const RollQuestion& question, const std::vector<Tile>& faces) {
  if (faces.size() != question.cubes.size()) return AnswerFault::wrong_count;
  for (std::size_t i = 0; i < faces.size(); ++i)
    if (piece_of(rules, faces[i]) != piece_of(rules, question.cubes[i]))
      return AnswerFault::wrong_colour;
  return std::nullopt;
}

void apply(const Ruleset& rules, Position& position, const RollQuestion& question,
           const std::vector<Tile>& faces) {
  const bool held = position.mover().hand.remove(Tiles(question.cubes));
  assert(held);
  static_cast<void>(held);
  position.mover().hand.add(Tiles(faces));
  ask_compulsory_roll(rules, position);
}

std::optional<AnswerFault> check(const Ruleset& /*rules*/, const Position& /*position*/,
                                 std::monostate /*none*/, const std::vector<Tile>& /*tiles*/) {
  return AnswerFault::no_question;
}

void apply(const Ruleset& /*rules*/, Position& /*position*/, std::monostate /*none*/,
           const std::vector<Tile>& /*tiles*/) {}

}  // namespace

std::string_view code_of(EndReason reason) {
  switch (reason) {
    case EndReason::out:
      return "out";
    case EndReason::dead:
      return "dead";
    case EndReason::stalled:
      return "stalled";
    case EndReason::resigned:
      return "resigned";
    case EndReason::timeout:
      return "timeout";
    case EndReason::aborted:
      return "aborted";
  }
  return "";
}

std::string_view code_of(LeaveReason reason) {
  switch (reason) {
    case LeaveReason::resigned:
      return "resigned";
    case LeaveReason::timeout:
      return "timeout";
  }
  return "";
}

std::string_view code_of(AnswerFault fault) {
  switch (fault) {
    case AnswerFault::no_question:
      return "no_question";
    case AnswerFault::wrong_count:
      return "wrong_count";
    case AnswerFault::not_in_bag:
      return "not_in_bag";
    case AnswerFault::wrong_colour:
      return "wrong_colour";
  }
  return "";
}

int Position::seats_in() const {
  return static_cast<int>(std::ranges::count(seats, true, &Seat::in));
}

Decision decision_of(const Position& position) {
  return {position.board, position.mover().hand, position.taken, !position.opened};
}

Acts open_acts(const Ruleset& rules, const Position& position) {
  Acts acts;
  if (position.end || !std::holds_alternative<std::monostate>(position.question)) return acts;
  const Seat& seat = position.mover();
  acts.place = can_place_now(rules, position);

  // Nothing can be placed now, and no roll could change that (C4).
  const bool stuck = !acts.place && !(rules.roll_before_placing && hand_could_fit(rules, position));
  const bool tradable = trade_limits(rules, seat.hand, position.bag.size()).most > 0;
  acts.pass = stuck && !tradable;
  // The opening is a placement unless nothing fits (B2).
  acts.trade = tradable && (stuck || (trades_by_choice(rules) && position.opened));
  if (!position.opened) return acts;

  acts.roll = rules.roll_before_placing && !position.rolled;
  acts.take = rules.take_for_disc && seat.discs > 0 && !position.taken &&
              std::ranges::any_of(position.board.tiles(), [&](const PlacedTile& placed) {
                return may_take(position.board, placed.cell);
              });
  return acts;
}

bool must_roll(const Acts& acts) { return acts.roll && !acts.place && !acts.trade && !acts.pass; }

bool passes_automatically(const Acts& acts) { return acts.pass && !acts.take; }

TradeLimits trade_limits(const Ruleset& rules, int held, int bag_size) {
  if (bag_size == 0 || held == 0) return {};
  const int over = std::max(0, held - rules.hand_size);
  const int most = std::min({held, rules.hand_size, bag_size + over});
  switch (rules.trading) {
    case Trading::by_choice:
      return {1, most};
    case Trading::when_no_face_fits:
      return {most, most};
  }
  return {};
}

bool may_take(const Board& board, Cell cell) {
  return std::ranges::none_of(directions, [&](Direction direction) {
    return run_through(board, cell, direction).size() >= longest_line;
  });
}

Illegal why_illegal(const Ruleset& rules, const Position& position, const Move& move) {
  if (position.end) return illegal(Reason::game_over);
  if (!std::holds_alternative<std::monostate>(position.question))
    return illegal(Reason::waiting_for_chance);
  return std::visit([&](const auto& act) { return check(rules, position, act); }, move);
}

Position play_legal(const Ruleset& rules, Position position, const Move& move) {
  std::visit([&](const auto& act) { apply(rules, position, act); }, move);
  return position;
}

Result<Position, IllegalMove> play(const Ruleset& rules, Position position, const Move& move) {
  if (const Illegal reason = why_illegal(rules, position, move)) return Unexpected{*reason};
  return play_legal(rules, std::move(position), move);
}

std::optional<AnswerFault> why_impossible(const Ruleset& rules, const Position& position,
                                          const std::vector<Tile>& tiles) {
  return std::visit([&](const auto& asked) { return check(rules, position, asked, tiles); },
                    position.question);
}

Position answer_possible(const Ruleset& rules, Position position, const std::vector<Tile>& tiles) {
  const Question question = std::exchange(position.question, std::monostate{});
  std::visit([&](const auto& asked) { apply(rules, position, asked, tiles); }, question);
  return position;
}

Result<Position, AnswerFault> answer(const Ruleset& rules, Position position,
                                     const std::vector<Tile>& tiles) {
  if (const auto fault = why_impossible(rules, position, tiles)) return Unexpected{*fault};
  return answer_possible(rules, std::move(position), tiles);
}

Result<Position, IllegalMove> leave(Position position, int seat, LeaveReason reason) {
  if (position.end) return Unexpected{illegal(Reason::game_over)};
  if (!std::holds_alternative<std::monostate>(position.question))
    return Unexpected{illegal(Reason::waiting_for_chance)};
  if (seat < 0 || seat >= static_cast<int>(position.seats.size()) || !nth(position.seats, seat).in)
    return Unexpected{illegal(Reason::act_not_open)};

  Seat& leaver = nth(position.seats, seat);
  leaver.in = false;
  leaver.discs = 0;
  if (position.seats_in() == 1)
    position.end =
        End{reason == LeaveReason::resigned ? EndReason::resigned : EndReason::timeout, seat, 0};
  else if (seat == position.turn)
    next_turn(position);
  return position;
}

bool is_dead(const Ruleset& rules, const Position& position) {
  Tiles off_table = position.bag;
  for (const Seat& seat : position.seats) {
    if (!seat.in) continue;
    // Anyone could still take a tile (S9).
    if (seat.discs > 0) return false;
    off_table.add(pieces_of(rules, seat.hand));
  }
  return !any_fits(rules, position.board, faces_of(rules, off_table));
}

std::vector<int> winners(const Position& position) {
  std::vector<int> best;
  if (!position.end || position.end->reason == EndReason::aborted) return best;
  int highest = -1;
  for (int i = 0; i < static_cast<int>(position.seats.size()); ++i) {
    const Seat& seat = nth(position.seats, i);
    if (!seat.in || seat.score < highest) continue;
    if (seat.score > highest) best.clear();
    highest = seat.score;
    best.push_back(i);
  }
  return best;
}

std::vector<int> places(const Position& position) {
  std::vector<int> all;
  if (!position.end || position.end->reason == EndReason::aborted) return all;
  for (const Seat& seat : position.seats) {
    const auto better = [&](const Seat& other) {
      return other.in && (!seat.in || other.score > seat.score);
    };
    all.push_back(1 + static_cast<int>(std::ranges::count_if(position.seats, better)));
  }
  return all;
}

}  // namespace sixfold
