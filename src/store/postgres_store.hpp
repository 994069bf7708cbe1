// Games in PostgreSQL, where several servers share them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "store/sql_store.hpp"

namespace sixfold {

class PostgresStore final : public SqlStore {
 public:
  /// Servers share a database, and answer within seconds what it does not answer. A tool beside
  /// them may take its time. While one process has the database alone, nobody else can open it.
  enum class Use : std::uint8_t { shared, beside, alone };

  /// `url` as libpq takes it: postgresql://user:secret@host/database. Brings the schema up to date.
  /// Throws std::runtime_error, without the secret, where that cannot be done.
  explicit PostgresStore(const std::string& url, Use use = Use::shared);

  /// A key that all servers have in common: `fresh`, unless there is one by that name. Waits.
  [[nodiscard]] std::array<unsigned char, 32> common_key(
      const std::string& name, const std::array<unsigned char, 32>& fresh);
};

/// Puts a key in the place of the one by that name.
void put_common_key(Sql& sql, const std::string& name, const std::array<unsigned char, 32>& key);

}  // namespace sixfold
