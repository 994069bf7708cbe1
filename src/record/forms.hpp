// The JSON forms of boards, options, moves, decisions, views and the proofs of fair bags.
#pragma once

#include <optional>
#include <vector>

#include "record/decision_form.hpp"
#include "record/fair_proof.hpp"
#include "record/json.hpp"
#include "rules/move.hpp"
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

[[nodiscard]] Json to_json(const DecisionForm& form);

[[nodiscard]] Json to_json(const View& view);
[[nodiscard]] std::optional<View> read_view(FormReader& reader, const Json& json, const Path& path);

/// A record's `fair`. This checks its form, not its truth.
[[nodiscard]] std::optional<FairProof> read_fair_proof(FormReader& reader, const Json& json,
                                                       const Path& path, std::size_t seats);
[[nodiscard]] Json to_json(const FairProof& proof);

}  // namespace sixfold
