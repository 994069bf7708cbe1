// Where a server keeps its games: in a data folder of its own, or in a database that it shares with
// others.
#pragma once

#include <memory>
#include <string>

#include "server/data_folder.hpp"
#include "server/guests.hpp"
#include "store/sql_store.hpp"

namespace sixfold {

/// Whether a place is the address of a PostgreSQL database; or else it is a folder.
[[nodiscard]] bool is_database(const std::string& place);

/// Without the secret that an address may have.
[[nodiscard]] std::string shown_place(const std::string& place);

struct Keeping {
  std::unique_ptr<DataFolder> folder;  ///< held for this process; none of a database
  std::unique_ptr<SqlStore> store;
  GuestKey key{};  ///< signs cookies
  /// Whether the folder had games but no key, so that nobody is known again.
  bool lost_key = false;
};

/// A folder is always had alone, a database where that is asked for. Throws std::runtime_error
/// where the place cannot be had.
[[nodiscard]] Keeping open_keeping(const std::string& place, bool alone = false);

/// The games alone, also while servers use them. Throws where there are none.
[[nodiscard]] std::unique_ptr<SqlStore> open_beside_server(const std::string& place);

/// Puts the key in the place of the one that is there; of a database, as part of what `sql` does.
void put_key(const Keeping& keeping, Sql& sql, const GuestKey& key);

}  // namespace sixfold
