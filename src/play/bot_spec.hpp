// How bots are named on the command line: `greedy`, `greedy:100ms`, `cmd:PROGRAM ARGS`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bots.hpp"
#include "rules/result.hpp"

namespace sixfold {

struct BotSpec {
  std::string text;                 ///< as given
  std::optional<BotLevel> level;    ///< one of our own
  std::string command;              ///< or any program
  std::optional<int> milliseconds;  ///< a budget per move
  std::optional<int> simulations;
};

/// A clock supplied by the caller: milliseconds since any fixed moment.
using Clock = std::function<double()>;

/// The budget for a question that is asked now.
using MakeBudget = std::function<Budget()>;

[[nodiscard]] Budget timed_budget(double milliseconds, const Clock& clock);
/// As the bot's own text says.
[[nodiscard]] MakeBudget budget_of(const BotSpec& bot, const Clock& clock);

/// Says so, with the names that there are.
[[nodiscard]] std::string no_such_bot(std::string_view name);
/// What is wrong, in words, if there is no such bot.
[[nodiscard]] Result<BotSpec, std::string> parse_bot(std::string_view text);

/// The parts between commas; a comma inside a command is written `\,`.
[[nodiscard]] std::vector<std::string> split_bots(std::string_view text);

}  // namespace sixfold
