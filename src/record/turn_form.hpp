// What turns look like both in records, which know everything, and in views.
#pragma once

#include <optional>
#include <vector>

#include "record/json.hpp"
#include "rules/game.hpp"

namespace sixfold {

// Each reads the member of this name of a turn, with what belongs to it.

[[nodiscard]] RolledCubes read_roll(FormReader& reader, const Json& roll, const Path& turn);
[[nodiscard]] std::vector<std::vector<Tile>> read_forced(FormReader& reader, const Json& forced,
                                                         const Path& turn);
/// `place`, and the turn's `points`.
[[nodiscard]] Placed read_placed(FormReader& reader, const Json& json, const Json& place,
                                 const Path& turn);
[[nodiscard]] Passed read_passed(FormReader& reader, const Json& pass, const Path& turn);
[[nodiscard]] Left read_left(FormReader& reader, const Json& leave, const Path& turn);

/// Adds `roll` and `forced` to a turn in which there were some.
void add_rolls(Json& json, const std::optional<RolledCubes>& roll,
               const std::vector<std::vector<Tile>>& forced);
void add_act(Json& json, const Placed& placed);
void add_act(Json& json, const Passed& passed);
void add_act(Json& json, const Left& left);

}  // namespace sixfold
