// Feeds: addresses that only their owner knows, under which readers find what waits for a player.
// All functions run inside a transaction of the store.
#pragma once

#include <optional>
#include <string>

#include "store/sql.hpp"

namespace sixfold::store {

/// In place of an earlier address. `secret`: hashed.
void put_feed(Sql& sql, const Id& player, const std::string& secret);
[[nodiscard]] std::optional<Id> find_feed(Sql& sql, const std::string& secret);
[[nodiscard]] bool has_feed(Sql& sql, const Id& player);
void delete_feed(Sql& sql, const Id& player);

}  // namespace sixfold::store
