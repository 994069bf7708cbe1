#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "engine/search/same_act.hpp"
#include "play/puzzle_form.hpp"
#include "play/selfplay.hpp"

namespace sixfold::cli {

namespace {

struct PuzzlesOptions {
  std::string variant = "base";
  std::string bot = "skilled";
  std::uint64_t games = 10;
  std::uint64_t seed = 1;
  int each = 100;
  PuzzleSearch search;
  std::string check;
  std::string themes;
  std::string out = "-";
};

/// A deeper search from other deals that asks for half the margin: a puzzle that it finds again is
/// not an accident of the first search.
PuzzleSearch deeper(PuzzleSearch search) {
  search.simulations *= 8;
  search.deals *= 8;
  search.candidates *= 3;
  search.margin /= 2;
  return search;
}

bool is_confirmed(const PuzzleForm& form, const PuzzleSearch& search, std::uint64_t seed) {
  Random random(seed, 1);
  const auto again = puzzle_in(form.view, deeper(search), random);
  return again && same_act(again->answer, form.puzzle.answer);
}

/// Lets bots play each other and examines their decisions.
int mine(const PuzzlesOptions& options) {
  const auto edition = edition_named(options.variant);
  const auto level = bot_named(options.bot);
  if (!edition)
    throw CLI::ValidationError(fmt::format("--variant: there is no game named {}; there are {}",
                                           options.variant, games()));
  if (!level) throw CLI::ValidationError("--bot: " + no_such_bot(options.bot));
  OutputFile output(options.out);
  Progress progress("games", options.games);
  std::map<PuzzleTheme, int> found;
  const SelfPlay plan{*edition, {options.bot, options.bot}, options.seed, false};
  for (std::uint64_t number = 0; number < options.games; ++number) {
    const MakePlayer make_player = [&](int, std::uint64_t stream) -> Chooser {
      return [&, player = player_of(*level, stream),
              random = Random(stream, 1)](const View& view) mutable {
        if (view.opened)
          if (const auto puzzle = puzzle_in(view, options.search, random);
              puzzle && found[puzzle->theme] < options.each) {
            ++found[puzzle->theme];
            output.write_line(dump(to_json(PuzzleForm{view, *puzzle})));
            output.flush();
          }
        return player(view);
      };
    };
    static_cast<void>(play_game(plan, number, make_player));
    progress.at(number + 1);
  }
  output.close();
  return exit_ok;
}

/// Calls `work` for every puzzle of a file; names the lines that cannot be read.
int for_each_puzzle(const std::string& path,
                    const std::function<void(const PuzzleForm&, std::string_view)>& work) {
  InputFile input(path);
  LineReader lines = input.lines();
  int status = exit_ok;
  while (const auto line = lines.next()) {
    const auto form = parse_puzzle(line->text);
    if (form) {
      work(*form, line->text);
      continue;
    }
    fmt::print(stderr, "{}:{}: {}: {}\n", path, line->number, form.error().code,
               form.error().message);
    status = exit_no;
  }
  return status;
}

/// Searches puzzles again, deeper, and writes those that are confirmed.
int check(const PuzzlesOptions& options) {
  OutputFile output(options.out);
  std::size_t confirmed = 0;
  std::size_t number = 0;
  const int status =
      for_each_puzzle(options.check, [&](const PuzzleForm& form, std::string_view line) {
        ++number;
        if (!is_confirmed(form, options.search, options.seed)) return;
        ++confirmed;
        output.write_line(std::string(line));
        output.flush();
      });
  output.close();
  fmt::print(stderr, "{} of {} confirmed\n", confirmed, number);
  return status;
}

bool is_legal(const View& view, const Move& move) {
  const auto* const place = std::get_if<Place>(&move);
  return place == nullptr || !why_illegal(view.rules, decision_of(view), *place);
}

/// Writes puzzles with the theme that their position and answer have now.
int find_themes(const PuzzlesOptions& options) {
  OutputFile output(options.out);
  int status = exit_ok;
  const auto write = [&](const PuzzleForm& form, std::string_view line) {
    if (!is_legal(form.view, form.puzzle.answer)) {
      fmt::print(stderr, "{}: the answer is not legal: {}\n", options.themes, line);
      status = exit_no;
      return;
    }
    Json json = *parse_json(line);
    json["theme"] = code_of(theme_of(form.view, form.puzzle.answer).value_or(form.puzzle.theme));
    output.write_line(dump(json));
  };
  status = std::max(for_each_puzzle(options.themes, write), status);
  output.close();
  return status;
}

}  // namespace

void add_puzzles(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "puzzles", "Finds decisions in games between bots where one act is clearly best");
  const auto options = std::make_shared<PuzzlesOptions>();
  command->add_option("--variant", options->variant, games())->capture_default_str();
  command->add_option("--bot", options->bot, "The bot that plays")->capture_default_str();
  command->add_option("--games", options->games, "Games to search")->capture_default_str();
  command->add_option("--seed", options->seed, "The seed of the games, or of the check")
      ->capture_default_str();
  command->add_option("--each", options->each, "The largest number of puzzles per theme")
      ->capture_default_str();
  command->add_option("--simulations", options->search.simulations, "Simulations per decision")
      ->check(CLI::Range(10, 1'000'000))
      ->capture_default_str();
  command->add_option("--margin", options->search.margin, "The least margin in the chance to win")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--check", options->check,
                      "Search the puzzles of this file again, deeper, and write those confirmed");
  command->add_option("--themes", options->themes,
                      "Write the puzzles of this file again, each with the theme that fits it now");
  command->add_option("--out", options->out, "The file to write; - is standard output")
      ->capture_default_str();
  command->callback([&status, options] {
    status = !options->check.empty()    ? check(*options)
             : !options->themes.empty() ? find_themes(*options)
                                        : mine(*options);
  });
}

}  // namespace sixfold::cli
