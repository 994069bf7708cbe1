// Copies the contents of one store to another, empty one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sql_store.hpp"

namespace sixfold::store {

struct CopiedTable {
  std::string name;
  std::int64_t rows = 0;

  friend bool operator==(const CopiedTable&, const CopiedTable&) = default;
};

/// Copies in one transaction of the target, together with what `also` does there. Before
/// committing, it compares the number of rows and the last event of every game. Nobody may write to
/// either store meanwhile. Throws std::runtime_error on failure and if the target is not empty;
/// then nothing has changed.
std::vector<CopiedTable> copy_store(SqlStore& from, SqlStore& to, const SqlWork& also);

}  // namespace sixfold::store
