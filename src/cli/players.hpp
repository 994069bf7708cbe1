// The bots of a match as named on the command line, and their players in each thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/process_bot.hpp"
#include "play/bot_spec.hpp"
#include "play/selfplay.hpp"

namespace sixfold::cli {

/// The options shared by all commands with bots.
struct MatchOptions {
  std::string variant = "base";
  int players = 0;
  std::vector<std::string> bots;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  int budget_ms = 1000;
  std::string layouts = "first";
  std::map<std::string, std::string, std::less<>> rules;  ///< the options that were chosen
};

/// A list for a help text: `a, b or c`.
[[nodiscard]] std::string alternatives(std::span<const std::string_view> words);
/// The names of all games, likewise.
[[nodiscard]] std::string games();

/// An option of the command for each option of the rules; `chosen` receives what is given.
void add_rule_options(CLI::App& command, std::map<std::string, std::string, std::less<>>& chosen);
void add_match_options(CLI::App& command, MatchOptions& options);

/// These throw CLI::ValidationError if there is no such game, rule or bot.
[[nodiscard]] Edition edition_of(const MatchOptions& options);
[[nodiscard]] Ruleset rules_of(const MatchOptions& options);
[[nodiscard]] std::vector<BotSpec> bots_of(const MatchOptions& options);

/// The clock that our own bots use.
[[nodiscard]] double steady_clock_ms();

/// Players for one thread. External programs keep running from game to game.
class Players {
 public:
  Players(const std::vector<BotSpec>& bots, int budget_ms) : bots_(bots), budget_ms_(budget_ms) {}

  /// Starts the programs and greets them. Throws CLI::ValidationError if one cannot play.
  void start();
  [[nodiscard]] MakePlayer maker();
  [[nodiscard]] GameOver teller();

 private:
  const std::vector<BotSpec>& bots_;
  int budget_ms_;
  std::map<int, std::vector<std::unique_ptr<ProcessBot>>> programs_;  // by bot, one per seat
  std::map<int, std::size_t> in_use_;
};

/// From now on, the first Ctrl-C makes all players give up, so that what was played can be kept;
/// the second ends the program.
void catch_interrupts();
[[nodiscard]] bool interrupted();

/// Calls `work(i, players)` for every i below `count`, with one thread for each of the `players`,
/// until there is an interrupt.
void for_each_in_threads(std::size_t count, std::vector<std::unique_ptr<Players>>& players,
                         const std::function<void(std::size_t, Players&)>& work);
[[nodiscard]] std::vector<std::unique_ptr<Players>> players_for_threads(
    const std::vector<BotSpec>& bots, const MatchOptions& options);

}  // namespace sixfold::cli
