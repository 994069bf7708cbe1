#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "play/hint_form.hpp"

namespace sixfold::cli {

namespace {

struct HintOptions {
  int budget_ms = 1000;
  int simulations = 0;
  int steps = 4;
  bool json = false;
};

std::string joined(const Json& list) {
  std::string text;
  for (const Json& entry : list) text += (text.empty() ? "" : " ") + entry.get<std::string>();
  return text;
}

std::string why(const Json& reasons) {
  std::string text;
  for (const Json& reason : reasons) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", reason["code"].get<std::string>(), reason["number"].get<int>());
    if (reason.contains("tile")) text += " " + reason["tile"].get<std::string>();
  }
  return text;
}

void print_steps(const Hint& hint, int steps) {
  const Json json = to_json(hint);
  if (json["where"].empty())
    fmt::print("where   nowhere on the table\n");
  else
    fmt::print("where   around {}\n", json["where"].front().get<std::string>());
  if (steps >= 2) fmt::print("tiles   {}\n", joined(json["tiles"]));
  if (steps >= 3)
    fmt::print("act     {}  ({} points, {:.1f}% to win)\n", dump(json["act"]), hint.points,
               100 * hint.chance);
  if (steps >= 4) fmt::print("why     {}\n", why(json["why"]));
}

int run_hint(const HintOptions& options) {
  InputFile input("-");
  OutputFile output("-");
  LineReader lines = input.lines();
  int status = exit_ok;
  while (const auto line = lines.next()) {
    const auto view =
        line->too_long
            ? Result<View, FormError>(Unexpected{FormError{"too_long", "", "the line is too long"}})
            : read_question(line->text);
    if (!view) {
      output.write_line(error_text(view.error()));
      output.flush();
      status = exit_no;
      continue;
    }
    const Budget budget = options.simulations > 0
                              ? Budget{options.simulations, {}}
                              : timed_budget(options.budget_ms, steady_clock_ms);
    const Hint hint = hint_for(*view, budget);
    if (options.json)
      output.write_line(dump(to_json(hint)));
    else
      print_steps(hint, options.steps);
    output.flush();
  }
  return status;
}

}  // namespace

void add_hint(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "hint",
      "Helps with views or positions on standard input, one per line, in steps: where, which "
      "tiles, the act, why");
  const auto options = std::make_shared<HintOptions>();
  command->add_option("--budget-ms", options->budget_ms, "Milliseconds per line")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  command
      ->add_option("--simulations", options->simulations,
                   "Simulations per line, instead of time; reproducible")
      ->check(CLI::PositiveNumber);
  command->add_option("--steps", options->steps, "How many steps to print, 1 to 4")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print everything as JSON");
  command->callback([&status, options] { status = run_hint(*options); });
}

}  // namespace sixfold::cli
