// A game as readable text: every turn with the lines it scored, the table drawn, and what each seat
// and a spectator could see at that moment.
#pragma once

#include <string>
#include <vector>

#include "record/record.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// The table as rows of text: tiles as two letters, `.` for empty cells, and the marks of a bounded
/// board where there is no tile.
[[nodiscard]] std::vector<std::string> drawing_of(const Ruleset& rules, const Board& board,
                                                  const std::vector<Cell>& stars);

[[nodiscard]] Result<std::string, RecordError> playthrough(const Record& record);

}  // namespace sixfold
