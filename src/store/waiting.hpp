// The store for those who have nothing else to do: commands that look something up or change it,
// and wait until that is done.
#pragma once

#include "store/sql_store.hpp"

namespace sixfold {

/// Both throw SqlError where the work cannot be done.
void look_up_now(SqlStore& store, const SqlWork& work);
/// In a transaction of its own.
void write_now(SqlStore& store, const SqlWork& work);

}  // namespace sixfold
