// Blocking access to the store, for commands that have nothing else to do meanwhile.
#pragma once

#include "store/sql_store.hpp"

namespace sixfold::store {

/// Both throw SqlError on failure.
void look_up_now(SqlStore& store, const SqlWork& work);
/// Runs in a transaction of its own.
void write_now(SqlStore& store, const SqlWork& work);

}  // namespace sixfold::store
