#include "terminal/replay/replay.hpp"

#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/records.hpp"

namespace sixfold::cli {

namespace {

struct ReplayFlags {
  std::string file;
  int game = 1;
  terminal::ReplayOptions replay;
};

int run_replay(const ReplayFlags& flags) {
  const Record record = record_in(flags.file, flags.game);
  if (const auto game = replay(record); !game) {
    const RecordError& error = game.error();
    fmt::print(stderr, "{}: game {}: turn {}: {}: {}\n", flags.file, flags.game, error.turn,
               error.code, error.message);
    return exit_no;
  }
  terminal::replay_record(record, flags.replay);
  return exit_ok;
}

}  // namespace

void add_replay(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "replay", "Steps through a recorded game in the terminal, with the review's figures");
  const auto flags = std::make_shared<ReplayFlags>();
  command->add_option("FILE", flags->file, "Records, one per line")->required();
  command->add_option("--game", flags->game, "The game of the file to show, counting from 1")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--turn", flags->replay.turn, "Start after this many turns")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--simulations", flags->replay.simulations,
                   "Simulations per decision of the review; 0: no review")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  add_display_options(*command, flags->replay.display);
  command->callback([&status, flags] { status = run_replay(*flags); });
}

}  // namespace sixfold::cli
