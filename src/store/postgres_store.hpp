// Stores games in PostgreSQL, where several servers share them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "store/sql_store.hpp"

namespace sixfold::store {

class PostgresStore final : public SqlStore {
 public:
  /// `shared`: servers share the database, and their queries fail after a few seconds. `beside`: a
  /// tool that runs next to servers, without these limits. `alone`: nobody else can open the
  /// database.
  enum class Use : std::uint8_t { shared, beside, alone };

  /// `url` in libpq's form: postgresql://user:secret@host/database. Brings the schema up to date.
  /// Throws std::runtime_error, without the secret, on failure.
  explicit PostgresStore(const std::string& url, Use use = Use::shared);

  /// Returns the key of this name, which all servers share; stores `fresh` if there is none yet.
  /// Blocks.
  [[nodiscard]] std::array<unsigned char, 32> common_key(
      const std::string& name, const std::array<unsigned char, 32>& fresh);
};

/// Replaces the key of this name.
void put_common_key(Sql& sql, const std::string& name, const std::array<unsigned char, 32>& key);

}  // namespace sixfold::store
