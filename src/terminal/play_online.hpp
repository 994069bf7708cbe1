// `sixfold play --server`: from what was asked for to a table of a server.
#pragma once

#include "terminal/play.hpp"
#include "terminal/screen.hpp"

namespace sixfold::terminal {

/// Line by line where there is no screen. Throws as play does.
void play_online(const PlayOptions& options, const Words& words, std::unique_ptr<Screen> screen);

}  // namespace sixfold::terminal
