#include "play/arena.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "play/dealer.hpp"
#include "play/paired_dealer.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr double z95 = 1.959963984540054;
constexpr int bootstrap_rounds = 200;

/// The line-up in every rotation around the table.
Matchup all_turns(std::vector<int> lineup) {
  Matchup matchup;
  for (std::size_t i = 0; i < lineup.size(); ++i) {
    matchup.lineups.push_back(lineup);
    std::ranges::rotate(lineup, lineup.end() - 1);
  }
  return matchup;
}

std::vector<int> one_against(int one, int others, int seats) {
  std::vector<int> lineup(static_cast<std::size_t>(seats), others);
  lineup.front() = one;
  return lineup;
}

/// The mean and its error from independent samples.
Estimate estimate(const std::vector<double>& samples) {
  const auto count = static_cast<double>(samples.size());
  if (samples.empty()) return {};
  double sum = 0;
  for (const double sample : samples) sum += sample;
  const double mean = sum / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double error = samples.size() < 2 ? 0 : z95 * std::sqrt(squares / (count - 1) / count);
  return {mean, error};
}

double variance(const std::vector<double>& samples) {
  const double error = estimate(samples).error / z95;
  return error * error * static_cast<double>(samples.size());
}

/// A lower bound for how much stronger than its opponents a bot is that has won every set: a weaker
/// bot wins them all less than once in 20 times.
double elo_of_all(double sets) {
  const double score = std::pow(0.05, 1 / sets);
  return 400 * std::log10(score / (1 - score));
}

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

/// One seat's share in the win.
double share_of(const ArenaGame& game, int seat) {
  if (std::ranges::find(game.winners, seat) == game.winners.end()) return 0;
  return 1 / static_cast<double>(game.winners.size());
}

bool is_out(const ArenaGame& game, int seat) {
  return std::ranges::find(game.forfeits, seat, &Forfeit::seat) != game.forfeits.end();
}

/// 1, 0 or a half: whether one seat finished above another.
double stands_above(const ArenaGame& game, int seat, int other) {
  if (is_out(game, seat) != is_out(game, other)) return is_out(game, other) ? 1 : 0;
  const int mine = nth(game.scores, seat);
  const int theirs = nth(game.scores, other);
  return mine == theirs ? 0.5 : mine > theirs ? 1 : 0;
}

/// One bot in one game: the mean over its seats.
struct BotGame {
  double win_rate = 0;
  double spread = 0;
  int seats = 0;
  int points = 0;
};

BotGame of_bot(const ArenaGame& game, int bot) {
  BotGame of;
  int others = 0;
  int their_points = 0;
  for (int seat = 0; seat < static_cast<int>(game.lineup.size()); ++seat) {
    const int points = nth(game.scores, seat);
    if (nth(game.lineup, seat) == bot) {
      ++of.seats;
      of.points += points;
      of.win_rate += share_of(game, seat);
    } else {
      ++others;
      their_points += points;
    }
  }
  if (of.seats == 0) return of;
  of.win_rate /= of.seats;
  if (others > 0)
    of.spread =
        static_cast<double>(of.points) / of.seats - static_cast<double>(their_points) / others;
  return of;
}

}  // namespace

std::vector<Matchup> matchups_of(int bots, int seats) {
  std::vector<Matchup> matchups;
  if (bots == seats && seats > 2) {
    std::vector<int> all(static_cast<std::size_t>(bots));
    std::iota(all.begin(), all.end(), 0);
    return {all_turns(std::move(all))};
  }
  for (int one = 0; one < bots; ++one)
    for (int other = one + 1; other < bots; ++other) {
      matchups.push_back(all_turns(one_against(one, other, seats)));
      if (seats > 2 && bots > 2) matchups.push_back(all_turns(one_against(other, one, seats)));
    }
  return matchups;
}

