// The move between two photos of a table.
#pragma once

#include <optional>
#include <vector>

#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "vision/reading.hpp"

namespace sixfold::vision {

struct PhotoReading {
  Reading table;
  std::vector<Cell> unread;        ///< cells that seem to hold a tile that cannot be read, sorted
  std::vector<PlacedTile> placed;  ///< sorted by cell; empty if nothing was placed or if the
                                   ///< difference is no legal move
  std::optional<Score> score;      ///< of a legal move
  std::optional<IllegalMove> illegal;  ///< why the difference is no legal move
};

/// Reads a table, and the move that led to it from the table `before`. Without that, the table
/// before the first move takes its place: empty, or with the board's preset tiles alone. What both
/// photos show is judged by both. Cells are those of `now`.
[[nodiscard]] PhotoReading read_photo(const Ruleset& rules, const SeenTable& now,
                                      const SeenTable* before);

}  // namespace sixfold::vision
