// Starts and ends sessions within a transaction.
#pragma once

#include "server/accounts.hpp"

namespace sixfold::server {

[[nodiscard]] SignedIn start_session(store::Sql& sql, const Id& player, const std::string& device,
                                     std::int64_t now_ms);
/// Starts a new session for the account and ends all its others.
[[nodiscard]] SignedIn start_over(store::Sql& sql, store::Account account,
                                  const std::string& device, std::int64_t now_ms);
/// Starts a session for `player` and ends the one from which the request came.
[[nodiscard]] SignedIn change_session(store::Sql& sql, const Asker& asker, const Id& player,
                                      std::int64_t now_ms);

/// Uses up a code of the account's authenticator app. Fails with `code_needed` or `wrong_code` if
/// the account requires a code and this one is missing or invalid.
[[nodiscard]] Result<std::monostate, std::string> use_code(store::Sql& sql, const Id& account,
                                                           const std::string& code,
                                                           std::int64_t now_ms);

}  // namespace sixfold::server
