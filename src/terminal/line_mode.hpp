// A table line by line, for dumb terminals and pipes: what happens is printed, what is typed is
// done.
#pragma once

#include "terminal/line_input.hpp"
#include "terminal/mailbox.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// Until the game is over, `quit`, or the end of the input.
void run_lines(Session& session, Mailbox& mailbox, const Words& words, LineInput& input);

}  // namespace sixfold::terminal
