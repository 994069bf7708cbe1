#include <algorithm>

#include "record/notation.hpp"
#include "record/record.hpp"

namespace sixfold {

namespace {

std::string describe(const IllegalMove& illegal) {
  std::string text = "this act is not legal here";
  if (illegal.cell) text += ", at " + to_text(*illegal.cell);
  return text;
}

std::string describe(const std::vector<int>& numbers) {
  std::string text = "[";
  for (const int number : numbers) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(number);
  }
  return text + "]";
}

/// Plays one recorded turn; returns the first thing that is wrong with it.
class TurnPlayer {
 public:
  TurnPlayer(Game& game, const Turn& turn, int number, const ChanceWitness& witness)
      : game_(game), turn_(turn), number_(number), witness_(witness) {}

  std::optional<RecordError> play() {
    if (const auto* left = std::get_if<Left>(&turn_.act)) {
      check(game_.leave(turn_.seat, left->reason));
      return error_;
    }
    if (turn_.roll) play_roll();
    if (!error_ && !turn_.forced.empty()) play_forced();
    if (!error_ && std::holds_alternative<RollQuestion>(game_.position().question))
      fail("forced", "a compulsory roll is missing");
    if (!error_ && turn_.take) check(game_.play(turn_.seat, Take{*turn_.take}));
    if (!error_) play_act();
    if (!error_) play_draw();
    return error_;
  }

 private:
  void fail(std::string_view code, std::string message) {
    if (!error_) error_ = RecordError{number_, std::string(code), std::move(message)};
  }
  void check(const std::optional<IllegalMove>& illegal) {
    if (illegal) fail(code_of(illegal->reason), describe(*illegal));
  }
  void answer(const std::vector<Tile>& tiles) {
    if (witness_) witness_(game_, tiles);
    if (const auto fault = game_.answer(tiles))
      fail(code_of(*fault), "these tiles could not have been drawn or rolled");
  }

  void play_roll() {
    if (turn_.roll->cubes.empty()) return fail("no_tiles", "the roll names no cubes");
    check(game_.play(turn_.seat, Roll{turn_.roll->cubes}));
    if (!error_) answer(turn_.roll->faces);
  }

  void play_forced() {
    constexpr auto not_due = "no compulsory roll is due";
    if (!turn_.roll) {
      const auto illegal = game_.play(turn_.seat, Roll{});
      if (illegal && illegal->reason == Reason::no_tiles) return fail("forced", not_due);
      check(illegal);
    }
    for (const std::vector<Tile>& faces : turn_.forced) {
      if (error_) return;
      if (!std::holds_alternative<RollQuestion>(game_.position().question))
        return fail("forced", not_due);
      answer(by_colour(faces));
    }
  }

  /// The hand has no order: its cubes are asked for by colour.
  static std::vector<Tile> by_colour(const std::vector<Tile>& faces) {
    std::vector<Tile> ordered;
    for (int colour = 0; colour < colour_count; ++colour)
      for (const Tile face : faces)
        if (face.colour == static_cast<Colour>(colour)) ordered.push_back(face);
    return ordered;
  }

  void play_act() {
    if (const auto* placed = std::get_if<Placed>(&turn_.act)) {
      check(game_.play(turn_.seat, Place{placed->tiles}));
      if (error_) return;
      const bool drawing = std::holds_alternative<DrawQuestion>(game_.position().question);
      const Turn& played = drawing ? game_.unfinished() : game_.turns().back();
      const int points = std::get<Placed>(played.act).points;
      if (points != placed->points)
        fail("points", "the record says " + std::to_string(placed->points) +
                           ", but the placement scores " + std::to_string(points));
    } else if (const auto* traded = std::get_if<Traded>(&turn_.act)) {
      check(game_.play(turn_.seat, Trade{traded->tiles}));
    } else {
      check(game_.play(turn_.seat, Pass{}));
    }
  }

