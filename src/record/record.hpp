// The record of one game: everything that happened, chance included, so that it replays without a
// seed. Reading checks the form, replay() checks the game.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/fair_proof.hpp"
#include "rules/game.hpp"
#include "rules/result.hpp"

namespace sixfold {

inline constexpr std::string_view record_format = "sixfold-record/1";

/// How the game ended, according to the record.
struct Outcome {
  std::optional<End> end;
  std::optional<std::vector<int>> scores;
  std::optional<std::vector<int>> winners;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Fields that this program does not know: kept and ignored. Each text is a JSON object, or empty.
struct UnknownFields {
  std::string record;
  std::string options;
  std::string board;
  std::string end;
  std::vector<std::string> players;  ///< one per player, or none at all
  std::vector<std::string>
      turns;  ///< one per turn, or none at all; those of its roll are in `roll`

  friend bool operator==(const UnknownFields&, const UnknownFields&) = default;
};

struct Record {
  Ruleset rules;
  std::string theme = "classic";
  Setup setup;
  std::vector<Turn> turns;
  Outcome outcome;
  UnknownFields unknown;
  std::optional<FairProof> fair;

  friend bool operator==(const Record&, const Record&) = default;
};

/// What is wrong with a record. Turns count from 1; 0 is the set-up, one past the last turn is end,
/// scores and winners.
struct RecordError {
  int turn = 0;
  std::string code;
  std::string message;

  friend bool operator==(const RecordError&, const RecordError&) = default;
};

[[nodiscard]] Result<Record, RecordError> parse_record(std::string_view text);

/// One line, without a line break.
[[nodiscard]] std::string to_text(const Record& record);
/// One element of its `turns`.
[[nodiscard]] std::string to_text(const Turn& turn);

/// The record of a game that is over.
[[nodiscard]] Record record_of(const FinishedGame& finished, std::string theme);

/// Plays the record through the rules. The game may be unfinished if the record says so.
[[nodiscard]] Result<Game, RecordError> replay(const Record& record);

/// Called for every draw and roll of a record just before it is applied to the game.
using ChanceWitness = std::function<void(const Game& game, const std::vector<Tile>& answer)>;

/// Steps through a record: replay() in pieces.
class Replayer {
 public:
  static Result<Replayer, RecordError> begin(const Record& record);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] bool at_end() const { return next_ == record_->turns.size(); }
  /// Plays the next turn. Precondition: !at_end().
  [[nodiscard]] std::optional<RecordError> step(const ChanceWitness& witness = {});
  /// Checks end, scores and winners. Precondition: at_end().
  [[nodiscard]] std::optional<RecordError> finish();

 private:
  Replayer(const Record& record, Game game) : record_(&record), game_(std::move(game)) {}

  const Record* record_;
  Game game_;
  std::size_t next_ = 0;
};

/// Parses and replays one line; nothing if the record is valid.
[[nodiscard]] std::optional<RecordError> verify(std::string_view text);

}  // namespace sixfold
