// Plays a table line by line, for dumb terminals and pipes: prints what happens and carries out
// what is typed.
#pragma once

#include "terminal/drawing/line_input.hpp"
#include "terminal/online/mailbox.hpp"
#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

/// Runs until the game is over, `quit` is typed, or the input ends.
void run_lines(Session& session, Mailbox& mailbox, const Words& words, LineInput& input);

}  // namespace sixfold::terminal
