// Help with one decision, in steps: where to look, which tiles, the move, why.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/budget.hpp"
#include "engine/reason.hpp"
#include "record/form_error.hpp"
#include "rules/move.hpp"
#include "rules/result.hpp"
#include "rules/view.hpp"

namespace sixfold {

struct Hint {
  Move move;
  int points = 0;
  double chance = 0;  ///< to win
  std::vector<MoveReason> reasons;
};

/// Whether players may ask for hints: if the table agreed to them, or if all opponents are bots, so
/// that they are unfair to nobody.
[[nodiscard]] bool hints_allowed(bool agreed, std::size_t people);

/// The best act over the first deals of every review: unless the budget ends it sooner, it is never
/// an error there. Precondition: the view's own seat is to move and has an act open.
[[nodiscard]] Hint hint_for(const View& view, const Budget& budget);

/// Reads a view, or a position as two players could face it; otherwise says what is wrong with it.
[[nodiscard]] Result<View, FormError> read_question(std::string_view text);

}  // namespace sixfold
