// The player's games at a server, for players who look in from time to time: a list, the game that
// waits for a move, and a bell when something happens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/server_messages.hpp"
#include "terminal/online/online_player.hpp"

namespace sixfold::terminal {

/// The tables at which the player plays or waits: first those where it is the player's turn, by the
/// time that is left. Throws std::runtime_error with a readable message on failure.
[[nodiscard]] std::vector<protocol::OwnTable> fetch_own_games(const OnlinePlayer& player,
                                                              const Words& words);

[[nodiscard]] bool waits_for_you(const protocol::OwnTable& table);
/// Code, game, whose turn it is, the time left, and the players.
[[nodiscard]] std::string own_game_line(const Words& words, const protocol::OwnTable& table,
                                        std::int64_t now_ms);
void print_own_games(const OnlinePlayer& player, const Words& words);

/// Prints a line for every event, with a bell and a title if it is a terminal, until it is
/// interrupted. Goes on after a lost connection. Throws std::runtime_error if the server refuses.
void notify(const OnlinePlayer& player, const Words& words);

}  // namespace sixfold::terminal
