// Holidays of accounts, during which their clocks of days stand still. Each table learns of them
// through an event in its log: a chore remembers which tables do not know yet. All functions run
// inside a transaction of the store.
#pragma once

#include <cstdint>
#include <vector>

#include "store/chores.hpp"
#include "store/sql.hpp"

namespace sixfold::store {

struct Holiday {
  std::int64_t from_ms = 0;
  std::int64_t until_ms = 0;

  friend bool operator==(const Holiday&, const Holiday&) = default;
};

/// Those that end after this time, the earliest first.
[[nodiscard]] std::vector<Holiday> holidays_of(Sql& sql, const Id& player, std::int64_t after_ms);
/// Adds a holiday, or changes the end of the one that begins at the same time; one that ends when
/// it begins is removed. The tables at which the player sits will learn of it.
void put_holiday(Sql& sql, const Id& player, const Holiday& holiday);
void forget_holidays(Sql& sql, const Id& player);

}  // namespace sixfold::store
