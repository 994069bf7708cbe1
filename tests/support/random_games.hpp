// Games played at random, of every variant, on printed and on invented boards, with two to four
// seats: a source of positions that can really come about. The same seed always gives the same
// game, on every compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/game.hpp"
#include "rules/layout.hpp"
#include "rules/ruleset.hpp"

namespace sixfold::tests {

/// A small generator of random numbers (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  /// From 0 to count - 1. Precondition: count > 0.
  int below(int count);
  bool percent(int chance) { return below(100) < chance; }

  /// Throws where there is nothing to pick.
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from.at(static_cast<std::size_t>(below(static_cast<int>(from.size()))));
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (int i = static_cast<int>(items.size()) - 1; i > 0; --i)
      std::swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(below(i + 1))]);
  }

 private:
  std::uint64_t state_;
};

/// A board that nobody printed, of any size and with any cells marked.
[[nodiscard]] Layout random_layout(Random& random);
/// A variant with random options, and where it has a board, on random tableaus or an invented one.
[[nodiscard]] Ruleset random_ruleset(Random& random);
[[nodiscard]] Setup random_setup(Random& random, const Ruleset& rules);

/// Some of the tiles, at least one. Precondition: there is one.
[[nodiscard]] std::vector<Tile> random_part(Random& random, std::vector<Tile> tiles, int count);

/// Plays one game at random, step by step: an act, an answer of chance, or now and then a leave.
class RandomPlay {
 public:
  explicit RandomPlay(std::uint64_t seed);
  RandomPlay(std::uint64_t seed, const Ruleset& rules);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] bool over() const { return game_.position().end.has_value(); }
  [[nodiscard]] bool between_turns() const;

  /// Precondition: the game is not over.
  void step();
  /// Steps, fewer where the game ends before.
  void steps(int count);
  /// Goes on until no turn is half done.
  void finish_turn();
  void finish_game();

 private:
  [[nodiscard]] std::vector<Tile> chance_answer();
  [[nodiscard]] Move choose(const Acts& acts);
  [[nodiscard]] Move choose_roll();
  bool try_to_leave();

  Random random_;
  Game game_;
  int trade_chance_;  // in percent, where placing and trading are open
  int leave_chance_;  // in percent, before every act
};

/// A game of the seed after so many steps.
[[nodiscard]] Game random_game(std::uint64_t seed, int steps);

/// What happened in a game, played again; none where the rules refuse something of it. A turn that
/// is half done is left out.
[[nodiscard]] std::optional<Game> replayed(const Ruleset& rules, const Setup& setup,
                                           const std::vector<Turn>& turns);

}  // namespace sixfold::tests
