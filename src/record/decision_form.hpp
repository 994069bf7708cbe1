// One decision as text: a "position" in docs/notation.md.
#pragma once

#include <string>
#include <string_view>

#include "record/form_error.hpp"
#include "rules/placement.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

struct DecisionForm {
  Ruleset rules;
  Decision decision;

  friend bool operator==(const DecisionForm&, const DecisionForm&) = default;
};
[[nodiscard]] Result<DecisionForm, FormError> parse_decision(std::string_view text);

/// Every legal placement with its points, highest first, ties by text: the answer of
/// `sixfold moves`. An error if there are too many to list.
[[nodiscard]] Result<std::string, FormError> placements_text(const DecisionForm& form);

struct MovesAnswer {
  std::string text;
  bool is_error = false;
};
/// Answers a position given as text.
[[nodiscard]] MovesAnswer answer_moves(std::string_view position);

}  // namespace sixfold
