#include "play/fair_check.hpp"

#include <algorithm>
#include <cassert>
#include <set>

#include "play/fair_bag.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

std::string joined(const std::vector<Tile>& tiles) {
  std::string text;
  for (const Tile tile : tiles) text += (text.empty() ? "" : " ") + to_text(tile);
  return text;
}

bool is_leave(const Turn& turn) { return std::holds_alternative<Left>(turn.act); }

/// Some of the cubes, chosen by the bits of a number.
Roll roll_of(const std::vector<Tile>& cubes, unsigned chosen) {
  Roll roll;
  for (std::size_t i = 0; i < cubes.size(); ++i)
    if ((chosen >> i & 1U) != 0) roll.cubes.push_back(cubes[i]);
  return roll;
}

/// Draws a record's game again, question by question. Precondition: it replays and has a proof.
class FairChecker {
 public:
  explicit FairChecker(const Record& record)
      : record_(record), proof_(*record.fair), bag_(proof_.secret, proof_.seeds) {}

  std::optional<FairFault> check() {
    if (commitment_of(proof_.secret, proof_.game) != proof_.commitment)
      fail({FairReason::commitment, 0});
    check_seals();
    check_deal();
    Replayer replayer = Replayer::begin(record_).value();
    const ChanceWitness witness = [this](const Game& game, const std::vector<Tile>& answer) {
      check_answer(game, answer);
    };
    while (!replayer.at_end() && !fault_) {
      const Turn& turn = nth(record_.turns, turn_++);
      const Position before = replayer.game().position();
      const auto error = replayer.step(witness);
      assert(!error);
      static_cast<void>(error);
      if (is_leave(turn) && (turn.seat == before.turn || replayer.game().position().end))
        undo_turn(before);
    }
    if (!fault_) check_end(replayer.game().position());
    return fault_;
  }

 private:
  void fail(FairFault fault) {
    if (!fault_) fault_ = std::move(fault);
  }

  void check_seals() {
    for (std::size_t seat = 0; seat < proof_.seals.size(); ++seat)
      if (proof_.seals[seat] &&
          *proof_.seals[seat] != seal_of(proof_.seeds[seat], proof_.game, static_cast<int>(seat)))
        fail({FairReason::seal, 0, static_cast<int>(seat)});
  }

  void check_deal() {
    const Setup& written = record_.setup;
    const Setup dealt = deal(record_.rules, written.players, bag_, proof_.favoured);
    if (written.presets != dealt.presets)
      fail({FairReason::preset, 0, std::nullopt, written.presets, dealt.presets});
    for (std::size_t seat = 0; seat < dealt.hands.size(); ++seat)
      if (written.hands[seat] != dealt.hands[seat])
        fail({FairReason::hand, 0, static_cast<int>(seat), written.hands[seat], dealt.hands[seat]});
    if (written.opener != dealt.opener) fail({FairReason::opener, 0, dealt.opener});
  }

  void check_answer(const Game& game, const std::vector<Tile>& answer) {
    const int question = after_skipped(*possible_.begin());
    if (!possible_.contains(question)) fail({FairReason::skipped, turn_});
    possible_ = {question + 1};
    const std::vector<Tile> expected = answer_for(game.rules(), game.position(), picks(question));
    const bool roll = std::holds_alternative<RollQuestion>(game.position().question);
    if (answer != expected)
      fail({roll ? FairReason::roll : FairReason::draw, turn_, std::nullopt, answer, expected});
  }

  void check_end(const Position& position) {
    ++turn_;
    if (const auto& end = record_.outcome.end; end && end->reason == EndReason::aborted)
      undo_turn(position);
    const int next = after_skipped(*possible_.begin());
    const bool more = !proof_.skipped.empty() && proof_.skipped.back() > next;
    if (more || !possible_.contains(next)) fail({FairReason::skipped, turn_});
  }

  [[nodiscard]] bool is_skipped(int question) const {
    return std::ranges::binary_search(proof_.skipped, question);
  }
  /// The first question from this one on that is not skipped.
  [[nodiscard]] int after_skipped(int question) const {
    while (is_skipped(question)) ++question;
    return question;
  }

