// Reads one record of a file.
#pragma once

#include <string>

#include "record/record.hpp"

namespace sixfold::cli {

/// The game with this number, counting from 1. Throws CLI::ValidationError if there is no such game
/// or its line is not a record.
[[nodiscard]] Record record_in(const std::string& file, int game);

}  // namespace sixfold::cli
