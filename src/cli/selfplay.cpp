#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"

namespace sixfold::cli {

namespace {

struct SelfplayOptions {
  MatchOptions match;
  std::uint64_t games = 1;
  std::string out = "-";
  bool fair = false;
};

std::vector<BotSpec> seats_of(const MatchOptions& options) {
  std::vector<BotSpec> bots = bots_of(options);
  const auto players =
      options.players == 0 ? bots.size() : static_cast<std::size_t>(options.players);
  if (bots.size() == 1) bots.resize(players, bots.front());
  if (bots.size() != players)
    throw CLI::ValidationError(fmt::format("--bots: {} bots for {} players", bots.size(), players));
  if (players < fewest_seats || players > most_seats)
    throw CLI::ValidationError(
        fmt::format("--players: must be {} to {}, not {}", fewest_seats, most_seats, players));
  return bots;
}

/// Plays games in blocks, so that they are written in order whatever the number of threads.
int run_selfplay(const SelfplayOptions& options) {
  const std::vector<BotSpec> bots = seats_of(options.match);
  SelfPlay plan{edition_of(options.match),         {},           options.match.seed,
                options.match.layouts == "random", options.fair, rules_of(options.match)};
  for (const BotSpec& bot : bots) plan.names.push_back(bot.text);
  OutputFile output(options.out);
  Progress progress("games", options.games);
  auto players = players_for_threads(bots, options.match);
  catch_interrupts();
  const std::uint64_t block = std::uint64_t{16} * options.match.threads;
  std::vector<std::string> lines;
  for (std::uint64_t first = 0; first < options.games && !interrupted(); first += block) {
    lines.assign(std::min(block, options.games - first), "");
    for_each_in_threads(lines.size(), players, [&](std::size_t i, Players& own) {
      std::string line = to_text(play_game(plan, first + i, own.maker(), own.teller()));
      if (!interrupted()) lines[i] = std::move(line);
    });
    // After an interrupt, only the first games may be there.
    for (const std::string& line : lines) {
      if (line.empty()) break;
      output.write_line(line);
    }
    progress.at(first + lines.size());
  }
  output.close();
  return interrupted() ? exit_interrupted : exit_ok;
}

}  // namespace

void add_selfplay(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "selfplay", "Lets bots play each other and writes the records of their games");
  const auto options = std::make_shared<SelfplayOptions>();
  add_match_options(*command, options->match);
  command
      ->add_option("--players", options->match.players,
                   "Seats at the table, 2 to 4, with one bot per seat or one for all; by default "
                   "one per bot")
      ->check(CLI::Range(fewest_seats, most_seats));
  command->add_option("--games", options->games, "Games to play")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--out", options->out, "The file to write; - is standard output")
      ->capture_default_str();
  command->add_flag("--fair", options->fair,
                    "Draw from fair bags made from the seed, and write their proofs");
  command->callback([&status, options] { status = run_selfplay(*options); });
}

}  // namespace sixfold::cli
