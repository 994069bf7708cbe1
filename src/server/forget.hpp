// Forgetting who somebody was: accounts go, games stay.
#pragma once

#include <string>
#include <variant>

#include "rules/result.hpp"
#include "store/sql.hpp"

namespace sixfold {

/// Forgets an account and who it was at its tables; refused (`games_go_on`) while a game goes on in
/// which it has a seat.
[[nodiscard]] Result<std::monostate, std::string> remove_account(Sql& sql, const Id& account);

}  // namespace sixfold
