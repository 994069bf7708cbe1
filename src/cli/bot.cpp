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
  if (!bot->level) throw CLI::ValidationError("--level: one of our own levels");
  BotSession session(*bot, options.seed, steady_clock_ms);
  InputFile input("-");
  OutputFile output("-");
  LineReader lines = input.lines();
  while (const auto line = lines.next()) {
    if (line->too_long) throw CLI::ValidationError("a line that is too long");
    if (const auto answer = session.answer(line->text)) {
      output.write_line(*answer);
      output.flush();
    }
  }
  return session.had_error() ? exit_no : exit_ok;
}

}  // namespace

void add_bot(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("bot", "Plays as a bot on standard input and output, by the bot protocol");
  const auto options = std::make_shared<BotOptions>();
  command
      ->add_option("--level", options->level,
                   "A level, perhaps with a budget: random, greedy, master:100ms")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Seeds the bot's own lots")->capture_default_str();
  command->callback([&status, options] { status = run_bot(*options); });
}

}  // namespace sixfold::cli
