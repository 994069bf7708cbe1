// Games move from a data folder to a database, or back.
#pragma once

#include <string>
#include <vector>

#include "store/copy_store.hpp"

namespace sixfold {

/// Copies everything that a place holds, and the key that signs cookies, to one that holds nothing:
/// a data folder or a postgresql:// address. The source stays as it is. Throws std::runtime_error
/// where that fails, and where a server uses either.
std::vector<CopiedTable> migrate_store(const std::string& from, const std::string& to);

}  // namespace sixfold
