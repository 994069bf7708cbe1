// A game from its set-up on: the fold of its turns. It keeps everything that happened, chance
// included, for the record, and everything that everyone could see, for the views.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/position.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"
#include "rules/start.hpp"

namespace sixfold {

struct Player {
  std::string name;
  std::optional<int> age;

  friend bool operator==(const Player&, const Player&) = default;
};

/// Everything decided before the first turn.
struct Setup {
  std::vector<Player> players;
  std::vector<Tile> presets;             ///< on the layout's preset cells, in their order
  std::vector<std::vector<Tile>> hands;  ///< in a game of cubes, as first rolled
  int opener = 0;
  /// Where the game begins, if not with a deal: the hands are those of that moment, there are no
  /// presets, and the opener is the seat to move.
  std::optional<Start> start = std::nullopt;

  friend bool operator==(const Setup&, const Setup&) = default;
};

enum class SetupFault : std::uint8_t {
  seats,   ///< not 2 to 4 players, or not one hand for each
  layout,  ///< a board that layout_fault() rejects
  preset,  ///< not one preset tile for each black cell, or one that the bag does not hold
  hand_size,
  not_in_bag,  ///< a hand with a tile that the bag does not hold
  opener,      ///< a seat that may not open (B2)
  option,      ///< an option that the variant does not have
  start,       ///< a position that start_fault() rejects
};
[[nodiscard]] std::string_view code_of(SetupFault fault);

/// The seats that may open: a single one, or several between which lots are drawn (B2).
[[nodiscard]] std::vector<int> possible_openers(const Ruleset& rules,
                                                const std::vector<Player>& players,
                                                const std::vector<std::vector<Tile>>& hands);

struct RolledCubes {
  std::vector<Tile> cubes;  ///< as they were
  std::vector<Tile> faces;  ///< rolled, in the same order

  friend bool operator==(const RolledCubes&, const RolledCubes&) = default;
};

struct Placed {
  std::vector<PlacedTile> tiles;  ///< in the order they were named
  int points = 0;

  friend bool operator==(const Placed&, const Placed&) = default;
};
struct Traded {
  std::vector<Tile> tiles;

  friend bool operator==(const Traded&, const Traded&) = default;
};
struct Passed {
  friend bool operator==(const Passed&, const Passed&) = default;
};
struct Left {
  LeaveReason reason{};

  friend bool operator==(const Left&, const Left&) = default;
};
using Act = std::variant<Placed, Traded, Passed, Left>;

/// One turn as it happened.
struct Turn {
  int seat = 0;
  std::optional<RolledCubes> roll;
  std::vector<std::vector<Tile>> forced;  ///< one whole hand per compulsory roll
  std::optional<PlacedTile> take;
  Act act;
  std::vector<Tile> draw;

  friend bool operator==(const Turn&, const Turn&) = default;
};

class Game {
 public:
  /// Sets up the board, deals the hands and checks that this deal is possible.
  static Result<Game, SetupFault> begin(Ruleset rules, Setup setup);

  [[nodiscard]] const Ruleset& rules() const { return rules_; }
  [[nodiscard]] const Setup& setup() const { return setup_; }
  [[nodiscard]] const Position& position() const { return position_; }
  /// The finished turns.
  [[nodiscard]] const std::vector<Turn>& turns() const { return turns_; }
  /// What the seat to move has already done in this turn.
  [[nodiscard]] const Turn& unfinished() const { return unfinished_; }

  /// These functions change nothing if they return a reason.
  [[nodiscard]] std::optional<IllegalMove> play(int seat, const Move& move);
  [[nodiscard]] std::optional<AnswerFault> answer(const std::vector<Tile>& tiles);
  /// A seat leaves, whether or not it is to move. A turn that can no longer be finished (the
  /// leaving seat's own, or any if this ends the game) is undone: a taken tile is back on its cell.
  [[nodiscard]] std::optional<IllegalMove> leave(int seat, LeaveReason reason);
  /// Ends the game without winners. Precondition: it is not over, and no question is open.
  void abort();

  friend bool operator==(const Game&, const Game&) = default;

 private:
  Game(Ruleset rules, Setup setup, Position position);
  static Result<Game, SetupFault> begin_at_start(Ruleset rules, Setup setup);
  void close_turn();
  void undo_unfinished_turn();

  Ruleset rules_;
  Setup setup_;
  Position position_;
  std::vector<Turn> turns_;
  Turn unfinished_;
  std::optional<Position> turn_start_;  // set once a tile was taken or cubes rolled in this turn
};

/// A game that is over: the only form of the whole truth that encoders accept.
class FinishedGame {
 public:
  static std::optional<FinishedGame> of(Game game);
  [[nodiscard]] const Game& game() const { return game_; }

 private:
  explicit FinishedGame(Game game) : game_(std::move(game)) {}
  Game game_;
};

}  // namespace sixfold
