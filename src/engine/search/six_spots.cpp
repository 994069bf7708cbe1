#include "engine/search/six_spots.hpp"

#include <algorithm>

#include "engine/search/tile_set.hpp"
#include "rules/placement.hpp"

namespace sixfold {

namespace {

/// Adds the tiles from the cell on, in one direction.
int collect(const Board& board, Cell from, Direction direction, int by, TileSet& tiles) {
  int length = 0;
  for (Cell at = step(from, direction, by); const auto tile = board.at(at);
       at = step(at, direction, by), ++length)
    tiles |= set_of(tile->index());
  return length;
}

}  // namespace

std::vector<PlacedTile> six_spots(const Ruleset& rules, const Board& board) {
  std::vector<PlacedTile> spots;
  for (const Cell cell : frontier(board)) {
    if (!on_board(rules, cell)) continue;
    for (const Direction direction : directions) {
      TileSet line = 0;
      const int length =
          collect(board, cell, direction, -1, line) + collect(board, cell, direction, 1, line);
      if (length != longest_line - 1 || line == 0) continue;
      const TileSet missing = lengthening(line);
      if (std::popcount(line) != length || missing == 0) continue;
      const PlacedTile spot{cell, tile_at(first_of(missing))};
      if (fits(board, cell, spot.tile)) spots.push_back(spot);
    }
  }
  std::ranges::sort(spots);
  const auto copies = std::ranges::unique(spots);
  spots.erase(copies.begin(), copies.end());
  return spots;
}

}  // namespace sixfold
