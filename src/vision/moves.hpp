// The move between two photos of a table.
#pragma once

#include <map>
#include <optional>
#include <set>
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

/// A table, and what of it was not there before.
struct Change {
  std::map<Cell, SeenTile> tiles;
  std::map<Cell, SeenTile> fresh;
  std::set<Cell> vanished;  ///< there before, and not seen now
  bool compared = false;    ///< with an earlier table, not with the start of the game
  bool exactly = false;     ///< it is certain what was there before

  /// Adds a tile that was not there before; at the start of the game, preset tiles were.
  void add(const Ruleset& rules, const SeenTile& tile);
  /// Adds a tile that was there, unless it has been seen: it still is, perhaps under a hand.
  void add_vanished(const SeenTile& tile);
};

/// The most probable reading, and the move if it is legal. Of `unread`, the cells without a tile
/// are kept.
[[nodiscard]] PhotoReading read_change(const Ruleset& rules, const Change& change,
                                       const std::vector<Cell>& unread);

/// Reads a table, and the move that led to it from the table `before`. Without that, the table
/// before the first move takes its place: empty, or with the board's preset tiles alone. What both
/// photos show is judged by both. Cells are those of `now`.
[[nodiscard]] PhotoReading read_photo(const Ruleset& rules, const SeenTable& now,
                                      const SeenTable* before);

}  // namespace sixfold::vision
