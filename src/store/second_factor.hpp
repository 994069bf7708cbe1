// What an account asks for beside its passphrase: codes of an app that shares a secret with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/sql.hpp"

namespace sixfold {

struct SecondFactor {
  Id account;
  std::string secret;
  bool confirmed = false;      ///< or else it is not asked for yet
  std::int64_t last_step = 0;  ///< of the last code that was used: none is taken twice

  friend bool operator==(const SecondFactor&, const SecondFactor&) = default;
};

[[nodiscard]] std::optional<SecondFactor> find_second_factor(Sql& sql, const Id& account);
/// In the place of the one that is there.
void put_second_factor(Sql& sql, const SecondFactor& factor);
void delete_second_factor(Sql& sql, const Id& account);

}  // namespace sixfold
