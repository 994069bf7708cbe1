// How sessions begin and end, within a transaction.
#pragma once

#include "server/accounts.hpp"

namespace sixfold {

[[nodiscard]] SignedIn start_session(Sql& sql, const Id& player, const std::string& device,
                                     std::int64_t now_ms);
/// The account goes on with one new session; all that there was ends.
[[nodiscard]] SignedIn start_over(Sql& sql, Account account, const std::string& device,
                                  std::int64_t now_ms);
/// Whoever becomes somebody else, or comes in again, leaves the session in which they asked.
[[nodiscard]] SignedIn change_session(Sql& sql, const Asker& asker, const Id& player,
                                      std::int64_t now_ms);

/// Takes a code of the account's app, once; refused (`code_needed`, `wrong_code`) if it asks for
/// one and this is not it.
[[nodiscard]] Result<std::monostate, std::string> use_code(Sql& sql, const Id& account,
                                                           const std::string& code,
                                                           std::int64_t now_ms);

}  // namespace sixfold
