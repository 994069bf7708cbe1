// A table line by line, for dumb terminals and pipes: what happens is printed, what is typed is
// done.
#pragma once

#include "terminal/mailbox.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// Reads standard input until the game is over, `quit`, or its end.
void run_lines(Session& session, Mailbox& mailbox, const Words& words);

}  // namespace sixfold::terminal
