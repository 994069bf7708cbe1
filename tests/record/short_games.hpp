// Games of a few turns that contain nearly every field of a record.
#pragma once

#include "rules/game.hpp"

namespace sixfold::tests {

/// Seat 1 cannot place and must roll; then seat 0 chooses to roll.
[[nodiscard]] Game short_cubes_game();

/// Seat 0 opens on a star cell, and takes a tile up for the disc in its second turn.
[[nodiscard]] Game short_select_game();

/// The same next to preset tiles and on numbered cells.
[[nodiscard]] Game short_select_connect_game();

/// A trade, and one of three seats leaves.
[[nodiscard]] Game short_base_game();

}  // namespace sixfold::tests
