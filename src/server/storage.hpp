// Where a server keeps its games: in its own data folder, or in a database that it shares with
// others.
#pragma once

#include <memory>
#include <string>

#include "server/data_folder.hpp"
#include "server/guests.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

/// Whether a place is the address of a PostgreSQL database; otherwise it is a folder.
[[nodiscard]] bool is_database(const std::string& place);

/// The place without any secret.
[[nodiscard]] std::string shown_place(const std::string& place);

struct Storage {
  std::unique_ptr<DataFolder> folder;  ///< locked for this process; null for a database
  std::unique_ptr<store::SqlStore> store;
  GuestKey key{};  ///< signs cookies
  /// Whether the folder had games but no key, so that nobody is recognised.
  bool lost_key = false;
};

/// A folder is always used exclusively, a database if `alone` is set. Throws std::runtime_error if
/// the place is unavailable.
[[nodiscard]] Storage open_storage(const std::string& place, bool alone = false);

/// Opens only the games, also while servers are using them. Throws if there are none.
[[nodiscard]] std::unique_ptr<store::SqlStore> open_beside_server(const std::string& place);

/// Replaces the key; in a database, as part of the transaction of `sql`.
void put_key(const Storage& storage, store::Sql& sql, const GuestKey& key);

}  // namespace sixfold::server
