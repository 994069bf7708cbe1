// The order in which a player keeps the tiles of the hand, and which of them are laid but not
// played. The rules' hands have no order.
#pragma once

#include <optional>
#include <vector>

#include "rules/cell.hpp"
#include "rules/tiles.hpp"

namespace sixfold::terminal {

struct Slot {
  Tile tile;
  std::optional<Cell> cell;  ///< where it lies provisionally
  int laid = 0;              ///< when it was laid: the lower the sooner
  bool fresh = false;        ///< came with the last draw or roll

  friend bool operator==(const Slot&, const Slot&) = default;
};

using Rack = std::vector<Slot>;

/// Keeps what is still held in its place; what came takes the places of what went, or the end.
/// Where hands are of cubes, one that shows another face stays where it lies.
[[nodiscard]] Rack reconciled(const Rack& rack, const Hand& hand, bool cubes);

enum class SortBy { colour, shape };
[[nodiscard]] Rack sorted(Rack rack, SortBy by);

/// In the order in which they were laid.
[[nodiscard]] std::vector<PlacedTile> laid_tiles(const Rack& rack);

/// The slot whose tile was laid last, or lies on the cell.
[[nodiscard]] std::optional<std::size_t> last_laid(const Rack& rack);
[[nodiscard]] std::optional<std::size_t> laid_on(const Rack& rack, Cell cell);

void lay(Rack& rack, std::size_t slot, Cell cell);
void take_back(Rack& rack, std::size_t slot);
void take_all_back(Rack& rack);

/// Lays these and nothing else; the first that the hand lacks, where there is one.
[[nodiscard]] std::optional<Tile> lay_only(Rack& rack, const std::vector<PlacedTile>& tiles);

}  // namespace sixfold::terminal
