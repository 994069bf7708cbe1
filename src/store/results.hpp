// How games ended, and what that says of the players: written with the last event of a game.
#pragma once

#include <cstdint>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold {

/// Within the transaction of the game's last events: the results of all seats and, if the game is
/// rated, the players' new ratings.
void store_result(Sql& sql, const Id& game, const GameResult& result, std::int64_t time_ms);

}  // namespace sixfold
