// The order in which a player keeps the tiles of the hand, and which of them are placed
// provisionally. Hands in the rules have no order.
#pragma once

#include <optional>
#include <vector>

#include "rules/cell.hpp"
#include "rules/tiles.hpp"

namespace sixfold::terminal {

struct Slot {
  Tile tile;
  std::optional<Cell> cell;  ///< where it is placed provisionally
  int laid = 0;              ///< in which order it was placed
  bool fresh = false;        ///< came with the last draw or roll

  friend bool operator==(const Slot&, const Slot&) = default;
};

using Rack = std::vector<Slot>;

/// Keeps tiles that are still held in their places; new tiles take the places of those that are
/// gone, or the end. With cubes, one that shows another face stays in its place.
[[nodiscard]] Rack reconciled(const Rack& rack, const Hand& hand, bool cubes);

enum class SortBy { colour, shape };
[[nodiscard]] Rack sorted(Rack rack, SortBy by);

/// In the order in which they were placed.
[[nodiscard]] std::vector<PlacedTile> laid_tiles(const Rack& rack);

/// The slot whose tile was placed last, or is on the cell.
[[nodiscard]] std::optional<std::size_t> last_laid(const Rack& rack);
[[nodiscard]] std::optional<std::size_t> laid_on(const Rack& rack, Cell cell);

void lay(Rack& rack, std::size_t slot, Cell cell);
void take_back(Rack& rack, std::size_t slot);
void take_all_back(Rack& rack);

/// Places these tiles and no others; returns the first tile that is not in the hand, if any.
[[nodiscard]] std::optional<Tile> lay_only(Rack& rack, const std::vector<PlacedTile>& tiles);

}  // namespace sixfold::terminal
