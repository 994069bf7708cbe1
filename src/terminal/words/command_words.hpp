// The commands that can be typed at a table, with their words in the user's language.
#pragma once

#include <vector>

#include "play/typed.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

[[nodiscard]] std::vector<CommandWords> command_words(const Words& words);

}  // namespace sixfold::terminal
