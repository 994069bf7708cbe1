#include <cstdint>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/players.hpp"
#include "play/bot_protocol.hpp"
#include "play/bot_spec.hpp"

namespace sixfold::cli {

namespace {

struct BotOptions {
  std::string level = "greedy";
  std::uint64_t seed = 1;
};

int run_bot(const BotOptions& options) {
  const auto bot = parse_bot(options.level);
  if (!bot) throw CLI::ValidationError(fmt::format("--level: {}", bot.error()));
  if (!bot->level) throw CLI::ValidationError("--level: must be a built-in level");
  BotSession session(*bot, options.seed, steady_clock_ms);
  InputFile input("-");
  OutputFile output("-");
  LineReader lines = input.lines();
  while (const auto line = lines.next()) {
    if (line->too_long) throw CLI::ValidationError("standard input: a line is too long");
    if (const auto answer = session.answer(line->text)) {
      output.write_line(*answer);
      output.flush();
    }
  }
  return session.had_error() ? exit_no : exit_ok;
}

}  // namespace

void add_bot(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "bot", "Plays as a bot over standard input and output, by the bot protocol");
  const auto options = std::make_shared<BotOptions>();
  command
      ->add_option("--level", options->level,
                   "A level, optionally with a budget: random, greedy, master:100ms")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "The seed of the bot's random choices")
      ->capture_default_str();
  command->callback([&status, options] { status = run_bot(*options); });
}

}  // namespace sixfold::cli
