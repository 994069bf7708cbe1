// Plays a table line by line, for dumb terminals and pipes: prints what happens and carries out
// what is typed.
#pragma once

#include "terminal/line_input.hpp"
#include "terminal/mailbox.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// Runs until the game is over, `quit` is typed, or the input ends.
void run_lines(Session& session, Mailbox& mailbox, const Words& words, LineInput& input);

}  // namespace sixfold::terminal
