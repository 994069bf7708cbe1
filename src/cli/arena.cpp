#include "play/arena.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "record/forms.hpp"
#include "record/json.hpp"
#include "record/record.hpp"
#include "rules/indexed.hpp"

namespace sixfold::cli {

namespace {

struct ArenaOptions {
  MatchOptions match;
  std::uint64_t pairs = 100;
  std::vector<double> sprt;
  std::string out;
  std::string trace;
  bool json = false;
};

struct ArenaForfeit {
  std::string bot;
  std::uint64_t set = 0;  ///< from 1, like the games of a set
  std::size_t game = 0;
  Forfeit forfeit;
};

struct ArenaReport {
  ArenaSummary summary;
  std::uint64_t sets_planned = 0;
  std::optional<Sprt> sprt;
  std::vector<ArenaForfeit> forfeits;  // in order
};

/// A set, with what may be written about it.
struct PlayedSet {
  std::vector<ArenaGame> games;
  std::string records;
  std::deque<std::string> asked;  // what the players saw and did, by game and seat
};

/// A player whose views and answers are kept as lines.
Chooser traced(Chooser chooser, std::string& lines) {
  return [chooser = std::move(chooser), &lines](const View& seen) {
    auto answer = chooser(seen);
    Json line;
    line["view"] = to_json(seen);
    if (answer) line["act"] = to_json(*answer);
    lines += dump(line) + '\n';
    return answer;
  };
}

PlayedSet play(const ArenaOptions& options, const ArenaPlan& plan, const std::vector<BotSpec>& bots,
               const Matchup& matchup, std::uint64_t number, Players& own) {
  PlayedSet played;
  const auto make_player = own.maker();
  const auto tell = own.teller();
  played.games = play_set(
      plan, matchup, number,
      [&](int bot, std::uint64_t stream) {
        std::string& lines = played.asked.emplace_back();
        Chooser chooser = make_player(bot, stream);
        const bool keep = !options.trace.empty() && !nth(bots, bot).level;
        return keep ? traced(std::move(chooser), lines) : chooser;
      },
      [&](const std::vector<int>& lineup, const FinishedGame& game) {
        tell(lineup, game);
        if (!options.out.empty())
          played.records += to_text(record_of(game, std::string(plan.edition.theme))) + '\n';
      });
  if (interrupted()) return {};
  return played;
}

/// Files of an earlier run would be taken for this one's.
void make_empty_folder(const std::string& path) {
  std::filesystem::create_directories(path);
  if (!std::filesystem::is_empty(path))
    throw CLI::ValidationError(fmt::format("--trace: {} is not empty", path));
}

/// Writes a file for each program that has lost a game of the set.
void write_trace(const std::string& folder, std::uint64_t set, const std::vector<BotSpec>& bots,
                 const PlayedSet& played) {
  auto asked = played.asked.begin();
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    const ArenaGame& game = played.games[i];
    for (int seat = 0; seat < static_cast<int>(game.lineup.size()); ++seat, ++asked) {
      const bool won = std::ranges::count(game.winners, seat) != 0;
      if (won || nth(bots, nth(game.lineup, seat)).level) continue;
      OutputFile file(fmt::format("{}/set-{}-game-{}-seat-{}.jsonl", folder, set, i + 1, seat));
      file.write(*asked);
      Json end;
      end["scores"] = game.scores;
      for (const Forfeit& forfeit : game.forfeits) {
        if (forfeit.seat != seat) continue;
        end["forfeit"] = forfeit.reason;
        if (!forfeit.said.empty()) end["said"] = forfeit.said;
      }
      file.write_line(dump(end));
      file.close();
    }
  }
}

ArenaReport run_games(const ArenaOptions& options, const ArenaPlan& plan,
                      const std::vector<BotSpec>& bots) {
  const auto matchups = matchups_of(static_cast<int>(bots.size()), plan.seats);
  ArenaTally tally(static_cast<int>(bots.size()));
  ArenaReport report;
  const std::uint64_t sets = options.pairs * matchups.size();
  report.sets_planned = sets;
  Progress progress("sets of games", sets);
  auto players = players_for_threads(bots, options.match);
  // Count sets in order, so that threads change neither the figures nor where a test stops.
  const std::uint64_t block = std::uint64_t{8} * options.match.threads;
  std::optional<OutputFile> records;
  if (!options.out.empty()) records.emplace(options.out);
  if (!options.trace.empty()) make_empty_folder(options.trace);
  catch_interrupts();
  std::vector<PlayedSet> played;
  bool decided = false;
  for (std::uint64_t first = 0; first < sets && !decided && !interrupted(); first += block) {
    played.assign(std::min(block, sets - first), {});
    for_each_in_threads(played.size(), players, [&](std::size_t i, Players& own) {
      const std::uint64_t set = first + i;
      played[i] =
          play(options, plan, bots, matchups[set % matchups.size()], set / matchups.size(), own);
    });
    for (std::size_t i = 0; i < played.size() && !decided; ++i) {
      const PlayedSet& set = played[i];
      if (set.games.empty()) break;  // interrupted
      tally.add(set.games);
      if (records) records->write(set.records);
      if (!options.trace.empty()) write_trace(options.trace, first + i + 1, bots, set);
      for (std::size_t g = 0; g < set.games.size(); ++g)
        for (const Forfeit& forfeit : set.games[g].forfeits) {
          const int bot = nth(set.games[g].lineup, forfeit.seat);
          report.forfeits.push_back({nth(bots, bot).text, first + i + 1, g + 1, forfeit});
        }
      if (options.sprt.empty()) continue;
      report.sprt = tally.sprt(options.sprt[0], options.sprt[1]);
      decided = report.sprt->decided();
    }
    progress.at(first + played.size());
  }
  if (records) records->close();
  report.summary = tally.summary();
  return report;
}

void print_json(const std::vector<BotSpec>& bots, std::uint64_t seed, const ArenaReport& report) {
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
    bot["elo_at_least"] = standing.elo_at_least ? Json(*standing.elo_at_least) : Json();
    bot["elo_at_most"] = standing.elo_at_most ? Json(*standing.elo_at_most) : Json();
    bot["forfeits"] = standing.forfeits;
    json["bots"].push_back(std::move(bot));
  }
  json["pairing"]["win_variance_removed"] = summary.win_variance_removed;
  json["pairing"]["spread_variance_removed"] = summary.spread_variance_removed;
  json["forfeits"] = Json::array();
  for (const auto& [bot, set, game, forfeit] : report.forfeits) {
    Json one;
    one["bot"] = bot;
    one["reason"] = forfeit.reason;
    one["seed"] = seed;
    one["set"] = set;
    one["game"] = game;
    one["seat"] = forfeit.seat;
    if (forfeit.act) one["act"] = to_json(*forfeit.act);
    if (!forfeit.said.empty()) one["said"] = forfeit.said;
    if (forfeit.seen) one["view"] = to_json(*forfeit.seen);
    json["forfeits"].push_back(std::move(one));
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

/// A bot that has won or lost every game has no error, only a bound.
std::string elo_text(const BotStanding& standing) {
  if (standing.elo_at_least) return fmt::format("{:>7} {:<5.0f}", "≥", *standing.elo_at_least);
  if (standing.elo_at_most) return fmt::format("{:>7} {:<5.0f}", "≤", *standing.elo_at_most);
  return fmt::format("{:>5.0f} ± {:<5.0f}", standing.elo.mean, standing.elo.error);
}

void print_table(const std::vector<BotSpec>& bots, const ArenaReport& report) {
  const ArenaSummary& summary = report.summary;
  std::size_t width = 3;
  for (const BotSpec& bot : bots) width = std::max(width, bot.text.size());
  fmt::print("{:<{}}  {:>16}  {:>7}  {:>15}  {:>13}\n", "bot", width, "wins %", "points", "spread",
             "Elo");
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const BotStanding& standing = summary.bots[i];
    fmt::print("{:<{}}  {:>8.2f} ± {:<5.2f}  {:>7.2f}  {:>7.2f} ± {:<5.2f}  {}\n", bots[i].text,
               width, 100 * standing.win_rate.mean, 100 * standing.win_rate.error, standing.points,
               standing.spread.mean, standing.spread.error, elo_text(standing));
  }
  fmt::print("{} games in {} sets with the same deal; errors are 95% intervals\n", summary.games,
             summary.sets);
  fmt::print("pairing removed {:.0f}% of the variance of wins, {:.0f}% of that of the spread\n",
             100 * summary.win_variance_removed, 100 * summary.spread_variance_removed);
  for (const auto& [bot, set, game, forfeit] : report.forfeits) {
    fmt::print("{} lost game {} of set {}: {}", bot, game, set, forfeit.reason);
    if (forfeit.seen) fmt::print(" in turn {}", forfeit.seen->history.size() + 1);
    if (forfeit.act) fmt::print(", {}", dump(to_json(*forfeit.act)));
    fmt::print("\n");
  }
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
  for (const BotSpec& bot : bots) plan.names.push_back(bot.text);
  const ArenaReport report = run_games(options, plan, bots);
  if (interrupted())
    fmt::print(stderr, "interrupted after {} of {} sets\n", report.summary.sets,
               report.sets_planned);
  if (options.json)
    print_json(bots, options.match.seed, report);
  else
    print_table(bots, report);
  return interrupted() ? exit_interrupted : exit_ok;
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
  command->add_option("--out", options->out, "A file for the records of all games");
  command->add_option(
      "--trace", options->trace,
      "A folder for what each cmd: bot was asked and answered in games that it lost");
  command->add_flag("--json", options->json, "Print the figures as JSON");
  command->callback([&status, options] { status = run_arena(*options); });
}

}  // namespace sixfold::cli
