// Moves games from a data folder to a database, or back.
#pragma once

#include <string>
#include <vector>

#include "store/copy_store.hpp"

namespace sixfold::server {

/// Copies everything in one place, including the key that signs cookies, to an empty one. Each is a
/// data folder or a postgresql:// address. The source is not changed. Throws std::runtime_error on
/// failure, and if a server is using either place.
std::vector<store::CopiedTable> migrate_store(const std::string& from, const std::string& to);

}  // namespace sixfold::server
