#include <limits>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/records.hpp"
#include "svg/moment_svg.hpp"
#include "terminal/play.hpp"
#include "terminal/words/moment.hpp"

namespace sixfold::cli {

namespace {

struct ShowOptions {
  std::string file;
  int game = 1;
  int turn = std::numeric_limits<int>::max();
  bool svg = false;
  terminal::Display display;
};

int run_show(const ShowOptions& options) {
  const Record record = record_in(options.file, options.game);
  const auto moment = terminal::moment_at(record, options.turn);
  if (!moment) {
    const RecordError& error = moment.error();
    fmt::print(stderr, "{}: game {}: turn {}: {}: {}\n", options.file, options.game, error.turn,
               error.code, error.message);
    return exit_no;
  }
  const terminal::Words words = terminal::words_for(options.display).about(record.rules);
  fmt::print("{}",
             options.svg ? svg::moment_svg(words, *moment) : terminal::moment_text(words, *moment));
  return exit_ok;
}

}  // namespace

void add_show(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "show", "Prints a position of a record with every hand, as text or as a picture");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("FILE", options->file, "Records, one per line; - is standard input")
      ->required();
  command
      ->add_option("--turn", options->turn,
                   "The number of turns before the position; by default all")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--game", options->game, "The game of the file to show, counting from 1")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--svg", options->svg, "Print an SVG picture");
  command->add_option("--language", options->display.language, language_help());
  command->callback([&status, options] { status = run_show(*options); });
}

}  // namespace sixfold::cli
