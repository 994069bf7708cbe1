// Games of a few turns in which nearly every field of a record stands.
#pragma once

#include "rules/game.hpp"

namespace sixfold::tests {

/// Seat 1 cannot place and must roll; then seat 0 rolls by choice.
[[nodiscard]] Game short_cubes_game();

/// Seat 0 opens on a star cell, and takes a tile up for the disc in its second turn.
[[nodiscard]] Game short_select_game();

/// The same beside preset tiles and on numbered cells.
[[nodiscard]] Game short_select_connect_game();

/// A trade, and a seat of three that leaves.
[[nodiscard]] Game short_base_game();

}  // namespace sixfold::tests
