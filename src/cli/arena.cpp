#include "play/arena.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "record/json.hpp"
#include "rules/indexed.hpp"

namespace sixfold::cli {

namespace {

struct ArenaOptions {
  MatchOptions match;
  std::uint64_t pairs = 100;
  std::vector<double> sprt;
  bool json = false;
};

struct ArenaReport {
  ArenaSummary summary;
  std::optional<Sprt> sprt;
  std::vector<std::pair<std::string, std::string>> forfeits;  // bot and reason, in order
};

ArenaReport run_games(const ArenaOptions& options, const ArenaPlan& plan,
                      const std::vector<BotSpec>& bots) {
  const auto matchups = matchups_of(static_cast<int>(bots.size()), plan.seats);
  ArenaTally tally(static_cast<int>(bots.size()));
  ArenaReport report;
  const std::uint64_t sets = options.pairs * matchups.size();
  Progress progress("sets of games", sets);
  auto players = players_for_threads(bots, options.match);
  // Count sets in order, so that threads change neither the figures nor where a test stops.
  const std::uint64_t block = std::uint64_t{8} * options.match.threads;
  std::vector<std::vector<ArenaGame>> played;
  for (std::uint64_t first = 0; first < sets; first += block) {
    played.assign(std::min(block, sets - first), {});
    for_each_in_threads(played.size(), players, [&](std::size_t i, Players& own) {
      const std::uint64_t set = first + i;
      const auto tell = own.teller();
      played[i] = play_set(
          plan, matchups[set % matchups.size()], set / matchups.size(), own.maker(),
          [&](const std::vector<int>& lineup, const FinishedGame& game) { tell(lineup, game); });
    });
    for (const auto& set : played) {
      tally.add(set);
      for (const ArenaGame& game : set)
        for (const Forfeit& forfeit : game.forfeits) {
          const int bot = nth(game.lineup, forfeit.seat);
          report.forfeits.emplace_back(nth(bots, bot).text, forfeit.reason);
        }
      if (options.sprt.empty()) continue;
      report.sprt = tally.sprt(options.sprt[0], options.sprt[1]);
      if (report.sprt->decided()) {
        report.summary = tally.summary();
        return report;
      }
    }
    progress.at(first + played.size());
  }
  report.summary = tally.summary();
  return report;
}

void print_json(const std::vector<BotSpec>& bots, const ArenaReport& report) {
  const ArenaSummary& summary = report.summary;
  Json json;
  json["games"] = summary.games;
  json["sets"] = summary.sets;
  json["bots"] = Json::array();
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const BotStanding& standing = summary.bots[i];
    Json bot;
    bot["name"] = bots[i].text;
    bot["win_rate"] = standing.win_rate.mean;
    bot["win_rate_error"] = standing.win_rate.error;
    bot["points"] = standing.points;
    bot["spread"] = standing.spread.mean;
    bot["spread_error"] = standing.spread.error;
    bot["elo"] = standing.elo.mean;
    bot["elo_error"] = standing.elo.error;
    bot["forfeits"] = standing.forfeits;
    json["bots"].push_back(std::move(bot));
  }
  json["pairing"]["win_variance_removed"] = summary.win_variance_removed;
  json["pairing"]["spread_variance_removed"] = summary.spread_variance_removed;
  json["forfeits"] = Json::array();
  for (const auto& [name, reason] : report.forfeits) {
    Json forfeit;
    forfeit["bot"] = name;
    forfeit["reason"] = reason;
    json["forfeits"].push_back(std::move(forfeit));
  }
  if (report.sprt) {
    Json& sprt = json["sprt"];
    sprt["elo0"] = report.sprt->elo0;
    sprt["elo1"] = report.sprt->elo1;
    sprt["llr"] = report.sprt->log_likelihood_ratio;
    sprt["lower"] = report.sprt->lower;
    sprt["upper"] = report.sprt->upper;
    sprt["decided"] = report.sprt->decided();
  }
  fmt::print("{}\n", dump(json));
}

void print_table(const std::vector<BotSpec>& bots, const ArenaReport& report) {
  const ArenaSummary& summary = report.summary;
  std::size_t width = 3;
  for (const BotSpec& bot : bots) width = std::max(width, bot.text.size());
  fmt::print("{:<{}}  {:>16}  {:>7}  {:>15}  {:>13}\n", "bot", width, "wins %", "points", "spread",
             "Elo");
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const BotStanding& standing = summary.bots[i];
    fmt::print("{:<{}}  {:>8.2f} ± {:<5.2f}  {:>7.2f}  {:>7.2f} ± {:<5.2f}  {:>5.0f} ± {:<5.0f}\n",
               bots[i].text, width, 100 * standing.win_rate.mean, 100 * standing.win_rate.error,
               standing.points, standing.spread.mean, standing.spread.error, standing.elo.mean,
               standing.elo.error);
  }
  fmt::print("{} games in {} sets with the same deal; errors are 95% intervals\n", summary.games,
             summary.sets);
  fmt::print("pairing removed {:.0f}% of the variance of wins, {:.0f}% of that of the spread\n",
             100 * summary.win_variance_removed, 100 * summary.spread_variance_removed);
  for (const auto& [name, reason] : report.forfeits)
    fmt::print("{} lost a game: {}\n", name, reason);
  if (!report.sprt) return;
  const Sprt& sprt = *report.sprt;
  const char* const verdict = sprt.log_likelihood_ratio >= sprt.upper   ? "accepted"
                              : sprt.log_likelihood_ratio <= sprt.lower ? "rejected"
                                                                        : "undecided";
  fmt::print("SPRT of Elo {:g} against {:g}: {} (LLR {:.2f} within {:.2f} to {:.2f})\n", sprt.elo1,
             sprt.elo0, verdict, sprt.log_likelihood_ratio, sprt.lower, sprt.upper);
}

int run_arena(const ArenaOptions& options) {
  const std::vector<BotSpec> bots = bots_of(options.match);
  if (bots.size() < 2) throw CLI::ValidationError("--bots: name at least two");
  if (!options.sprt.empty() && options.sprt[0] >= options.sprt[1])
    throw CLI::ValidationError("--sprt: ELO0 must be less than ELO1");
  ArenaPlan plan{edition_of(options.match),
                 options.match.players == 0 ? fewest_seats : options.match.players,
                 options.match.seed, options.match.layouts == "random", rules_of(options.match)};
  if (plan.seats < fewest_seats || plan.seats > most_seats)
    throw CLI::ValidationError(
        fmt::format("--players: must be {} to {}, not {}", fewest_seats, most_seats, plan.seats));
  const ArenaReport report = run_games(options, plan, bots);
  if (options.json)
    print_json(bots, report);
  else
    print_table(bots, report);
  return exit_ok;
}

}  // namespace

void add_arena(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "arena", "Compares bots over games with the same deal and the seats swapped");
  const auto options = std::make_shared<ArenaOptions>();
  add_match_options(*command, options->match);
  command->add_option("--players", options->match.players,
                      "Seats at the table, 2 to 4; 2 by default");
  command
      ->add_option("--pairs", options->pairs,
                   "Sets of games for every two bots; a set has one game per seat")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--sprt", options->sprt,
                   "ELO0 ELO1: stop as soon as it is clear whether the first bot is ELO1 "
                   "stronger than the others or only ELO0, with error rates of 5%")
      ->expected(2)
      ->delimiter(',');
  command->add_flag("--json", options->json, "Print the figures as JSON");
  command->callback([&status, options] { status = run_arena(*options); });
}

}  // namespace sixfold::cli
