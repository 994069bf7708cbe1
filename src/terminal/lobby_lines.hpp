// The lobby line by line.
#pragma once

#include <optional>

#include "terminal/line_input.hpp"
#include "terminal/lobby.hpp"
#include "terminal/online_player.hpp"

namespace sixfold::terminal {

/// Prints the tables that wait for players, one a line, each with its code first.
void print_lobby(const OnlinePlayer& player, const Words& words);

/// Prints them and asks; nothing where nothing is wanted any more.
[[nodiscard]] std::optional<Wanted> ask_at_lobby_by_lines(LineInput& input, Mailbox& mailbox,
                                                          const OnlinePlayer& player,
                                                          const Words& words);

/// Asks for the passphrase of an account, without showing what is typed. Throws std::runtime_error,
/// in words, where nobody is there to type it.
[[nodiscard]] std::string ask_for_passphrase(LineInput& input, Mailbox& mailbox,
                                             const std::string& account, const Words& words);

}  // namespace sixfold::terminal
