// What is remembered about servers: the cookie of this guest, the last table, and the tiles placed
// provisionally there.
#pragma once

#include <filesystem>
#include <string>

#include "play/rack.hpp"

namespace sixfold::terminal {

struct Remembered {
  std::string cookie;
  std::string code;
  Rack rack;
};

/// All members are empty if nothing is known. An unreadable file counts as missing.
[[nodiscard]] Remembered recall(const std::filesystem::path& file, const std::string& origin);
void remember(const std::filesystem::path& file, const std::string& origin, const Remembered& what);

}  // namespace sixfold::terminal
