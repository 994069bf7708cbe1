// The lattice of cells that the symbols lie on.
#pragma once

#include <optional>
#include <vector>

#include "rules/cell.hpp"
#include "vision/symbols.hpp"

namespace sixfold::vision {

struct LatticeTile {
  Cell cell;
  std::size_t symbol = 0;  ///< its index
  double offset = 0;       ///< distance from the middle of the cell, in cells
};

struct Lattice {
  Perspective pixel_of;  ///< from cells, whole numbers at their middle, to pixels
  std::vector<LatticeTile> tiles;
};

/// Which symbols lie on a common lattice, and where. The x axis is the one that points most to the
/// right. The origin is arbitrary. `rigid`: the cells are printed on a board, so tiles far from
/// each other keep to the same lattice. Nothing without symbols.
[[nodiscard]] std::optional<Lattice> fit_lattice(const std::vector<Symbol>& symbols, bool rigid);

/// Fits the map again, to these tiles.
[[nodiscard]] Perspective refit(const std::vector<LatticeTile>& tiles,
                                const std::vector<Symbol>& symbols, const Perspective& before);

}  // namespace sixfold::vision
