// How bots are named on the command line: `greedy`, `greedy:100ms`, `cmd:PROGRAM ARGS`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bots.hpp"
#include "rules/result.hpp"

namespace sixfold {

struct BotSpec {
  std::string text;                 ///< as given
  std::optional<BotLevel> level;    ///< one of ours
  std::string command;              ///< or a program of anyone's
  std::optional<int> milliseconds;  ///< a budget a move
  std::optional<int> simulations;
};

/// What is wrong, in words, where there is no such bot.
[[nodiscard]] Result<BotSpec, std::string> parse_bot(std::string_view text);

/// The parts between commas; a comma that belongs to a command is written `\,`.
[[nodiscard]] std::vector<std::string> split_bots(std::string_view text);

}  // namespace sixfold
