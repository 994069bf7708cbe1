// The JSON forms of boards, options, moves, decisions and views.
#pragma once

#include <string>
#include <vector>

#include "record/json.hpp"
#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// A `variant` with its `options`: the rules without a board.
[[nodiscard]] std::optional<Ruleset> read_rules(FormReader& reader, const Json& object);
/// Only what differs from the variant's defaults.
[[nodiscard]] Json options_to_json(const Ruleset& rules);

/// A `board`; preset tiles, if requested, sorted by cell with the layout's preset cells.
[[nodiscard]] std::optional<Layout> read_board(FormReader& reader, const Json& json,
                                               const Path& path, std::vector<Tile>* presets);
[[nodiscard]] Json board_to_json(const Layout& layout, const std::vector<Cell>& stars);

[[nodiscard]] std::optional<Move> read_move(FormReader& reader, const Json& json, const Path& path);
[[nodiscard]] Json to_json(const Move& move);

/// One decision: a "position" in docs/notation.md.
struct DecisionForm {
  Ruleset rules;
  Decision decision;

  friend bool operator==(const DecisionForm&, const DecisionForm&) = default;
};
[[nodiscard]] Result<DecisionForm, FormError> parse_decision(std::string_view text);
[[nodiscard]] Json to_json(const DecisionForm& form);

[[nodiscard]] Json to_json(const View& view);
[[nodiscard]] std::optional<View> read_view(FormReader& reader, const Json& json, const Path& path);

/// Every legal placement with its points, highest first, ties by text: the answer of
/// `sixfold moves`. An error if there are too many to list.
[[nodiscard]] Result<std::string, FormError> placements_text(const DecisionForm& form);
/// Answers a position given as text; also says whether the answer is an error.
struct MovesAnswer {
  std::string text;
  bool is_error = false;
};
[[nodiscard]] MovesAnswer answer_moves(std::string_view position);
[[nodiscard]] std::string error_text(const FormError& error);

}  // namespace sixfold
