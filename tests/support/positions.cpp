#include "support/positions.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace sixfold::tests {

namespace {

template <class Fault>
[[noreturn]] void fail(std::string_view what, const Fault& fault) {
  std::ostringstream message;
  message << what << " refused: " << fault;
  throw std::logic_error(message.str());
}

template <class T, class E>
T value_of(Result<T, E> result, std::string_view what) {
  if (!result) fail(what, result.error());
  return *std::move(result);
}

template <class Kind>
Kind question_of(const Position& position) {
  if (const auto* question = std::get_if<Kind>(&position.question)) return *question;
  throw std::logic_error("another question is open, or none");
}

}  // namespace

Position midgame(Board board, std::initializer_list<std::string_view> hands, std::string_view bag) {
  Position position;
  position.board = std::move(board);
  for (const std::string_view hand : hands) position.seats.push_back({.hand = hand_of(hand)});
  position.bag = hand_of(bag);
  position.opened = true;
  return position;
}

std::optional<Reason> refusal(const Ruleset& rules, const Position& position, const Move& move) {
  const auto illegal = why_illegal(rules, position, move);
  return illegal ? std::optional(illegal->reason) : std::nullopt;
}

std::optional<Reason> refusal(const Ruleset& rules, const Decision& decision, const Place& place) {
  const auto illegal = why_illegal(rules, decision, place);
  return illegal ? std::optional(illegal->reason) : std::nullopt;
}

Position played(const Ruleset& rules, const Position& position, const Move& move) {
  return value_of(sixfold::play(rules, position, move), "move");
}

Position played(const Ruleset& rules, const Position& position, const Move& move,
                std::string_view answer) {
  return answered(rules, played(rules, position, move), answer);
}

Position answered(const Ruleset& rules, const Position& position, std::string_view answer) {
  return value_of(sixfold::answer(rules, position, tiles(answer)), "answer");
}

Position left(const Position& position, int seat, LeaveReason reason) {
  return value_of(sixfold::leave(position, seat, reason), "leave");
}

DrawQuestion draw_question(const Position& position) { return question_of<DrawQuestion>(position); }
RollQuestion roll_question(const Position& position) { return question_of<RollQuestion>(position); }

bool asks_nothing(const Position& position) {
  return std::holds_alternative<std::monostate>(position.question);
}

std::vector<Player> players(int seats, std::initializer_list<int> ages) {
  std::vector<Player> all;
  all.reserve(static_cast<std::size_t>(seats));
  for (int seat = 0; seat < seats; ++seat)
    all.push_back({std::string(1, static_cast<char>('a' + seat)), std::nullopt});
  auto player = all.begin();
  for (const int age : ages) (player++)->age = age;
  return all;
}

std::vector<std::vector<Tile>> hands(std::initializer_list<std::string_view> texts) {
  std::vector<std::vector<Tile>> all;
  for (const std::string_view text : texts) all.push_back(tiles(text));
  return all;
}

Game begun(const Ruleset& rules, std::initializer_list<std::string_view> hands, int opener,
           std::string_view presets) {
  Setup setup;
  setup.players = players(static_cast<int>(hands.size()));
  setup.presets = tiles(presets);
  setup.hands = tests::hands(hands);
  setup.opener = opener;
  Result<Game, SetupFault> game = Game::begin(rules, std::move(setup));
  if (!game) fail("set-up", code_of(game.error()));
  return *std::move(game);
}

void play(Game& game, const Move& move) {
  if (const auto illegal = game.play(game.position().turn, move)) fail("move", *illegal);
}

void play(Game& game, const Move& move, std::string_view answer) {
  play(game, move);
  tests::answer(game, answer);
}

void answer(Game& game, std::string_view tiles) {
  if (const auto fault = game.answer(tests::tiles(tiles))) fail("answer", *fault);
}

void leave(Game& game, int seat, LeaveReason reason) {
  if (const auto illegal = game.leave(seat, reason)) fail("leave", *illegal);
}

}  // namespace sixfold::tests
