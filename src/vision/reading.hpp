// The most probable reading of a table that the rules allow.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rules/ruleset.hpp"
#include "vision/table.hpp"

namespace sixfold::vision {

struct ReadTile {
  PlacedTile placed;
  double probability = 0;  ///< that this is the tile, given that its cell has one
  bool doubtful = false;   ///< should be confirmed by a person

  friend bool operator==(const ReadTile&, const ReadTile&) = default;
};

struct Reading {
  std::vector<ReadTile> tiles;  ///< sorted by cell
  bool legal = false;           ///< no line repeats or mixes tiles, and no tile is there too often
};

/// Reads tiles so that all lines are legal (B5) and no tile is there more often than in the bag
/// (B1). If that would contradict the eye too much, the reading is what the eye says, and not
/// legal. `tiles` are sorted by cell. `correcting`: false reads what the eye says.
[[nodiscard]] Reading read_tiles(const Ruleset& rules, std::span<const SeenTile> tiles,
                                 bool correcting = true);

}  // namespace sixfold::vision
