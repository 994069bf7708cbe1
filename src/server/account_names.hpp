// Accounts by their names, and the keys by which names are compared.
#pragma once

#include <optional>
#include <string>

#include "store/accounts.hpp"
#include "store/sql_store.hpp"

namespace sixfold {

/// The account with that name: the one that is written exactly so, or else the one whose name
/// differs in capitals and punctuation alone.
[[nodiscard]] std::optional<Account> account_named(Sql& sql, const std::string& name);

/// Computes the keys of all accounts anew where they were made by other rules (another version of
/// this program or of libicu). Where two names have become one, the older account keeps the key;
/// the newer one is found by its name exactly as it is written. Waits; throws SqlError.
void renew_name_keys(SqlStore& store);

}  // namespace sixfold
