#include "vision/alignment.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "rules/indexed.hpp"

namespace sixfold::vision {

namespace {

Cell turned(Cell cell, int turns) {
  for (int i = 0; i < turns; ++i) cell = {-cell.y, cell.x};
  return cell;
}

/// How well the same tile explains two sightings; at most 0.
double agreement(const SeenTile& a, const SeenTile& b) {
  double best = -1e9;
  for (const Tile tile : all_tiles()) best = std::max(best, a.score(tile) + b.score(tile));
  return best;
}

using TilesByCell = std::map<Cell, const SeenTile*>;

TilesByCell by_cell(std::span<const SeenTile> tiles) {
  TilesByCell cells;
  for (const SeenTile& tile : tiles) cells[tile.cell] = &tile;
  return cells;
}

double score_of(const Alignment& alignment, std::span<const SeenTile> before,
                const TilesByCell& now) {
  // A turned lattice is possible, but not usual.
  double score = alignment.turns == 0 ? 0 : -4;
  for (const SeenTile& tile : before) {
    const auto at = now.find(alignment(tile.cell));
    score += at == now.end() ? -6 : 4 + std::max(-10.0, agreement(tile, *at->second));
  }
  return score;
}

/// The alignment that takes this board to itself.
Alignment on_board(const Layout& board, int turns) {
  switch (turns) {
    case 1:
      return {1, {board.height - 1, 0}};
    case 2:
      return {2, {board.width - 1, board.height - 1}};
    case 3:
      return {3, {0, board.width - 1}};
    default:
      return {};
  }
}

Layout turned(const Layout& board, const Alignment& alignment) {
  Layout layout = board;
  if (alignment.turns % 2 == 1) std::swap(layout.width, layout.height);
  for (auto* const cells : {&layout.stars, &layout.starts, &layout.presets})
    for (Cell& cell : *cells) cell = alignment(cell);
  for (BonusCell& bonus : layout.bonus) bonus.cell = alignment(bonus.cell);
  sort_cells(layout);
  return layout;
}

}  // namespace

Cell Alignment::operator()(Cell cell) const {
  const Cell there = turned(cell, turns);
  return {there.x + shift.x, there.y + shift.y};
}

Cell Alignment::back(Cell cell) const {
  return turned({cell.x - shift.x, cell.y - shift.y}, (4 - turns) % 4);
}

Alignment align(std::span<const SeenTile> before, std::span<const SeenTile> now) {
  const TilesByCell later = by_cell(now);
  Alignment best;
  double best_score = -1e18;
  for (int turns = 0; turns < 4; ++turns) {
    std::set<Cell> tried;
    for (const SeenTile& first : before)
      for (const SeenTile& second : now) {
        const Cell start = turned(first.cell, turns);
        const Alignment guess{turns, {second.cell.x - start.x, second.cell.y - start.y}};
        if (!tried.insert(guess.shift).second) continue;
        const double score = score_of(guess, before, later);
        if (score <= best_score) continue;
        best_score = score;
        best = guess;
      }
  }
  return best;
}

Alignment align_boards(const Layout& board, std::span<const SeenTile> before, const Layout& seen,
                       std::span<const SeenTile> now) {
  const TilesByCell later = by_cell(now);
  Alignment best;
  double best_score = -1e18;
  for (int turns = 0; turns < 4; ++turns) {
    const Alignment guess = on_board(board, turns);
    double score = score_of(guess, before, later);
    // Less telling than tiles: the photo may not show every printed cell.
    if (turned(board, guess) == seen) score += 8;
    if (score <= best_score) continue;
    best_score = score;
    best = guess;
  }
  return best;
}

}  // namespace sixfold::vision
