// The options of the commands that draw on a terminal.
#pragma once

#include <CLI/CLI.hpp>

#include "terminal/play.hpp"

namespace sixfold::cli {

void add_display_options(CLI::App& command, terminal::Display& display);

}  // namespace sixfold::cli
