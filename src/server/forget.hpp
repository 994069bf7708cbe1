// Forgets people: their accounts are deleted, their games stay.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/result.hpp"
#include "store/sql.hpp"

namespace sixfold::server {

/// Forgets a guest, or an account and its bots, including who they were at their tables. Refused
/// (`games_go_on`) while one of them has a seat in a running game. Returns the sessions that end.
[[nodiscard]] Result<std::vector<Id>, std::string> forget_player(store::Sql& sql, const Id& player,
                                                                 std::int64_t now_ms);

}  // namespace sixfold::server
