// A game that one program runs alone, for people and bots at the same screen. It is kept as the
// text of an unfinished record, so that closing the program loses nothing.
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
  std::optional<int> opener;  ///< opens if it is among those between whom the lot decides (B2)
};

class LocalGame {
 public:
  /// Deals. Precondition: a plan that Game::begin accepts, with pieces enough for its board.
  static LocalGame begin(const LocalPlan& plan);
  /// The game that save() wrote.
  static Result<LocalGame, RecordError> restore(std::string_view text);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const std::string& theme() const { return theme_; }
  /// The level that plays each seat; empty for a person.
  [[nodiscard]] const std::vector<std::string>& bots() const { return bots_; }

  /// What the level at turn plays: the same whenever it is asked. Precondition: the seat at turn
  /// has one, by its name alone.
  [[nodiscard]] Move bot_move() const;

  /// Each answers chance, and passes for those who can do nothing else, until somebody is to choose
  /// or the game is over; and changes nothing where it gives a reason.
  [[nodiscard]] std::optional<IllegalMove> act(int seat, const Move& move);
  [[nodiscard]] std::optional<IllegalMove> leave(int seat);

  /// The record so far. Until the game is over it also has a member `local`: the seed of all chance
  /// to come, and what was done in the turn that is not finished. The same answers come whenever
  /// it is restored, so nothing is gained by going back.
  [[nodiscard]] std::string save() const;

 private:
  /// What happens within a turn: a move, or the answer of chance.
  using Step = std::variant<Move, std::vector<Tile>>;

  LocalGame(Game game, std::string theme, std::vector<std::string> bots, std::uint64_t seed)
      : game_(std::move(game)), theme_(std::move(theme)), bots_(std::move(bots)), seed_(seed) {}
  void settle();
  void keep(Step step);

  Game game_;
  std::string theme_;
  std::vector<std::string> bots_;
  std::uint64_t seed_;
  std::uint64_t answers_ = 0;  // how often chance was asked since the deal
  std::vector<Step> steps_;    // of the turn that is not finished
  std::size_t finished_turns_ = 0;
};

}  // namespace sixfold
