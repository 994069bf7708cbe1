#include "terminal/play.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/files.hpp"
#include "play/bot_spec.hpp"
#include "record/notation.hpp"

namespace sixfold::cli {

namespace {

struct PlayFlags {
  terminal::PlayOptions play;
  std::string variant;
  int players = 0;
  std::vector<std::string> bots;
  std::vector<std::string> names;
  bool hotseat = false;
  std::string opening;
  std::string tie;
  std::string board = "first";
  int seed = -1;
  terminal::ServerChoices server;
  std::string passphrase_file;
  std::string token_file;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what); }

/// People first, then the bots; the last bot named sits on every seat that is left.
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
    refuse(fmt::format("--players: {} seats for {} bots; a game has 2 to 4", players, bots.size()));
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
  if (!flags.opening.empty()) choices.opening = parse_opening(flags.opening);
  if (!flags.tie.empty()) choices.tie = parse_tie(flags.tie);
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

/// The first line of the file, or what the environment holds: secrets are no arguments, since those
/// can be seen by everyone on the machine.
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
  bool chosen = false;
  for (const char* const name :
       {"--variant", "--players", "--bots", "--names", "--hotseat", "--opening", "--tie", "--board",
        "--seed", "--clock", "--public", "--rated", "--hints"})
    chosen = chosen || command.count(name) > 0;
  // A link says where the server is as well.
  if (flags.play.server.empty()) flags.play.server = flags.play.table;
  for (const char* const name : {"--lobby", "--quick", "--clock", "--public", "--rated", "--hints",
                                 "--account", "--guest", "--token-file"})
    if (flags.play.server.empty() && command.count(name) > 0)
      refuse(fmt::format("{}: this is for online tables; --server says where", name));
  if (chosen && flags.play.resume && flags.play.server.empty())
    refuse("--resume: the game goes on as it is; leave the other options out");
  if (chosen) flags.play.choices = choices_of(flags);
  if (!flags.names.empty()) flags.play.name = split_bots(flags.names.front()).front();
  flags.play.identity = identity_of(flags);
  terminal::play(flags.play);
  return exit_ok;
}

void add_server_options(CLI::App& command, PlayFlags& flags) {
  command.add_flag("--lobby", flags.play.lobby,
                   "The tables that wait for players; with --lines they are printed");
  CLI::Option* const quick =
      command.add_flag("--quick", flags.play.quick, "A quick match of --variant, with --players");
  command.add_option("--clock", flags.server.clock,
                     "Of a table that is opened: none, seconds a move as 90, or seconds a player "
                     "and a turn as 600+5");
  command.add_flag("--public", flags.server.lobby, "Shows the table that is opened in the lobby");
  command.add_flag("--rated", flags.server.rated, "A rated game, between accounts");
  command.add_flag("--hints", flags.server.hints, "Allows hints to everyone at the table");
  CLI::Option* const account =
      command.add_option("--account", flags.play.identity.account,
                         "Plays as this account; the passphrase is asked for, or read from "
                         "SIXFOLD_PASSPHRASE");
  command.add_option("--passphrase-file", flags.passphrase_file, "A file that begins with it")
      ->needs(account);
  CLI::Option* const guest = command.add_flag("--guest", flags.play.identity.guest,
                                              "Plays as a new guest, whoever was logged in");
  CLI::Option* const token =
      command.add_option("--token-file", flags.token_file,
                         "Plays as a bot's account, whose token the file begins with; or as "
                         "SIXFOLD_TOKEN says");
  account->excludes(guest, token);
  guest->excludes(token);
  quick->excludes("--lobby");
}

}  // namespace

void add_play(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "play", "A game in the terminal: against bots, around one screen, or online");
  const auto flags = std::make_shared<PlayFlags>();
  command->add_option("--variant", flags->variant,
                      "base, star-wars, cubes, select, connect or select-connect");
  command->add_option("--players", flags->players, "Seats at the table, 2 to 4")
      ->check(CLI::Range(2, 4));
  command->add_option("--bots", flags->bots,
                      "Separated by commas: beginner to master, perhaps with a budget "
                      "(master:100ms, master:500sims)");
  command->add_option("--names", flags->names, "Names of the players, separated by commas");
  command->add_flag("--hotseat", flags->hotseat,
                    "Several people at this terminal; hands are hidden between them");
  command->add_option("--opening", flags->opening, "Who opens: largest-set or youngest")
      ->check(CLI::IsMember({"largest-set", "youngest"}));
  command->add_option("--tie", flags->tie, "Who of those with equal sets: oldest or youngest")
      ->check(CLI::IsMember({"oldest", "youngest"}));
  command->add_option("--board", flags->board,
                      "first, random, or a file of rows with the marks . S * B 1 to 9");
  command->add_option("--seed", flags->seed, "The same seed deals the same")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--resume", flags->play.resume, "Goes on with the game that was left");
  command->add_option("--save", flags->play.save, "The file that the game is kept in");
  command->add_option("--pace", flags->play.pace_ms, "Milliseconds that bots take at least")
      ->check(CLI::Range(0, 60'000))
      ->capture_default_str();
  command->add_option("--hint-ms", flags->play.hint_ms, "Milliseconds that a hint takes")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  command->add_option("--server", flags->play.server,
                      "An online table: where the server is, as http://HOST:PORT");
  command->add_option("--table", flags->play.table,
                      "The code or link of a table to join; without it the lobby is shown");
  add_server_options(*command, *flags);
  add_display_options(*command, flags->play.display);
  command->callback([&status, command, flags] { status = run_play(*command, *flags); });
}

}  // namespace sixfold::cli
