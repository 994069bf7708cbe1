// How the cells of one sighting of a table lie in another.
#pragma once

#include <optional>
#include <span>

#include "rules/layout.hpp"
#include "vision/table.hpp"

namespace sixfold::vision {

/// Turns cells, then moves them. Shapes that a quarter turn would change do not exist, so tiles
/// stay the same.
struct Alignment {
  int turns = 0;  ///< quarter turns, clockwise
  Cell shift;

  [[nodiscard]] Cell operator()(Cell cell) const;
  /// The cell that comes to lie on this one.
  [[nodiscard]] Cell back(Cell cell) const;

  friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// Takes the cells of the tiles `before` to those of `now`. Tiles stay where they are, so most of
/// the earlier ones must be found again.
[[nodiscard]] Alignment align(std::span<const SeenTile> before, std::span<const SeenTile> now);

/// The same on a board: it comes to lie on itself, turned as the tiles and what is printed say.
[[nodiscard]] Alignment align_boards(const Layout& board, std::span<const SeenTile> before,
                                     const Layout& seen, std::span<const SeenTile> now);

}  // namespace sixfold::vision
