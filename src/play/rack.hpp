// The order in which a player keeps the tiles of the hand, and which of them are placed
// provisionally. Hands in the rules have no order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rules/cell.hpp"
#include "rules/tiles.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Whether a tile came with the last draw, or shows what was rolled last.
enum class Fresh : std::uint8_t { no, drawn, rolled };

struct Slot {
  Tile tile;
  std::optional<Cell> cell;  ///< where it is placed provisionally
  int laid = 0;              ///< in which order it was placed
  Fresh fresh = Fresh::no;
  int id = 0;  ///< given by the caller, if at all; 0 for what is new

  friend bool operator==(const Slot&, const Slot&) = default;
};

using Rack = std::vector<Slot>;

/// Keeps tiles that are still held in their places; new tiles take the places of those that are
/// gone, or the end. With cubes, one that shows another face stays in its place.
[[nodiscard]] Rack reconciled(const Rack& rack, const Hand& hand, bool cubes);

/// The same for what a view shows. Tiles whose cell is occupied, and all once the game is over, are
/// taken back.
[[nodiscard]] Rack rack_for(const View& view, const Rack& before);

enum class SortBy : std::uint8_t { colour, shape };
[[nodiscard]] Rack sorted(Rack rack, SortBy by);
/// By colour; if it is in that order already, by shape.
[[nodiscard]] SortBy next_order(const Rack& rack);

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

}  // namespace sixfold