  /// A turn of which only the leave remains may have rolled before it: as often as some choice of
  /// cubes leads to, since the compulsory rolls after it follow automatically.
  void undo_turn(const Position& position) {
    if (!record_.rules.pieces.rolled) return;
    const std::vector<Tile> cubes = position.mover().hand.list();
    const std::set<int> before = possible_;
    for (const int first : before) {
      const int last = after_skipped(first);
      for (unsigned chosen = 0; chosen < 1U << cubes.size(); ++chosen) {
        Roll roll = roll_of(cubes, chosen);
        do {
          if (possible_.contains(last)) return;
          if (const auto next = after_rolls(position, roll, first)) possible_.insert(*next);
        } while (std::ranges::next_permutation(roll.cubes).found);
      }
    }
  }

  /// The question after this roll and everything that follows from it; nothing if the roll was not
  /// possible, or if one of its questions is not skipped.
  [[nodiscard]] std::optional<int> after_rolls(Position position, const Roll& roll,
                                               int question) const {
    const Ruleset& rules = record_.rules;
    if (why_illegal(rules, position, roll)) return std::nullopt;
    position = play_legal(rules, std::move(position), roll);
    for (; std::holds_alternative<RollQuestion>(position.question); ++question) {
      if (!is_skipped(question)) return std::nullopt;
      const std::vector<Tile> faces = answer_for(rules, position, picks(question));
      position = answer_possible(rules, std::move(position), faces);
    }
    return question;
  }

  [[nodiscard]] Pick picks(int question) const {
    return bag_.picks(static_cast<std::uint64_t>(question));
  }

  const Record& record_;
  const FairProof& proof_;
  FairBag bag_;
  int turn_ = 0;
  std::set<int> possible_{1};  // the possible numbers of the next question
  std::optional<FairFault> fault_;
};

}  // namespace

std::string_view code_of(FairReason reason) {
  switch (reason) {
    case FairReason::unsound:
      return "unsound";
    case FairReason::no_proof:
      return "no_proof";
    case FairReason::commitment:
      return "fair_commitment";
    case FairReason::seal:
      return "fair_seal";
    case FairReason::preset:
      return "fair_preset";
    case FairReason::hand:
      return "fair_hand";
    case FairReason::opener:
      return "fair_opener";
    case FairReason::draw:
      return "fair_draw";
    case FairReason::roll:
      return "fair_roll";
    case FairReason::skipped:
      return "fair_skipped";
  }
  return "";
}

std::optional<FairFault> check_fair(const Record& record) {
  // No bag deals a position.
  if (!record.fair || record.setup.start) return FairFault{FairReason::no_proof, 0};
  if (const auto game = replay(record); !game)
    return FairFault{FairReason::unsound, game.error().turn};
  return FairChecker(record).check();
}

std::string describe(const FairFault& fault) {
  const std::string seat = fault.seat ? std::to_string(*fault.seat) : "";
  std::string instead =
      "the record says " + joined(fault.written) + ", but the bag gives " + joined(fault.expected);
  switch (fault.reason) {
    case FairReason::unsound:
      return "the record cannot be replayed";
    case FairReason::no_proof:
      return "the record has no proof that its bag was fair";
    case FairReason::commitment:
      return "the commitment does not match the secret and the game";
    case FairReason::seal:
      return "the seed of seat " + seat + " is not the one that was sealed";
    case FairReason::preset:
      return "the tiles on the black cells are not those that the bag gives";
    case FairReason::hand:
      return "first hand of seat " + seat + ": " + instead;
    case FairReason::opener:
      return "according to the bag, seat " + seat + " opens";
    case FairReason::draw:
    case FairReason::roll:
      return instead;
    case FairReason::skipped:
      return "a draw or roll was skipped that no leaving player can have undone";
  }
  return "";
}

std::optional<RecordError> verify_fair(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) return record.error();
  if (const auto game = replay(*record); !game) return game.error();
  if (const auto fault = check_fair(*record))
    return RecordError{fault->turn, std::string(code_of(fault->reason)), describe(*fault)};
  return std::nullopt;
}

}  // namespace sixfold
