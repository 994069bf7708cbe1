// The options of the commands that draw on a terminal.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "terminal/play.hpp"

namespace sixfold::cli {

/// The languages there are, for the help of an option.
[[nodiscard]] std::string language_help();

void add_display_options(CLI::App& command, terminal::Display& display);

}  // namespace sixfold::cli
