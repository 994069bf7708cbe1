// Records of games between bots, of any edition.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace sixfold::tests {

/// A game with the same bot in every seat; each number is another game. Throws if there is no such
/// edition or bot.
[[nodiscard]] Record bot_game(std::string_view edition, int seats, std::string_view bot,
                              std::uint64_t number, bool random_layout = false);

/// The first of these games whose record contains the text; throws if there is none among the first
/// few hundred.
[[nodiscard]] Record bot_game_with(std::string_view text, std::string_view edition, int seats,
                                   std::string_view bot);

/// The names of the six editions, for parameterized tests.
[[nodiscard]] std::vector<std::string> edition_names();
/// The name as part of a test's name: letters only.
[[nodiscard]] std::string test_name(std::string_view edition);

}  // namespace sixfold::tests
