// Stores results and updates ratings, together with the last event of a game.
#pragma once

#include <cstdint>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// Runs within the transaction of the game's last events: stores the results of all seats and, if
/// the game is rated, the players' new ratings. A game does not count, and its results say why, if
/// players and their own bots sat at the same table (`own_bots`), if a seat made only a few turns
/// (`too_short`), or if the same people have played each other too often within a day
/// (`played_too_often`). Before that limit is reached, each of their games counts less than the one
/// before. The first and the last case are flagged for review.
void store_result(Sql& sql, const Id& game, const GameResult& result, std::int64_t time_ms);

}  // namespace sixfold::store
