// What is still to be done at a table because of something that one of its players arranged
// elsewhere. A chore stays until it is done, so that it outlives any server; doing it again changes
// nothing. All functions run inside a transaction of the store.
#pragma once

#include <cstdint>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

enum class ChoreKind : std::uint8_t {
  holiday,  ///< the table does not know all about the player's holidays
};

struct Chore {
  Id player;
  Id game;
  ChoreKind kind{};
  std::int64_t change = 0;  ///< how often it has been put since it was last done

  friend bool operator==(const Chore&, const Chore&) = default;
};

/// `change` has no effect.
void put_chore(Sql& sql, const Chore& chore);
[[nodiscard]] std::vector<Chore> some_chores(Sql& sql, int most);
/// Without effect if it has been put again meanwhile.
void finish_chore(Sql& sql, const Chore& chore);

}  // namespace sixfold::store
