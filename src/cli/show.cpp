#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/files.hpp"
#include "cli/records.hpp"
#include "picture/drawing.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"
#include "svg/moment_svg.hpp"
#include "terminal/play.hpp"
#include "terminal/words/moment.hpp"

namespace sixfold::cli {

namespace {

struct ShowOptions {
  std::string file;
  int game = 1;
  std::optional<int> turn;  ///< by default, after all
  std::optional<int> view;
  bool svg = false;
  std::string out;
  int last = std::numeric_limits<int>::max();
  terminal::Display display;
};

// Of a film: how long a position is shown, and the last one.
constexpr int frame_ms = 1'200;
constexpr int last_frame_ms = 4'000;
// The pixels of a picture for each unit of the drawing.
constexpr double png_scale = 2;

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
  // NOLINTNEXTLINE(*-reinterpret-cast): files are written as characters.
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

vision::Image drawn(const std::string& svg, double scale) {
  auto image = picture::drawn(svg, scale);
  if (!image) throw std::runtime_error("the picture cannot be drawn: " + image.error().message);
  return *std::move(image);
}

/// The turns up to this moment; all pictures show the same part of the table.
std::vector<std::uint8_t> film(const terminal::Words& words, const Record& record,
                               const terminal::Moment& moment, int last) {
  const svg::Corners corners = svg::corners_of(moment.shown.view);
  std::vector<picture::Frame> frames;
  for (int turn = std::max(0, moment.turn - last); turn <= moment.turn; ++turn) {
    const auto then = terminal::moment_at(record, turn);
    frames.push_back({drawn(svg::moment_svg(words, *then, corners), 1),
                      turn == moment.turn ? last_frame_ms : frame_ms});
  }
  return picture::gif_of(frames);
}

int refuse(const ShowOptions& options, const RecordError& error) {
  fmt::print(stderr, "{}: game {}: turn {}: {}: {}\n", options.file, options.game, error.turn,
             error.code, error.message);
  return exit_no;
}

/// What a seat sees after the first turns, as bots are told it.
int show_view(const ShowOptions& options, const Record& record, int turn) {
  if (*options.view >= static_cast<int>(record.setup.players.size()))
    throw CLI::ValidationError(fmt::format("--view: seats are 0 to {}, not {}",
                                           record.setup.players.size() - 1, *options.view));
  auto begun = Replayer::begin(record);
  if (!begun) return refuse(options, begun.error());
  Replayer replayer = *std::move(begun);
  for (int played = 0; played < turn; ++played)
    if (const auto error = replayer.step()) return refuse(options, *error);
  fmt::print("{}\n", dump(to_json(view(replayer.game(), options.view))));
  return exit_ok;
}

int run_show(const ShowOptions& options) {
  const Record record = record_in(options.file, options.game);
  const int turns = static_cast<int>(record.turns.size());
  const int turn = options.turn.value_or(turns);
  if (turn > turns)
    throw CLI::ValidationError(fmt::format("--turn: the game has {} turns, not {}", turns, turn));
  if (options.view) return show_view(options, record, turn);
  const auto moment = terminal::moment_at(record, turn);
  if (!moment) return refuse(options, moment.error());
  const terminal::Words words = terminal::words_for(options.display).about(record.rules);
  const auto svg = [&] {
    return svg::moment_svg(words, *moment, svg::corners_of(moment->shown.view));
  };
  if (options.out.empty()) {
    fmt::print("{}", options.svg ? svg() : terminal::moment_text(words, *moment));
    return exit_ok;
  }
  std::vector<std::uint8_t> bytes;
  if (options.out.ends_with(".png")) bytes = picture::png_of(drawn(svg(), png_scale));
  if (options.out.ends_with(".gif")) bytes = film(words, record, *moment, options.last);
  OutputFile file(options.out);
  file.write(bytes.empty() ? svg() : text_of(bytes));
  file.close();
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
  command
      ->add_option("--view", options->view,
                   "Print what this seat sees, from 0, as JSON: what a bot would be asked")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--game", options->game, "The game of the file to show, counting from 1")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI::Option* const svg = command->add_flag("--svg", options->svg, "Print an SVG picture");
  command
      ->add_option("--out", options->out,
                   "A file for the picture: .svg, .png, or .gif for every turn up to there")
      ->check(CLI::Validator(
          [](const std::string& file) {
            for (const std::string_view ending : {".svg", ".png", ".gif"})
              if (file.ends_with(ending)) return std::string();
            return "must end in .svg, .png or .gif, not " + file;
          },
          "FILE"))
      ->excludes(svg);
  command->add_option("--last", options->last, "Of a GIF: only the last turns, this many")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--language", options->display.language, language_help());
  command->callback([&status, options] { status = run_show(*options); });
}

}  // namespace sixfold::cli
