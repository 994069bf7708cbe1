// What is remembered of servers: by which cookie this guest is known there, which table was the
// last, and what lies laid at it.
#pragma once

#include <filesystem>
#include <string>

#include "terminal/rack.hpp"

namespace sixfold::terminal {

struct Remembered {
  std::string cookie;
  std::string code;
  Rack rack;
};

/// Nothing but empty members where nothing is known. A file that cannot be read is as good as none.
[[nodiscard]] Remembered recall(const std::filesystem::path& file, const std::string& origin);
void remember(const std::filesystem::path& file, const std::string& origin, const Remembered& what);

}  // namespace sixfold::terminal
