#include "rules/game.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "rules/indexed.hpp"
#include "rules/options.hpp"

namespace sixfold {

namespace {

/// The seats than which no other is better.
template <class Better>
std::vector<int> best_of(const std::vector<int>& seats, const Better& better) {
  std::vector<int> best;
  for (const int seat : seats)
    if (std::ranges::none_of(seats, [&](int other) { return better(other, seat); }))
      best.push_back(seat);
  return best;
}

/// Among players with equal claims to open; otherwise the youngest is preferred (B2, S2, N2).
bool prefers_oldest(const Ruleset& rules) {
  if (!opens_with_largest_set(rules)) return false;
  switch (rules.tie) {
    case Tie::oldest:
      return true;
    case Tie::youngest:
      return false;
  }
  return false;
}

}  // namespace

std::string_view code_of(SetupFault fault) {
  switch (fault) {
    case SetupFault::seats:
      return "seats";
    case SetupFault::layout:
      return "layout";
    case SetupFault::preset:
      return "preset";
    case SetupFault::hand_size:
      return "hand_size";
    case SetupFault::not_in_bag:
      return "not_in_bag";
    case SetupFault::opener:
      return "opener";
    case SetupFault::option:
      return "option";
    case SetupFault::start:
      return "start";
  }
  return "";
}

std::vector<int> possible_openers(const Ruleset& rules, const std::vector<Player>& players,
                                  const std::vector<std::vector<Tile>>& hands) {
  const auto index = [](int seat) { return static_cast<std::size_t>(seat); };
  std::vector<int> seats(players.size());
  std::iota(seats.begin(), seats.end(), 0);

  if (opens_with_largest_set(rules))
    seats = best_of(seats, [&](int a, int b) {
      return largest_set(Hand(hands[index(a)])) > largest_set(Hand(hands[index(b)]));
    });
  // Ages decide only if everyone gives one; otherwise, and among equals, lots are drawn.
  if (!std::ranges::all_of(players, [](const Player& player) { return player.age.has_value(); }))
    return seats;
  const bool oldest = prefers_oldest(rules);
  return best_of(seats, [&](int a, int b) {
    const int age_a = players[index(a)].age.value_or(0);
    const int age_b = players[index(b)].age.value_or(0);
    return oldest ? age_a > age_b : age_a < age_b;
  });
}

Game::Game(Ruleset rules, Setup setup, Position position)
    : rules_(std::move(rules)), setup_(std::move(setup)), position_(std::move(position)) {
  unfinished_.seat = position_.turn;
}

Result<Game, SetupFault> Game::begin(Ruleset rules, Setup setup) {
  for (const RuleOption& option : rule_options())
    if (!option.allowed(rules)) return Unexpected{SetupFault::option};
  if (setup.players.size() < fewest_seats || setup.players.size() > most_seats ||
      setup.hands.size() != setup.players.size())
    return Unexpected{SetupFault::seats};
  if (setup.start) return begin_at_start(std::move(rules), std::move(setup));

  Position position;
  position.bag = full_bag(rules);
  if (rules.layout) {
    if (layout_fault(*rules.layout)) return Unexpected{SetupFault::layout};
    position.stars = rules.layout->stars;
  }
  const std::size_t preset_cells = rules.layout ? rules.layout->presets.size() : 0;
  if (setup.presets.size() != preset_cells) return Unexpected{SetupFault::preset};
  for (std::size_t i = 0; i < preset_cells; ++i) {
    if (!position.bag.remove(piece_of(rules, setup.presets[i])))
      return Unexpected{SetupFault::preset};
    position.board.put({rules.layout->presets[i], setup.presets[i]});
  }
  for (const std::vector<Tile>& hand : setup.hands) {
    if (static_cast<int>(hand.size()) != rules.hand_size) return Unexpected{SetupFault::hand_size};
    for (const Tile tile : hand)
      if (!position.bag.remove(piece_of(rules, tile))) return Unexpected{SetupFault::not_in_bag};
    position.seats.push_back({Hand(hand), 0, 0, true});
  }
  const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
  if (std::ranges::find(openers, setup.opener) == openers.end())
    return Unexpected{SetupFault::opener};
  position.turn = setup.opener;
  return Game(std::move(rules), std::move(setup), std::move(position));
}

Result<Game, SetupFault> Game::begin_at_start(Ruleset rules, Setup setup) {
  if (rules.layout && layout_fault(*rules.layout)) return Unexpected{SetupFault::layout};
  if (!setup.presets.empty() || (rules.layout && !rules.layout->presets.empty()))
    return Unexpected{SetupFault::preset};
  if (setup.opener < 0 || setup.opener >= static_cast<int>(setup.hands.size()))
    return Unexpected{SetupFault::opener};
  if (start_fault(rules, setup)) return Unexpected{SetupFault::start};
  Position position = position_at(rules, setup);
  return Game(std::move(rules), std::move(setup), std::move(position));
}

std::optional<IllegalMove> Game::play(int seat, const Move& move) {
  if (!position_.end && seat != position_.turn)
    return IllegalMove{Reason::not_your_turn, std::nullopt};
  if (const auto illegal = why_illegal(rules_, position_, move)) return illegal;

  const bool in_turn = std::holds_alternative<Roll>(move) || std::holds_alternative<Take>(move);
  if (in_turn && !turn_start_) turn_start_ = position_;
  const auto score_now = [&] { return nth(position_.seats, seat).score; };
  const int score_before = score_now();
  position_ = play_legal(rules_, std::move(position_), move);

  if (const auto* place = std::get_if<Place>(&move)) {
    const bool out = position_.end && position_.end->reason == EndReason::out;
    unfinished_.act =
        Placed{place->tiles, score_now() - score_before - (out ? position_.end->bonus : 0)};
  } else if (const auto* trade = std::get_if<Trade>(&move)) {
    unfinished_.act = Traded{trade->tiles};
  } else if (const auto* take = std::get_if<Take>(&move)) {
    unfinished_.take = take->tile;
  } else if (const auto* roll = std::get_if<Roll>(&move)) {
    if (!roll->cubes.empty()) unfinished_.roll = RolledCubes{roll->cubes, {}};
  } else {
    unfinished_.act = Passed{};
  }
  if (!in_turn && std::holds_alternative<std::monostate>(position_.question)) close_turn();
  return std::nullopt;
}

std::optional<AnswerFault> Game::answer(const std::vector<Tile>& tiles) {
  if (const auto fault = why_impossible(rules_, position_, tiles)) return fault;
  if (const auto* roll = std::get_if<RollQuestion>(&position_.question)) {
    if (roll->compulsory)
      unfinished_.forced.push_back(tiles);
    else
      unfinished_.roll->faces = tiles;
    position_ = answer_possible(rules_, std::move(position_), tiles);
  } else {
    unfinished_.draw = tiles;
    position_ = answer_possible(rules_, std::move(position_), tiles);
    close_turn();
  }
  return std::nullopt;
}

std::optional<IllegalMove> Game::leave(int seat, LeaveReason reason) {
  const bool own_turn = seat == position_.turn;
  Result<Position, IllegalMove> next = sixfold::leave(position_, seat, reason);
  if (!next) return next.error();
  turns_.push_back(Turn{.seat = seat, .act = Left{reason}});
  position_ = *std::move(next);
  if (turn_start_) turn_start_ = *sixfold::leave(*std::move(turn_start_), seat, reason);
  if (own_turn || position_.end) undo_unfinished_turn();
  return std::nullopt;
}

void Game::abort() {
  assert(!position_.end && std::holds_alternative<std::monostate>(position_.question));
  undo_unfinished_turn();
  position_.end = End{EndReason::aborted, std::nullopt, 0};
}

void Game::close_turn() {
  turns_.push_back(std::move(unfinished_));
  unfinished_ = Turn{.seat = position_.turn};
  turn_start_.reset();
}

void Game::undo_unfinished_turn() {
  if (turn_start_) position_ = *std::exchange(turn_start_, std::nullopt);
  unfinished_ = Turn{.seat = position_.turn};
}

std::optional<FinishedGame> FinishedGame::of(Game game) {
  if (!game.position().end) return std::nullopt;
  return FinishedGame(std::move(game));
}

}  // namespace sixfold
