// A game from its set-up on: the fold of its turns. It keeps what happened, chance included, so
// that a record can be made of it, and what everyone could see, so that views can.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/position.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

struct Player {
  std::string name;
  std::optional<int> age;

  friend bool operator==(const Player&, const Player&) = default;
};

/// What is settled before the first turn.
struct Setup {
  std::vector<Player> players;
  std::vector<Tile> presets;             ///< on the layout's preset cells, in their order
  std::vector<std::vector<Tile>> hands;  ///< in a game of cubes as first rolled
  int opener = 0;

  friend bool operator==(const Setup&, const Setup&) = default;
};

enum class SetupFault : std::uint8_t {
  seats,   ///< not 2 to 4 players, or not a hand for each
  layout,  ///< a board that layout_fault() finds wanting
  preset,  ///< not one preset tile for each black cell, or one that the bag does not hold
  hand_size,
  not_in_bag,  ///< a hand with a tile that the bag does not hold
  opener,      ///< a seat that may not open (B2)
  option,      ///< an option that the variant does not have
};
[[nodiscard]] std::string_view code_of(SetupFault fault);

/// The seats of which the opener is one: a single seat, or several where the lot decides (B2).
[[nodiscard]] std::vector<int> possible_openers(const Ruleset& rules,
                                                const std::vector<Player>& players,
                                                const std::vector<std::vector<Tile>>& hands);

struct RolledCubes {
  std::vector<Tile> cubes;  ///< as they lay
  std::vector<Tile> faces;  ///< that came, in the same order

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
  std::vector<std::vector<Tile>> forced;  ///< one whole hand for each compulsory roll
  std::optional<PlacedTile> take;
  Act act;
  std::vector<Tile> draw;

  friend bool operator==(const Turn&, const Turn&) = default;
};

class Game {
 public:
  /// Lays out the board, deals the hands and checks that it could have come so.
  static Result<Game, SetupFault> begin(Ruleset rules, Setup setup);

  [[nodiscard]] const Ruleset& rules() const { return rules_; }
  [[nodiscard]] const Setup& setup() const { return setup_; }
  [[nodiscard]] const Position& position() const { return position_; }
  /// The turns that are finished.
  [[nodiscard]] const std::vector<Turn>& turns() const { return turns_; }
  /// What the seat at turn has done in the turn it is in.
  [[nodiscard]] const Turn& unfinished() const { return unfinished_; }

  /// Each changes nothing where it gives a reason.
  [[nodiscard]] std::optional<IllegalMove> play(int seat, const Move& move);
  [[nodiscard]] std::optional<AnswerFault> answer(const std::vector<Tile>& tiles);
  /// A seat leaves, at turn or not. A turn that can then no longer be finished (the leaver's own,
  /// or anyone's when the game ends by it) is undone: a taken tile lies on its cell again.
  [[nodiscard]] std::optional<IllegalMove> leave(int seat, LeaveReason reason);
  /// Ends the game without winners. Precondition: it is not over and no question is open.
  void abort();

  friend bool operator==(const Game&, const Game&) = default;

 private:
  Game(Ruleset rules, Setup setup, Position position);
  void close_turn();
  void undo_unfinished_turn();

  Ruleset rules_;
  Setup setup_;
  Position position_;
  std::vector<Turn> turns_;
  Turn unfinished_;
  std::optional<Position> turn_start_;  // once something was taken or rolled in this turn
};

/// A game that is over: the only form of the whole truth that encoders take.
class FinishedGame {
 public:
  static std::optional<FinishedGame> of(Game game);
  [[nodiscard]] const Game& game() const { return game_; }

 private:
  explicit FinishedGame(Game game) : game_(std::move(game)) {}
  Game game_;
};

}  // namespace sixfold
