#include "terminal/words/command_words.hpp"

#include <array>

namespace sixfold::terminal {

namespace {

constexpr std::array<std::string_view, 27> commands{
    "trade",     "roll",   "take",   "pass",    "play",         "undo",     "quit",
    "try",       "hint",   "board",  "hand",    "unseen",       "scores",   "help",
    "resign",    "say",    "open",   "quick",   "list",         "pause",    "resume",
    "take-back", "refuse", "return", "rematch", "let-bot-play", "let-leave"};

}  // namespace

std::vector<CommandWords> command_words(const Words& words) {
  std::vector<CommandWords> all;
  all.reserve(commands.size());
  for (const std::string_view command : commands)
    all.push_back({std::string(command), words("command." + std::string(command))});
  return all;
}

}  // namespace sixfold::terminal