  void play_draw() {
    if (std::holds_alternative<DrawQuestion>(game_.position().question))
      answer(turn_.draw);
    else if (!turn_.draw.empty())
      fail(code_of(AnswerFault::wrong_count), "nothing can be drawn in this turn");
  }

  Game& game_;
  const Turn& turn_;
  int number_;
  const ChanceWitness& witness_;
  std::optional<RecordError> error_;
};

std::string describe(SetupFault fault) {
  switch (fault) {
    case SetupFault::seats:
      return "a game has 2 to 4 players, each with a hand";
    case SetupFault::layout:
      return "the board is not valid";
    case SetupFault::preset:
      return "the bag does not contain the preset tiles";
    case SetupFault::hand_size:
      return "a first hand has too many or too few tiles";
    case SetupFault::not_in_bag:
      return "the hands have more copies of a tile than the game";
    case SetupFault::opener:
      return "this seat may not open";
    case SetupFault::option:
      return "this variant does not have this option";
    case SetupFault::start:
      return "no game comes to this position";
  }
  return "";
}

}  // namespace

Result<Replayer, RecordError> Replayer::begin(const Record& record) {
  auto game = Game::begin(record.rules, record.setup);
  if (!game)
    return Unexpected{RecordError{0, std::string(code_of(game.error())), describe(game.error())}};
  return Replayer(record, *std::move(game));
}

std::optional<RecordError> Replayer::step(const ChanceWitness& witness) {
  const int number = static_cast<int>(next_) + 1;
  return TurnPlayer(game_, record_->turns[next_++], number, witness).play();
}

std::optional<RecordError> Replayer::finish() {
  const auto wrong = [&](std::string_view code, std::string message) {
    return RecordError{static_cast<int>(record_->turns.size()) + 1, std::string(code),
                       std::move(message)};
  };
  const Outcome& outcome = record_->outcome;
  if (outcome.end && outcome.end->reason == EndReason::aborted && !game_.position().end)
    game_.abort();
  const std::optional<End>& end = game_.position().end;
  if (end && !outcome.end)
    return wrong("end", "the game is over (" + std::string(code_of(end->reason)) +
                            "), but the record has no end");
  if (!end && outcome.end) return wrong("end", "the record has an end, but the game is not over");
  if (outcome.end != end)
    return wrong("end", "the game ended differently: " + std::string(code_of(end->reason)) +
                            (end->seat ? " by seat " + std::to_string(*end->seat) : "") +
                            (end->bonus != 0 ? ", bonus " + std::to_string(end->bonus) : ""));

  std::vector<int> scores;
  for (const Seat& seat : game_.position().seats) scores.push_back(seat.score);
  if (end && !outcome.scores) return wrong("missing", "scores is missing");
  if (outcome.scores && *outcome.scores != scores)
    return wrong("scores", "the record says " + describe(*outcome.scores) +
                               ", but the scores are " + describe(scores));
  if (end && !outcome.winners) return wrong("missing", "winners is missing");
  if (!end && outcome.winners)
    return wrong("winners", "the record has winners, but the game is not over");
  if (outcome.winners) {
    std::vector<int> written = *outcome.winners;
    std::ranges::sort(written);
    if (const std::vector<int> won = winners(game_.position()); written != won)
      return wrong("winners", "the record says " + describe(written) + ", but the winners are " +
                                  describe(won));
  }
  return std::nullopt;
}

Result<Game, RecordError> replay(const Record& record) {
  auto begun = Replayer::begin(record);
  if (!begun) return Unexpected{begun.error()};
  Replayer replayer = *std::move(begun);
  while (!replayer.at_end())
    if (const auto error = replayer.step()) return Unexpected{*error};
  if (const auto error = replayer.finish()) return Unexpected{*error};
  return replayer.game();
}

std::optional<RecordError> verify(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) return record.error();
  const auto game = replay(*record);
  if (!game) return game.error();
  return std::nullopt;
}

}  // namespace sixfold
