// A record at one moment: what all could see after so many turns, and the hands, which a record
// lays open.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"
#include "rules/view.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

struct Moment {
  Shown shown;  ///< as a spectator sees it, with every hand open
  int turn = 0;
  int turns = 0;               ///< of the whole record
  std::optional<Score> score;  ///< of the turn that led here, where something was placed
};

/// Turns beyond the last are the last.
[[nodiscard]] Result<Moment, RecordError> moment_at(const Record& record, int turn);

/// The moment as text for people: the turn, its points, the board, the hands.
[[nodiscard]] std::string moment_text(const Words& words, const Moment& moment);

/// The moment as a picture, in SVG.
[[nodiscard]] std::string moment_svg(const Words& words, const Moment& moment);

}  // namespace sixfold::terminal
