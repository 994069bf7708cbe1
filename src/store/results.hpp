// How games ended, and what that says of the players: written with the last event of a game.
#pragma once

#include <cstdint>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold {

/// Within the transaction of the game's last events: the results of all seats and, if the game is
/// rated, the players' new ratings. A game does not count, and its results say why, if somebody's
/// own bots sat there (`own_bots`), if a seat made only a few turns (`too_short`), or if the same
/// people have played each other too often within a day (`played_too_often`); before it comes to
/// that, each of their games counts less than the one before. The first and the last are flagged
/// for review.
void store_result(Sql& sql, const Id& game, const GameResult& result, std::int64_t time_ms);

}  // namespace sixfold
