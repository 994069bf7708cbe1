// Games in PostgreSQL, where several servers share them.
#pragma once

#include <array>
#include <string>

#include "store/sql_store.hpp"

namespace sixfold {

class PostgresStore final : public SqlStore {
 public:
  /// `url` as libpq takes it: postgresql://user:secret@host/database. Brings the schema up to date.
  /// Throws std::runtime_error, without the secret, where that cannot be done.
  explicit PostgresStore(const std::string& url);

  /// A key that all servers have in common: `fresh`, unless there is one by that name. Waits.
  [[nodiscard]] std::array<unsigned char, 32> common_key(
      const std::string& name, const std::array<unsigned char, 32>& fresh);
};

/// Puts a key in the place of the one by that name.
void put_common_key(Sql& sql, const std::string& name, const std::array<unsigned char, 32>& key);

}  // namespace sixfold
