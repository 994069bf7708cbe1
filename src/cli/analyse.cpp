#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "engine/review.hpp"
#include "play/review_form.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"
#include "terminal/drawing/text.hpp"

namespace sixfold::cli {

namespace {

struct AnalyseOptions {
  std::string file;
  int simulations = 1000;
  bool json = false;
  std::size_t game = 0;  // 0: all
};

std::string text_of(const Move& move) {
  std::string text = dump(to_json(move));
  std::erase_if(text,
                [](char c) { return c == '"' || c == '{' || c == '}' || c == '[' || c == ']'; });
  return text;
}

std::string name_of(const Record& record, std::size_t seat) {
  constexpr int name_columns = 12;
  return terminal::padded(record.setup.players[seat].name, name_columns);
}

/// Draws each seat's chance to win, act by act, as a line of blocks.
void print_curve(const Review& review, const Record& record) {
  constexpr std::array<const char*, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    std::string curve;
    for (const ReviewedAct& act : review.acts)
      curve += blocks[static_cast<std::size_t>(
          std::clamp(8 * act.played.chances[seat] + 0.5, 0.0, 8.0))];
    fmt::print("{} |{}| {:.0f}%\n", name_of(record, seat), curve, 100 * review.seats[seat].result);
  }
}

void print_review(const Review& review, const Record& record) {
  fmt::print("{:>4}  {:<12} {:<11} {:>7} {:>8} {:>6}  {}\n", "turn", "player", "class", "gave up",
             "chance", "luck", "played");
  for (const ReviewedAct& act : review.acts) {
    const auto own = static_cast<std::size_t>(act.seat);
    fmt::print("{:>4}  {} {:<11} {:>6.1f}% {:>7.1f}% {:>+5.1f}%  {} ({})\n", act.turn,
               name_of(record, own), code_of(act.grade), 100 * act.given_up,
               100 * act.played.chances[own], 100 * act.luck[own], text_of(act.played.move),
               act.played.points);
    if (act.grade == MoveClass::best) continue;
    const ReviewedMove& best = act.best.front();
    fmt::print("      better: {} ({}), {:.1f} ± {:.1f}%\n", text_of(best.move), best.points,
               100 * best.chances[own], 100 * best.error);
  }
  fmt::print("\n");
  print_curve(review, record);
  fmt::print("\n{:<12} {:>7} {:>7} {:>7} {:>7} {:>9}  classes\n", "player", "start", "skill",
             "luck", "result", "adjusted");
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    const SeatReview& summary = review.seats[seat];
    std::string grades;
    for (std::size_t i = 0; i < summary.grades.size(); ++i)
      grades += fmt::format("{}{} {}", i == 0 ? "" : ", ", summary.grades[i],
                            code_of(static_cast<MoveClass>(i)));
    fmt::print("{} {:>6.1f}% {:>+6.1f}% {:>+6.1f}% {:>6.1f}% {:>8.1f}%  {}\n",
               name_of(record, seat), 100 * summary.start, 100 * summary.skill, 100 * summary.luck,
               100 * summary.result, 100 * summary.adjusted, grades);
  }
}

int run_analyse(const AnalyseOptions& options) {
  InputFile input(options.file);
  OutputFile output("-");
  LineReader lines = input.lines();
  int status = exit_ok;
  for (std::size_t number = 1; const auto line = lines.next(); ++number) {
    if (options.game != 0 && number != options.game) continue;
    const auto refuse = [&](const RecordError& error) {
      fmt::print(stderr, "{}:{}: turn {}: {}: {}\n", options.file, number, error.turn, error.code,
                 error.message);
      status = exit_no;
    };
    if (line->too_long) {
      refuse({0, "too_long", "the line is too long"});
      continue;
    }
    const auto record = parse_record(line->text);
    const auto game =
        record ? replay(*record) : Result<Game, RecordError>(Unexpected{record.error()});
    if (!game) {
      refuse(game.error());
      continue;
    }
    Progress progress("turns reviewed", record->turns.size());
    const Review reviewed =
        review(record->rules, record->setup, record->turns, {.simulations = options.simulations},
               [&](std::size_t done) { progress.at(done); });
    if (options.json)
      output.write_line(dump(to_json(reviewed)));
    else
      print_review(reviewed, *record);
    output.flush();
  }
  return status;
}

}  // namespace

void add_analyse(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "analyse", "Reviews games: what each act gave up, the luck, and the chance to win");
  const auto options = std::make_shared<AnalyseOptions>();
  command->add_option("FILE", options->file, "Records, one per line; - is standard input")
      ->required();
  command->add_option("--simulations", options->simulations, "Simulations per decision")
      ->check(CLI::Range(10, 1'000'000))
      ->capture_default_str();
  command->add_option("--game", options->game, "Review only this game of the file, counting from 1")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", options->json, "Print JSON, one line per game");
  command->callback([&status, options] { status = run_analyse(*options); });
}

}  // namespace sixfold::cli
