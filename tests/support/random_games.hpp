// Random games of every variant, on printed and invented boards, with two to four seats: a source
// of positions that can really occur. The same seed always gives the same game, on every compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/game.hpp"
#include "rules/indexed.hpp"
#include "rules/layout.hpp"
#include "rules/ruleset.hpp"

namespace sixfold::tests {

/// A small random number generator (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  /// From 0 to count - 1. Precondition: count > 0.
  int below(int count);
  bool percent(int chance) { return below(100) < chance; }

  /// Throws if there is nothing to pick.
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from.at(static_cast<std::size_t>(below(static_cast<int>(from.size()))));
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (int i = static_cast<int>(items.size()) - 1; i > 0; --i)
      std::swap(nth(items, i), nth(items, below(i + 1)));
  }

 private:
  std::uint64_t state_;
};

/// An invented board of any size, with any cells marked.
[[nodiscard]] Layout random_layout(Random& random);
/// A variant with random options and, if it has a board, random tableaus or an invented one.
[[nodiscard]] Ruleset random_ruleset(Random& random);
[[nodiscard]] Setup random_setup(Random& random, const Ruleset& rules);

/// Some of the tiles, at least one. Precondition: there is one.
[[nodiscard]] std::vector<Tile> random_part(Random& random, std::vector<Tile> tiles, int count);

/// Plays one random game, step by step: an act, an answer of chance, or occasionally a leave.
class RandomPlay {
 public:
  explicit RandomPlay(std::uint64_t seed);
  RandomPlay(std::uint64_t seed, const Ruleset& rules);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] bool over() const { return game_.position().end.has_value(); }
  [[nodiscard]] bool between_turns() const;

  /// Precondition: the game is not over.
  void step();
  /// Makes this many steps, or fewer if the game ends.
  void steps(int count);
  /// Continues until the current turn is finished.
  void finish_turn();
  void finish_game();

 private:
  [[nodiscard]] std::vector<Tile> chance_answer();
  [[nodiscard]] Move choose(const Acts& acts);
  [[nodiscard]] Move choose_roll();
  bool try_to_leave();

  Random random_;
  Game game_;
  int trade_chance_;  // in percent, if placing and trading are possible
  int leave_chance_;  // in percent, before every act
};

/// The game of the seed after this many steps.
[[nodiscard]] Game random_game(std::uint64_t seed, int steps);

/// Replays a game; empty if the rules refuse any of it. An unfinished turn is left out.
[[nodiscard]] std::optional<Game> replayed(const Ruleset& rules, const Setup& setup,
                                           const std::vector<Turn>& turns);

}  // namespace sixfold::tests
