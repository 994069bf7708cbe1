// Shows a table on the screen until the user leaves it.
#pragma once

#include "terminal/drawing/screen.hpp"
#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

enum class TableOutcome : std::uint8_t { quit, again };

struct TableOptions {
  int hint_ms = 1000;  ///< how long to think about a hint
  std::string notice;  ///< shown first, if not empty
};

TableOutcome run_table(Screen& screen, Session& session, Mailbox& mailbox, const Words& words,
                       const TableOptions& options);

}  // namespace sixfold::terminal
