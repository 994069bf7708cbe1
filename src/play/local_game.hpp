// A game run by one program alone, for people and bots at the same screen. It is saved as the text
// of an unfinished record, so that closing the program loses nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/record.hpp"
#include "rules/game.hpp"

namespace sixfold {

struct LocalSeat {
  std::string name;
  std::optional<int> age;
  std::string bot;  ///< its level; empty for a person

  friend bool operator==(const LocalSeat&, const LocalSeat&) = default;
};

struct LocalPlan {
  Ruleset rules;
  std::string theme = "classic";
  std::vector<LocalSeat> seats;
  std::uint64_t seed = 0;
  std::optional<int> opener;  ///< opens if it is among the seats between which lots are drawn (B2)
};

class LocalGame {
 public:
  /// Deals. Precondition: a plan that Game::begin accepts, with enough pieces for its board.
  static LocalGame begin(const LocalPlan& plan);
  /// Restores the game that save() wrote.
  static Result<LocalGame, RecordError> restore(std::string_view text);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const std::string& theme() const { return theme_; }
  /// The level that plays each seat; empty for a person.
  [[nodiscard]] const std::vector<std::string>& bots() const { return bots_; }

  /// What the level to move plays: the same whenever it is asked. Precondition: the seat to move
  /// has a level, without a budget.
  [[nodiscard]] Move bot_move() const;

  /// Each answers chance, and passes for players who can do nothing else, until somebody has a
  /// choice or the game is over; each changes nothing if it returns a reason.
  [[nodiscard]] std::optional<IllegalMove> act(int seat, const Move& move);
  [[nodiscard]] std::optional<IllegalMove> leave(int seat);

  /// The record so far. Until the game is over it also has a member `local`: the seed of all future
  /// chance, and the acts of the unfinished turn. Chance gives the same answers whenever the game
  /// is restored, so going back gains nothing.
  [[nodiscard]] std::string save() const;

 private:
  /// A step within a turn: a move, or the answer of chance.
  using Step = std::variant<Move, std::vector<Tile>>;

  LocalGame(Game game, std::string theme, std::vector<std::string> bots, std::uint64_t seed)
      : game_(std::move(game)), theme_(std::move(theme)), bots_(std::move(bots)), seed_(seed) {}
  void settle();
  void keep(Step step);

  Game game_;
  std::string theme_;
  std::vector<std::string> bots_;
  std::uint64_t seed_;
  std::uint64_t answers_ = 0;  // how often chance has been asked since the deal
  std::vector<Step> steps_;    // of the unfinished turn
  std::size_t finished_turns_ = 0;
};

}  // namespace sixfold
