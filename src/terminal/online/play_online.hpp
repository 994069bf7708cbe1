// `sixfold play --server`: leads from the options to a server's table.
#pragma once

#include "terminal/drawing/screen.hpp"
#include "terminal/play.hpp"

namespace sixfold::terminal {

/// Uses line mode if there is no screen. Throws like play().
void play_online(const PlayOptions& options, const Words& words, std::unique_ptr<Screen> screen);

}  // namespace sixfold::terminal
