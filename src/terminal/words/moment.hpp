// A record at one moment: what everyone could see after a number of turns, and the hands, which a
// record reveals.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"
#include "rules/view.hpp"
#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

struct Moment {
  Shown shown;  ///< as a spectator sees it, with every hand open
  int turn = 0;
  int turns = 0;               ///< of the whole record
  std::optional<Score> score;  ///< of the last turn, if something was placed
};

/// Turn numbers beyond the last turn mean the last.
[[nodiscard]] Result<Moment, RecordError> moment_at(const Record& record, int turn);

/// The moment as text: the turn, its points, the board, the hands.
[[nodiscard]] std::string moment_text(const Words& words, const Moment& moment);

}  // namespace sixfold::terminal
