// Forgetting who somebody was: accounts go, games stay.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/result.hpp"
#include "store/sql.hpp"

namespace sixfold {

/// Forgets a guest, or an account with its bots, and who they were at their tables; refused
/// (`games_go_on`) while a game goes on in which one of them has a seat. The sessions that end.
[[nodiscard]] Result<std::vector<Id>, std::string> forget_player(Sql& sql, const Id& player,
                                                                 std::int64_t now_ms);

}  // namespace sixfold
