// A table on the screen until somebody gets up from it.
#pragma once

#include "terminal/screen.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

enum class TableOutcome : std::uint8_t { quit, again };

struct TableOptions {
  int hint_ms = 1000;  ///< for which a hint is thought about
  std::string notice;  ///< said first, where it is not empty
};

TableOutcome run_table(Screen& screen, Session& session, Mailbox& mailbox, const Words& words,
                       const TableOptions& options);

}  // namespace sixfold::terminal