std::vector<ArenaGame> play_set(const ArenaPlan& plan, const Matchup& matchup, std::uint64_t number,
                                const MakePlayer& make_player, const GameOver& game_over) {
  const std::uint64_t seed = Random(plan.seed, number).next();
  Ruleset rules = plan.rules ? *plan.rules : plan.edition.ruleset();
  if (plan.random_layouts && rules.layout) {
    Random arranging(seed, 99);
    rules.layout = random_layout(rules, arranging);
  }
  std::vector<ArenaGame> games;
  for (std::size_t g = 0; g < matchup.lineups.size(); ++g) {
    const std::vector<int>& lineup = matchup.lineups[g];
    std::vector<Player> players;
    std::vector<Chooser> choosers;
    for (std::size_t seat = 0; seat < lineup.size(); ++seat) {
      players.push_back({plan.names.empty() ? "bot " + std::to_string(lineup[seat])
                                            : nth(plan.names, lineup[seat]),
                         std::nullopt});
      choosers.push_back(make_player(lineup[seat], Random(seed, 100 + 8 * g + seat).next()));
    }
    PairedDealer dealer(rules, static_cast<int>(lineup.size()), seed);
    auto game = Game::begin(rules, dealer.deal(std::move(players)));
    assert(game);
    MatchResult match = play_out(*std::move(game), choosers,
                                 [&dealer](const Game& at) { return dealer.answer(at); });
    game_over(lineup, match.game);
    const Position& end = match.game.game().position();
    ArenaGame played{lineup, {}, winners(end), std::move(match.forfeits)};
    for (const Seat& seat : end.seats) played.scores.push_back(seat.score);
    games.push_back(std::move(played));
  }
  return games;
}

void ArenaTally::add(const std::vector<ArenaGame>& set) {
  const auto bots = static_cast<std::size_t>(bots_);
  SetSample sample;
  sample.beaten.assign(bots * bots, 0);
  sample.met.assign(bots * bots, 0);
  for (int bot = 0; bot < bots_; ++bot) {
    double win_rate = 0;
    double spread = 0;
    int played = 0;
    for (const ArenaGame& game : set) {
      const BotGame of = of_bot(game, bot);
      if (of.seats == 0) continue;
      ++played;
      win_rate += of.win_rate;
      spread += of.spread;
      nth(points_, bot) += of.points;
      nth(seats_played_, bot) += of.seats;
      if (bot != 0) continue;
      ++samples_;
      win_sum_ += of.win_rate;
      win_squares_ += of.win_rate * of.win_rate;
      spread_sum_ += of.spread;
      spread_squares_ += of.spread * of.spread;
    }
    if (played == 0) continue;
    sample.bots.push_back(bot);
    sample.win_rates.push_back(win_rate / played);
    sample.spreads.push_back(spread / played);
  }
  for (const ArenaGame& game : set) {
    ++games_;
    for (const Forfeit& forfeit : game.forfeits) ++nth(forfeits_, nth(game.lineup, forfeit.seat));
    for (int seat = 0; seat < static_cast<int>(game.lineup.size()); ++seat)
      for (int other = 0; other < static_cast<int>(game.lineup.size()); ++other) {
        const auto a = static_cast<std::size_t>(nth(game.lineup, seat));
        const auto b = static_cast<std::size_t>(nth(game.lineup, other));
        if (a == b) continue;
        sample.beaten[a * bots + b] += stands_above(game, seat, other);
        sample.met[a * bots + b] += 1;
      }
  }
  sets_.push_back(std::move(sample));
}

/// Bradley-Terry strengths by minorization, with half a drawn game between any two bots that met,
/// so that no strength is infinite.
std::vector<double> ArenaTally::elo_of(const std::vector<double>& beaten,
                                       const std::vector<double>& met) const {
  const auto bots = static_cast<std::size_t>(bots_);
  std::vector<double> strength(bots, 1);
  for (int round = 0; round < 200; ++round)
    for (std::size_t a = 0; a < bots; ++a) {
      double wins = 0;
      double weight = 0;
      for (std::size_t b = 0; b < bots; ++b) {
        if (a == b || met[a * bots + b] == 0) continue;
        wins += beaten[a * bots + b] + 0.25;
        weight += (met[a * bots + b] + 0.5) / (strength[a] + strength[b]);
      }
      if (weight > 0) strength[a] = wins / weight;
    }
  double mean = 0;
  for (double& s : strength) {
    s = 400 * std::log10(s);
    mean += s / static_cast<double>(bots);
  }
  for (double& s : strength) s -= mean;
  return strength;
}

