// The second factor of an account: codes from an app that shares a secret with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/sql.hpp"

namespace sixfold::store {

struct SecondFactor {
  Id account;
  std::string secret;
  bool confirmed = false;      ///< otherwise it is not required yet
  std::int64_t last_step = 0;  ///< of the last code used; none is accepted twice

  friend bool operator==(const SecondFactor&, const SecondFactor&) = default;
};

[[nodiscard]] std::optional<SecondFactor> find_second_factor(Sql& sql, const Id& account);
/// Replaces any existing one.
void put_second_factor(Sql& sql, const SecondFactor& factor);
void delete_second_factor(Sql& sql, const Id& account);

}  // namespace sixfold::store
