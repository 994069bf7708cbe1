#include "terminal/play.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "play/bot_spec.hpp"
#include "rules/options.hpp"

namespace sixfold::cli {

namespace {

struct PlayFlags {
  terminal::PlayOptions play;
  std::string variant;
  int players = 0;
  std::vector<std::string> bots;
  std::vector<std::string> names;
  bool hotseat = false;
  terminal::RuleChoices rules;
  std::string board = "first";
  int seed = -1;
  terminal::ServerChoices server;
  std::string passphrase_file;
  std::string token_file;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what); }

/// People first, then the bots; the last bot named takes all remaining seats.
std::vector<terminal::SeatChoice> seats_of(const PlayFlags& flags) {
  std::vector<std::string> bots;
  for (const std::string& group : flags.bots)
    for (std::string& bot : split_bots(group)) bots.push_back(std::move(bot));
  if (bots.empty() && !flags.hotseat && flags.play.server.empty()) bots.emplace_back("regular");
  auto players = static_cast<std::size_t>(flags.players);
  if (players == 0) players = std::max<std::size_t>(2, bots.size() + (flags.hotseat ? 2 : 1));
  const bool fill = !flags.hotseat && !bots.empty() && flags.play.server.empty();
  while (fill && bots.size() + 1 < players) bots.push_back(bots.back());
  if (bots.size() > players || players > most_seats || players < fewest_seats)
    refuse(fmt::format("--players: {} seats for {} bots; a game has 2 to 4 seats", players,
                       bots.size()));
  std::vector<terminal::SeatChoice> seats(players);
  for (std::size_t i = 0; i < bots.size(); ++i) seats[players - bots.size() + i].bot = bots[i];
  std::vector<std::string> names;
  for (const std::string& group : flags.names)
    for (std::string& name : split_bots(group)) names.push_back(std::move(name));
  if (names.size() > players) refuse("--names: more names than seats");
  for (std::size_t i = 0; i < names.size(); ++i) seats[i].name = names[i];
  return seats;
}

std::vector<std::string> rows_of_file(const std::string& path) {
  InputFile input(path);
  LineReader lines = input.lines();
  std::vector<std::string> rows;
  while (const auto line = lines.next())
    if (!line->text.empty()) rows.emplace_back(line->text);
  return rows;
}

terminal::Choices choices_of(const PlayFlags& flags) {
  terminal::Choices choices;
  if (!flags.variant.empty()) choices.edition = flags.variant;
  choices.seats = seats_of(flags);
  choices.rules = flags.rules;
  if (flags.board == "random") {
    choices.board = terminal::BoardChoice::random;
  } else if (flags.board != "first") {
    choices.board = terminal::BoardChoice::own;
    choices.board_rows = rows_of_file(flags.board);
  }
  if (flags.seed >= 0) choices.seed = flags.seed;
  choices.server = flags.server;
  return choices;
}

/// The first line of the file, or the value of the environment variable. Secrets are not arguments,
/// because every user of the machine can see those.
std::string secret(const std::string& file, const char* variable) {
  if (!file.empty()) {
    InputFile input(file);
    LineReader lines = input.lines();
    const auto line = lines.next();
    return line ? std::string(line->text) : "";
  }
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

terminal::WantedIdentity identity_of(const PlayFlags& flags) {
  terminal::WantedIdentity wanted = flags.play.identity;
  if (!wanted.account.empty())
    wanted.passphrase = secret(flags.passphrase_file, "SIXFOLD_PASSPHRASE");
  else if (!wanted.guest)
    wanted.token = secret(flags.token_file, "SIXFOLD_TOKEN");
  return wanted;
}

int run_play(CLI::App& command, PlayFlags& flags) {
  bool chosen = !flags.rules.empty();
  for (const char* const name : {"--variant", "--players", "--bots", "--names", "--hotseat",
                                 "--board", "--seed", "--clock", "--public", "--rated", "--hints"})
    chosen = chosen || command.count(name) > 0;
  // A link also names the server.
  if (flags.play.server.empty()) flags.play.server = flags.play.table;
  for (const char* const name : {"--lobby", "--quick", "--clock", "--public", "--rated", "--hints",
                                 "--account", "--guest", "--token-file"})
    if (flags.play.server.empty() && command.count(name) > 0)
      refuse(fmt::format("{}: only for online tables; name the server with --server", name));
  if (chosen && flags.play.resume && flags.play.server.empty())
    refuse("--resume: continues the saved game as it is; leave out the other options");
  if (chosen) flags.play.choices = choices_of(flags);
  if (!flags.names.empty()) flags.play.name = split_bots(flags.names.front()).front();
  flags.play.identity = identity_of(flags);
  terminal::play(flags.play);
  return exit_ok;
}

void add_server_options(CLI::App& command, PlayFlags& flags) {
  command.add_flag("--lobby", flags.play.lobby,
                   "Show the tables that wait for players; with --lines, print them");
  CLI::Option* const quick = command.add_flag("--quick", flags.play.quick,
                                              "Find a quick match of --variant, with --players");
  command.add_option("--clock", flags.server.clock,
                     "The clock of a new table: none, seconds per move (90), or seconds per player "
                     "plus seconds per turn (600+5); hours and days as in 3d or 14d+12h");
  command.add_flag("--public", flags.server.lobby, "List the new table in the lobby");
  command.add_flag("--rated", flags.server.rated, "Make the new table rated, for accounts only");
  command.add_flag("--hints", flags.server.hints, "Allow hints for everyone at the new table");
  CLI::Option* const account =
      command.add_option("--account", flags.play.identity.account,
                         "Play as this account; asks for the passphrase, or reads it from "
                         "SIXFOLD_PASSPHRASE");
  command
      .add_option("--passphrase-file", flags.passphrase_file,
                  "A file with the passphrase on its first line")
      ->needs(account);
  CLI::Option* const guest = command.add_flag(
      "--guest", flags.play.identity.guest, "Play as a new guest, even if an account is logged in");
  CLI::Option* const token = command.add_option(
      "--token-file", flags.token_file,
      "Play as the bot account whose token is on the first line of this file, or "
      "in SIXFOLD_TOKEN");
  account->excludes(guest, token);
  guest->excludes(token);
  quick->excludes("--lobby");
}

}  // namespace

void add_play(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "play", "Plays in the terminal: against bots, around one screen, or online");
  const auto flags = std::make_shared<PlayFlags>();
  command->add_option("--variant", flags->variant, games());
  command->add_option("--players", flags->players, "Seats at the table, 2 to 4")
      ->check(CLI::Range(2, 4));
  command->add_option("--bots", flags->bots,
                      "Bots, separated by commas: beginner to master, optionally with a budget "
                      "(master:100ms, master:500sims)");
  command->add_option("--names", flags->names, "The names of the players, separated by commas");
  command->add_flag("--hotseat", flags->hotseat,
                    "Several people share this terminal; hands are hidden between turns");
  add_rule_options(*command, flags->rules);
  command->add_option("--board", flags->board,
                      "first, random, or a file of rows with the characters . S * B 1 to 9");
  command
      ->add_option("--seed", flags->seed,
                   "The seed of the deal; the same seed deals the same tiles")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--resume", flags->play.resume,
                    "Continue the saved game, or the last table of --server");
  command->add_option("--save", flags->play.save, "The file to save the game in");
  command
      ->add_option("--pace", flags->play.pace_ms, "The least time that bots take, in milliseconds")
      ->check(CLI::Range(0, 60'000))
      ->capture_default_str();
  command
      ->add_option("--hint-ms", flags->play.hint_ms,
                   "The time to think about a hint, in milliseconds")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  command->add_option("--server", flags->play.server,
                      "Play online, at this server: http://HOST:PORT");
  command->add_option("--table", flags->play.table,
                      "The code or link of a table to join; otherwise the lobby is shown");
  add_server_options(*command, *flags);
  add_display_options(*command, flags->play.display);
  command->callback([&status, command, flags] { status = run_play(*command, *flags); });
}

}  // namespace sixfold::cli
