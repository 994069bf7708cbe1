// Puzzles as JSON: `{"theme":…,"rating":…,"margin":…,"view":{…},"answer":{…}}`, without the history
// of the game they come from.
#pragma once

#include <string_view>

#include "engine/puzzle.hpp"
#include "record/forms.hpp"

namespace sixfold {

struct PuzzleForm {
  View view;
  Puzzle puzzle;
};

[[nodiscard]] Json to_json(const PuzzleForm& form);

[[nodiscard]] Result<PuzzleForm, FormError> parse_puzzle(std::string_view text);

}  // namespace sixfold
