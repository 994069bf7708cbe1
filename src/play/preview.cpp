#include "play/preview.hpp"

#include <algorithm>
#include <ranges>

#include "rules/crossing.hpp"

namespace sixfold {

namespace {

/// Ignores the length that an opening must have (B2).
bool is_sound(const std::optional<IllegalMove>& illegal) {
  return !illegal || illegal->reason == Reason::not_largest_set;
}

/// Whether the tiles can be extended to an opening of the length required by B2.
bool can_become_opening(const View& view, const std::vector<PlacedTile>& tiles) {
  if (view.opened || !view.board.empty() || !opens_with_largest_set(view.rules)) return true;
  const std::vector<Tile> kinds = view.hand.kinds();
  const auto set_size = [&](auto attribute) {
    const auto wanted = attribute(tiles.front().tile);
    const bool shared = std::ranges::all_of(
        tiles, [&](const PlacedTile& placed) { return attribute(placed.tile) == wanted; });
    return shared ? std::ranges::count(kinds, wanted, attribute) : 0;
  };
  const auto longest = std::max(set_size([](Tile tile) { return static_cast<int>(tile.colour); }),
                                set_size([](Tile tile) { return static_cast<int>(tile.shape); }));
  return longest >= largest_set(view.hand);
}

/// The empty cells that could complete or extend a line of the placed tiles.
std::vector<Cell> cells_beside(const Board& board, const std::vector<PlacedTile>& laid) {
  std::vector<Cell> cells;
  for (const PlacedTile& placed : laid)
    for (const Direction direction : directions)
      for (int steps = -longest_line; steps <= longest_line; ++steps)
        if (const Cell cell = step(placed.cell, direction, steps);
            !board.at(cell) && !std::ranges::count(laid, cell, &PlacedTile::cell))
          cells.push_back(cell);
  std::ranges::sort(cells);
  const auto twins = std::ranges::unique(cells);
  cells.erase(twins.begin(), twins.end());
  return cells;
}

std::vector<Cell> cells_to_try(const View& view, const std::vector<PlacedTile>& laid) {
  if (!laid.empty()) return cells_beside(view.board, laid);
  if (!view.board.empty()) return frontier(view.board);
  if (!view.rules.layout) return {Cell{0, 0}};
  std::vector<Cell> cells;
  for (int x = 0; x < view.rules.layout->width; ++x)
    for (int y = 0; y < view.rules.layout->height; ++y) cells.push_back({x, y});
  return cells;
}

std::vector<Fit> fits_of(const View& view, const std::vector<PlacedTile>& laid) {
  std::vector<Fit> fits;
  Hand rest = view.hand;
  for (const PlacedTile& placed : laid)
    if (!rest.remove(placed.tile)) return fits;
  const Decision decision = decision_of(view);
  for (const Tile tile : rest.kinds()) fits.push_back({tile, {}});
  Place tried{laid};
  for (const Cell cell : cells_to_try(view, laid)) {
    const Crossing crossing(view.board, cell);
    for (Fit& fit : fits) {
      if (!crossing.takes(fit.tile)) continue;
      tried.tiles.push_back({cell, fit.tile});
      if (can_become_opening(view, tried.tiles) &&
          is_sound(why_illegal(view.rules, decision, tried)))
        fit.cells.push_back(cell);
      tried.tiles.pop_back();
    }
  }
  return fits;
}

/// The tile that breaks the rule, if any one of them does: without it the others are sound. The
/// last one placed is the first to be suspected. If no single tile is to blame, it is the first one
/// that could not follow those placed before it.
std::optional<Cell> culprit(const View& view, const Decision& decision, const Place& laid) {
  const auto sound = [&](const std::vector<PlacedTile>& tiles) {
    return is_sound(why_illegal(view.rules, decision, Place{tiles}));
  };
  for (std::size_t i = laid.tiles.size(); laid.tiles.size() > 1 && i-- > 0;) {
    std::vector<PlacedTile> others = laid.tiles;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (sound(others)) return laid.tiles[i].cell;
  }
  std::vector<PlacedTile> before;
  for (const PlacedTile& placed : laid.tiles) {
    before.push_back(placed);
    if (!sound(before)) return placed.cell;
  }
  return std::nullopt;
}

/// Removes the tile if it is there.
bool take_up(Board& board, const PlacedTile& placed) {
  if (board.at(placed.cell) != placed.tile) return false;
  board.remove(placed.cell);
  return true;
}

bool put_down(Board& board, const PlacedTile& placed) {
  if (board.at(placed.cell)) return false;
  board.put(placed);
  return true;
}

/// The table before the first turn of the history.
std::optional<Board> first_board(const View& view) {
  Board board = view.board;
  if (view.barred && !put_down(board, *view.barred)) return std::nullopt;
  for (const SeenTurn& turn : view.history | std::views::reverse) {
    if (const auto* placed = std::get_if<Placed>(&turn.act))
      for (const PlacedTile& tile : placed->tiles)
        if (!take_up(board, tile)) return std::nullopt;
    if (turn.take && !put_down(board, *turn.take)) return std::nullopt;
  }
  return board;
}

}  // namespace

Preview preview(const View& view, const Place& laid) {
  Preview result;
  const Decision decision = decision_of(view);
  result.illegal = why_illegal(view.rules, decision, laid);
  if (!is_sound(result.illegal))
    if (const auto cell = culprit(view, decision, laid)) result.illegal->cell = cell;
  if (!laid.tiles.empty() && is_sound(result.illegal)) {
    const bool goes_out = view.bag == 0 && static_cast<int>(laid.tiles.size()) == view.hand.size();
    result.score = score(view.rules, view.board, laid, goes_out);
  }
  if (view.acts.place) result.fits = fits_of(view, laid.tiles);
  if (view.acts.trade) result.trade = trade_limits(view.rules, view.hand, view.bag);
  if (view.acts.take)
    for (const PlacedTile& placed : view.board.tiles())
      if (may_take(view.board, placed.cell)) result.takes.push_back(placed.cell);
  return result;
}

std::optional<std::vector<std::optional<Score>>> scores_of_history(const View& view) {
  auto board = first_board(view);
  if (!board) return std::nullopt;
  std::vector<std::optional<Score>> scores;
  for (const SeenTurn& turn : view.history) {
    if (turn.take && !take_up(*board, *turn.take)) return std::nullopt;
    std::optional<Score> scored;
    if (const auto* placed = std::get_if<Placed>(&turn.act); placed && !placed->tiles.empty()) {
      for (const PlacedTile& tile : placed->tiles)
        if (!put_down(*board, tile)) return std::nullopt;
      const bool out =
          view.end && view.end->reason == EndReason::out && &turn == &view.history.back();
      scored = score_of_placed(view.rules, *board, Place{placed->tiles}, out);
    }
    scores.push_back(std::move(scored));
  }
  return scores;
}

}  // namespace sixfold
