// A record out of a file of them.
#pragma once

#include <string>

#include "record/record.hpp"

namespace sixfold::cli {

/// The game with this number, from 1. Throws CLI::ValidationError where there is none, or where it
/// is no record.
[[nodiscard]] Record record_in(const std::string& file, int game);

}  // namespace sixfold::cli