ArenaSummary ArenaTally::summary() const {
  const auto bots = static_cast<std::size_t>(bots_);
  ArenaSummary summary;
  summary.games = games_;
  summary.sets = sets_.size();
  std::vector<std::vector<double>> win_rates(bots);
  std::vector<std::vector<double>> spreads(bots);
  std::vector<double> beaten(bots * bots, 0);
  std::vector<double> met(bots * bots, 0);
  for (const SetSample& set : sets_) {
    for (std::size_t i = 0; i < set.bots.size(); ++i) {
      nth(win_rates, set.bots[i]).push_back(set.win_rates[i]);
      nth(spreads, set.bots[i]).push_back(set.spreads[i]);
    }
    for (std::size_t i = 0; i < beaten.size(); ++i) {
      beaten[i] += set.beaten[i];
      met[i] += set.met[i];
    }
  }
  const std::vector<double> elo = elo_of(beaten, met);

  // The error of Elo figures by resampling sets.
  std::vector<std::vector<double>> resampled(bots);
  Random random(bootstrap_rounds);
  for (int round = 0; round < bootstrap_rounds && !sets_.empty(); ++round) {
    std::vector<double> some_beaten(bots * bots, 0);
    std::vector<double> some_met(bots * bots, 0);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const SetSample& set = sets_[random.index(sets_.size())];
      for (std::size_t j = 0; j < beaten.size(); ++j) {
        some_beaten[j] += set.beaten[j];
        some_met[j] += set.met[j];
      }
    }
    const std::vector<double> figures = elo_of(some_beaten, some_met);
    for (std::size_t bot = 0; bot < bots; ++bot) resampled[bot].push_back(figures[bot]);
  }

  for (std::size_t bot = 0; bot < bots; ++bot) {
    BotStanding standing;
    double above = 0;
    double games = 0;
    for (std::size_t other = 0; other < bots; ++other) {
      above += beaten[bot * bots + other];
      games += met[bot * bots + other];
    }
    const auto sets = static_cast<double>(win_rates[bot].size());
    const double bound =
        elo_of_all(sets) * static_cast<double>(bots - 1) / static_cast<double>(bots);
    if (games > 0 && above == games) standing.elo_at_least = bound;
    if (games > 0 && above == 0) standing.elo_at_most = -bound;
    standing.win_rate = estimate(win_rates[bot]);
    standing.spread = estimate(spreads[bot]);
    standing.points = seats_played_[bot] > 0 ? points_[bot] / seats_played_[bot] : 0;
    standing.elo = {elo[bot], z95 * std::sqrt(variance(resampled[bot]))};
    standing.forfeits = forfeits_[bot];
    summary.bots.push_back(standing);
  }

  if (samples_ > 1 && !win_rates[0].empty()) {
    // With unrelated games, a set's mean would have the variance of one game divided by their
    // number.
    const double games_in_set = samples_ / static_cast<double>(win_rates[0].size());
    const auto single = [&](double sum, double squares) {
      return (squares - sum * sum / samples_) / (samples_ - 1) / games_in_set;
    };
    const double wins = single(win_sum_, win_squares_);
    const double spread = single(spread_sum_, spread_squares_);
    if (wins > 0) summary.win_variance_removed = 1 - variance(win_rates[0]) / wins;
    if (spread > 0) summary.spread_variance_removed = 1 - variance(spreads[0]) / spread;
  }
  return summary;
}

Sprt ArenaTally::sprt(double elo0, double elo1) const {
  constexpr double error = 0.05;
  Sprt test{elo0, elo1, 0, std::log(error / (1 - error)), std::log((1 - error) / error)};
  // Add half a won set and half a lost set: a bot that wins every game would otherwise show no
  // variance.
  double count = 1;
  double sum = 0.5;
  double squares = 0.5;
  for (const SetSample& set : sets_) {
    double above = 0;
    double met = 0;
    for (int other = 1; other < bots_; ++other) {
      above += nth(set.beaten, other);
      met += nth(set.met, other);
    }
    if (met == 0) continue;
    const double score = above / met;
    count += 1;
    sum += score;
    squares += score * score;
  }
  if (count < 3) return test;
  // The generalized test on the mean score of a set, assumed to be normal.
  const double mean = sum / count;
  const double spread = (squares - sum * mean) / (count - 1);
  const double score0 = expected_score(elo0);
  const double score1 = expected_score(elo1);
  test.log_likelihood_ratio =
      count * (score1 - score0) * (2 * mean - score0 - score1) / (2 * spread);
  return test;
}

}  // namespace sixfold
