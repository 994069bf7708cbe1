// Everything that one store holds, copied into another that is empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sql_store.hpp"

namespace sixfold {

struct CopiedTable {
  std::string name;
  std::int64_t rows = 0;

  friend bool operator==(const CopiedTable&, const CopiedTable&) = default;
};

/// Copies in one transaction of the receiving store, with what `also` does there, and compares the
/// number of rows and the last event of every game before it commits. Nobody may write to either
/// store meanwhile. Throws std::runtime_error where that fails or something is there already; then
/// nothing has changed.
std::vector<CopiedTable> copy_store(SqlStore& from, SqlStore& to, const SqlWork& also);

}  // namespace sixfold
