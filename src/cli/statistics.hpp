// Figures over many records: what one game contributes, and the sums by game and by player.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/review.hpp"
#include "engine/weakness.hpp"
#include "record/record.hpp"

namespace sixfold::cli {

/// What a seat did in one game.
struct SeatFigures {
  std::string name;
  int points = 0;
  int turns = 0;
  int trades = 0;
  int sixfolds = 0;
  int best = 0;         ///< points of the best turn, without those for going out
  double won = 0;       ///< 1, a fraction if the win is shared, or 0
  double luck = 0;      ///< of a win; only if reviewed
  double given_up = 0;  ///< of a win, in all acts together; only if reviewed
  int acts = 0;         ///< only if reviewed
};

struct GameFigures {
  std::string game;
  int turns = 0;
  int opener = 0;
  bool complete = false;  ///< played to its end: nobody's leaving ended it
  bool reviewed = false;
  std::vector<SeatFigures> seats;
  std::optional<Review> review;  ///< only if weaknesses are wanted
};

/// Of a record that can be replayed.
[[nodiscard]] Result<GameFigures, RecordError> figures_of(const Record& record);
void add_review(GameFigures& figures, const Review& review);

/// Numbers of the same kind.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] double total() const;
  [[nodiscard]] double mean() const;
  /// The standard deviation; 0 for fewer than two values.
  [[nodiscard]] double spread() const;
  /// Of the mean, half of a 95% interval; nothing for fewer than two values.
  [[nodiscard]] std::optional<double> error() const;

 private:
  std::vector<double> values_;
};

/// All games of one kind with the same number of players.
struct GameStatistics {
  int games = 0;
  Sample opener_won;
  Sample turns;  ///< of all players together
  Sample points;
  Sample points_per_turn;
  Sample trades;    ///< per game
  Sample sixfolds;  ///< per game
  Sample luck;      ///< its size, per player and game
};

/// One player in all games of one kind with the same number of players.
struct PlayerStatistics {
  int games = 0;
  Sample won;
  Sample points;
  Sample points_per_turn;
  Sample trades;
  Sample sixfolds;
  int best = 0;
  Sample luck;
  Sample given_up;  ///< per act, of a win
};

struct Statistics {
  /// By the game's place in the list of games, its name, and the number of players.
  using GameKey = std::pair<std::pair<std::size_t, std::string>, std::size_t>;

  std::size_t games = 0;
  std::size_t incomplete = 0;  ///< unfinished, aborted, or ended by somebody's leaving
  bool reviewed = false;
  std::map<GameKey, GameStatistics> by_game;
  std::map<std::pair<GameKey, std::string>, PlayerStatistics> by_player;

  /// By player, over all games; only if wanted.
  std::map<std::string, WeaknessProfile> weaknesses;

  /// Incomplete games are only counted.
  void add(const GameFigures& figures);
};

}  // namespace sixfold::cli
