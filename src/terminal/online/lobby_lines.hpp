// The lobby in line mode.
#pragma once

#include <optional>

#include "terminal/drawing/line_input.hpp"
#include "terminal/online/lobby.hpp"
#include "terminal/online/online_player.hpp"

namespace sixfold::terminal {

/// Prints the open tables, one per line, each starting with its code.
void print_lobby(const OnlinePlayer& player, const Words& words);

/// Prints the tables and asks which one to join; empty if the user wants none.
[[nodiscard]] std::optional<Wanted> ask_at_lobby_by_lines(LineInput& input, Mailbox& mailbox,
                                                          const OnlinePlayer& player,
                                                          const Words& words);

/// Asks for the passphrase of an account without echoing it. Throws std::runtime_error with a
/// readable message if there is nobody to type it.
[[nodiscard]] std::string ask_for_passphrase(LineInput& input, Mailbox& mailbox,
                                             const std::string& account, const Words& words);

}  // namespace sixfold::terminal
