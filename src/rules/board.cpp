#include "rules/board.hpp"

#include <algorithm>
#include <cassert>

#include "rules/crossing.hpp"

namespace sixfold {

namespace {

constexpr std::array<int, 2> both_ways{-1, 1};

/// One number per cell, in the order of the cells: comparing two of them is a single instruction.
std::int64_t key_of(const Cell& cell) {
  return static_cast<std::int64_t>(cell.x) * (std::int64_t{1} << 32U) + cell.y;
}

/// The first tile that is not before the cell. Every step halves what is left without a branch,
/// which processors could not predict.
auto find(auto& tiles, Cell cell) {
  const std::int64_t key = key_of(cell);
  auto first = tiles.begin();
  auto left = tiles.end() - tiles.begin();
  while (left > 0) {
    const auto half = (left + 1) / 2;
    first += key_of(first[half - 1].cell) < key ? half : 0;
    left -= half;
  }
  return first;
}

}  // namespace

std::optional<Tile> Board::at(Cell cell) const {
  const auto found = find(tiles_, cell);
  if (found == tiles_.end() || found->cell != cell) return std::nullopt;
  return found->tile;
}

void Board::put(PlacedTile placed) {
  const auto place = find(tiles_, placed.cell);
  assert(place == tiles_.end() || place->cell != placed.cell);
  tiles_.insert(place, placed);
}

void Board::remove(Cell cell) {
  const auto place = find(tiles_, cell);
  assert(place != tiles_.end() && place->cell == cell);
  tiles_.erase(place);
}

std::vector<PlacedTile> run_through(const Board& board, Cell cell, Direction direction) {
  Cell first = cell;
  while (board.at(step(first, direction, -1))) first = step(first, direction, -1);
  std::vector<PlacedTile> run;
  for (Cell at = first; const auto tile = board.at(at); at = step(at, direction, 1))
    run.push_back({at, *tile});
  return run;
}

std::vector<Cell> frontier(const Board& board) {
  std::vector<Cell> cells;
  for (const PlacedTile& placed : board.tiles())
    for (const Direction direction : directions)
      for (const int way : both_ways)
        if (const Cell next = step(placed.cell, direction, way); !board.at(next))
          cells.push_back(next);
  std::ranges::sort(cells);
  cells.erase(std::ranges::unique(cells).begin(), cells.end());
  return cells;
}

bool touches_tile(const Board& board, Cell cell) {
  return std::ranges::any_of(directions, [&](Direction direction) {
    return std::ranges::any_of(
        both_ways, [&](int way) { return board.at(step(cell, direction, way)).has_value(); });
  });
}

LineFault line_fault(std::span<const Tile> run) {
  if (run.size() > longest_line) return LineFault::too_long;
  for (std::size_t i = 0; i < run.size(); ++i)
    for (std::size_t j = i + 1; j < run.size(); ++j)
      if (run[i] == run[j]) return LineFault::duplicate;
  const auto shares = [&](auto attribute) {
    return std::ranges::all_of(
        run, [&](Tile tile) { return tile.*attribute == run.front().*attribute; });
  };
  // If no tile repeats, sharing one attribute makes all of the other attribute different.
  if (run.size() > 1 && !shares(&Tile::colour) && !shares(&Tile::shape)) return LineFault::mixed;
  return LineFault::none;
}

bool fits(const Board& board, Cell cell, Tile tile) { return Crossing(board, cell).takes(tile); }

}  // namespace sixfold
