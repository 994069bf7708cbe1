// The arena: bots play each other in sets of games with the same deal and the seats swapped, so
// that each gets the luck that the other gets. Everything here is plain computation; the caller
// decides how many sets are played at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play/selfplay.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

/// The games of a set: which bot sits where, one line-up per game. All have the same deal.
struct Matchup {
  std::vector<std::vector<int>> lineups;
};

/// Two seats: every two bots, each in either seat. More seats: if there are as many bots as seats,
/// all of them, in every rotation; otherwise one bot alone against another in all other seats, from
/// every seat (with more than two bots, also the other way round).
[[nodiscard]] std::vector<Matchup> matchups_of(int bots, int seats);

struct ArenaPlan {
  Edition edition;
  int seats = 2;
  std::uint64_t seed = 1;
  bool random_layouts = false;
  std::optional<Ruleset> rules = std::nullopt;  ///< the edition's with other options
  std::vector<std::string> names;               ///< of the bots, for the records
};

struct ArenaGame {
  std::vector<int> lineup;
  std::vector<int> scores;
  std::vector<int> winners;
  std::vector<Forfeit> forfeits;
};

/// All games of one set.
[[nodiscard]] std::vector<ArenaGame> play_set(const ArenaPlan& plan, const Matchup& matchup,
                                              std::uint64_t number, const MakePlayer& make_player,
                                              const GameOver& game_over);

/// A mean and half of its 95% confidence interval.
struct Estimate {
  double mean = 0;
  double error = 0;
};

struct BotStanding {
  Estimate win_rate;  ///< a shared win counts as a fraction
  Estimate spread;    ///< own points minus the mean of the other bots'
  double points = 0;
  Estimate elo;  ///< the mean of all bots is 0
  /// For a bot that has won every game: with 95% certainty its Elo is at least this.
  std::optional<double> elo_at_least;
  std::optional<double> elo_at_most;  ///< likewise, for one that has lost every game
  int forfeits = 0;
};

struct Sprt {
  double elo0 = 0;
  double elo1 = 0;
  double log_likelihood_ratio = 0;
  double lower = 0;
  double upper = 0;
  [[nodiscard]] bool decided() const {
    return log_likelihood_ratio <= lower || log_likelihood_ratio >= upper;
  }
};

struct ArenaSummary {
  std::uint64_t games = 0;
  std::uint64_t sets = 0;
  std::vector<BotStanding> bots;
  /// How much of the variance pairing removed, 0 to 1: of wins and of the spread.
  double win_variance_removed = 0;
  double spread_variance_removed = 0;
};

/// Collects sets in the order in which they are added: the same sets give the same figures.
class ArenaTally {
 public:
  explicit ArenaTally(int bots) : bots_(bots) {}

  void add(const std::vector<ArenaGame>& set);
  [[nodiscard]] ArenaSummary summary() const;
  /// Whether bot 0 is stronger than the others by elo1 rather than elo0, with error rates of 5%.
  [[nodiscard]] Sprt sprt(double elo0, double elo1) const;

 private:
  struct SetSample {
    std::vector<int> bots;          // those that took part
    std::vector<double> win_rates;  // by participant, means over the set's games
    std::vector<double> spreads;
    std::vector<double> beaten;  // by pair of bots: how often the first finished above the second
    std::vector<double> met;
  };
  [[nodiscard]] std::vector<double> elo_of(const std::vector<double>& beaten,
                                           const std::vector<double>& met) const;

  int bots_;
  std::uint64_t games_ = 0;
  std::vector<SetSample> sets_;
  std::vector<double> points_ = std::vector<double>(static_cast<std::size_t>(bots_));
  std::vector<double> seats_played_ = std::vector<double>(static_cast<std::size_t>(bots_));
  std::vector<int> forfeits_ = std::vector<int>(static_cast<std::size_t>(bots_));
  // Bot 0 in single games, for the variance without pairs:
  double win_squares_ = 0, win_sum_ = 0, spread_squares_ = 0, spread_sum_ = 0, samples_ = 0;
};

}  // namespace sixfold
