// Finds accounts by name, and maintains the keys by which names are compared.
#pragma once

#include <optional>
#include <string>

#include "store/accounts.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

/// The account whose name is spelled exactly like this or, failing that, one whose name differs
/// only in case and punctuation.
[[nodiscard]] std::optional<store::Account> account_named(store::Sql& sql, const std::string& name);

/// Recomputes the keys of all accounts if they were made by different rules (another version of
/// this program or of libicu). If two names now share a key, the older account keeps it; the newer
/// one is found only by its exact spelling. Blocks; throws SqlError.
void renew_name_keys(store::SqlStore& store);

}  // namespace sixfold::server
