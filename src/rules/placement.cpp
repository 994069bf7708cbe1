#include "rules/placement.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

#include "rules/crossing.hpp"

namespace sixfold {

namespace {

Board with(Board board, std::span<const PlacedTile> tiles) {
  for (const PlacedTile& placed : tiles) board.put(placed);
  return board;
}

std::vector<PlacedTile> sorted(std::vector<PlacedTile> tiles) {
  std::ranges::sort(tiles);
  return tiles;
}

/// The row or column that contains all tiles; across for a single tile.
std::optional<Direction> common_direction(std::span<const PlacedTile> tiles) {
  const Cell first = tiles.front().cell;
  if (std::ranges::all_of(tiles, [&](const PlacedTile& p) { return p.cell.y == first.y; }))
    return Direction::across;
  if (std::ranges::all_of(tiles, [&](const PlacedTile& p) { return p.cell.x == first.x; }))
    return Direction::down;
  return std::nullopt;
}

/// Whether a placement on an empty table must cover a start cell (S2).
bool must_cover_start(const Ruleset& rules, const Board& board) {
  return board.empty() && rules.start_cells_count && rules.layout && !rules.layout->starts.empty();
}

/// The length that the opening must have, 0 if any length is allowed (B2).
int opening_length(const Ruleset& rules, const Board& board, const Hand& hand, bool opening) {
  const bool bound = opening && board.empty() && opens_with_largest_set(rules);
  return bound ? largest_set(hand) : 0;
}

/// The cells of which the first placement on an empty table must cover at least one.
std::vector<Cell> opening_cells(const Ruleset& rules, const Board& board) {
  if (must_cover_start(rules, board)) return rules.layout->starts;
  if (!rules.layout) return {Cell{0, 0}};
  std::vector<Cell> cells;
  for (int x = 0; x < rules.layout->width; ++x)
    for (int y = 0; y < rules.layout->height; ++y) cells.push_back({x, y});
  return cells;
}

/// The cells of which a placement must cover at least one.
std::vector<Cell> anchors(const Ruleset& rules, const Board& board) {
  return board.empty() ? opening_cells(rules, board) : frontier(board);
}

std::optional<IllegalMove> line_problem(const Board& after, std::span<const PlacedTile> tiles) {
  std::optional<IllegalMove> worst;
  for (const PlacedTile& placed : tiles) {
    const Crossing crossing(after, placed.cell);
    for (const Direction direction : directions) {
      const LineFault fault = crossing.fault(direction, placed.tile);
      if (fault == LineFault::none) continue;
      const Reason reason = fault == LineFault::too_long    ? Reason::too_long
                            : fault == LineFault::duplicate ? Reason::duplicate
                                                            : Reason::mixed;
      if (!worst || reason < worst->reason) worst = IllegalMove{reason, placed.cell};
    }
  }
  return worst;
}

/// Grows placements tile by tile from an anchor. This reaches every legal placement: if its tiles
/// are placed from its anchor outwards, each step is a legal, smaller placement.
class PlacementSearch {
 public:
  PlacementSearch(const Ruleset& rules, const Decision& decision, std::size_t most)
      : most_(most),
        rules_(rules),
        board_(decision.board),
        hand_(decision.hand),
        barred_(decision.barred),
        rightwards_only_(decision.board.empty() && !rules.layout) {}

  /// Stops as soon as there are more than `most`.
  std::set<std::vector<PlacedTile>> run() && {
    for (const Cell cell : anchors(rules_, board_))
      lay(cell, [&] {
        found_.insert(laid_);
        for (const Direction direction : directions)
          if (direction == Direction::across || !rightwards_only_) extend(direction);
      });
    return std::move(found_);
  }

 private:
  /// Tries each tile of the hand that fits the cell, and continues from there.
  template <class GoOn>
  void lay(Cell cell, const GoOn& go_on) {
    if (!on_board(rules_, cell) || found_.size() > most_) return;
    const Crossing crossing(board_, cell);
    for (const Tile tile : hand_.kinds()) {
      const PlacedTile placed{cell, tile};
      if (placed == barred_ || !crossing.takes(tile)) continue;
      board_.put(placed);
      laid_.push_back(placed);
      const bool held = hand_.remove(tile);
      assert(held);
      go_on();
      if (held) hand_.add(tile);
      laid_.pop_back();
      board_.remove(cell);
    }
  }

  void extend(Direction direction) {
    for (const int way : {-1, 1}) {
      if (way < 0 && rightwards_only_) continue;
      Cell next = laid_.front().cell;
      while (board_.at(next)) next = step(next, direction, way);
      lay(next, [&] {
        if (found_.insert(sorted(laid_)).second) extend(direction);
      });
    }
  }

  const std::size_t most_;
  const Ruleset& rules_;
  Board board_;
  Hand hand_;
  std::optional<PlacedTile> barred_;
  bool rightwards_only_;
  std::vector<PlacedTile> laid_;
  std::set<std::vector<PlacedTile>> found_;
};

}  // namespace

std::optional<IllegalMove> why_illegal(const Ruleset& rules, const Decision& decision,
                                       const Place& place) {
  return why_illegal(rules, decision.board, decision.hand, decision.barred, decision.opening,
                     place);
}

std::optional<IllegalMove> why_illegal(const Ruleset& rules, const Board& board, const Hand& hand,
                                       const std::optional<PlacedTile>& barred, bool opening,
                                       const Place& place) {
  const std::vector<PlacedTile> tiles = sorted(place.tiles);
  if (tiles.empty()) return IllegalMove{Reason::no_tiles, std::nullopt};

  for (const PlacedTile& placed : tiles)
    if (board.at(placed.cell)) return IllegalMove{Reason::occupied, placed.cell};
  if (const auto twin = std::ranges::adjacent_find(tiles, {}, &PlacedTile::cell);
      twin != tiles.end())
    return IllegalMove{Reason::occupied, twin->cell};

  for (const PlacedTile& placed : tiles)
    if (!on_board(rules, placed.cell)) return IllegalMove{Reason::off_board, placed.cell};

  Hand left = hand;
  for (const PlacedTile& placed : tiles)
    if (!left.remove(placed.tile)) return IllegalMove{Reason::not_in_hand, placed.cell};

  for (const PlacedTile& placed : tiles)
    if (placed == barred) return IllegalMove{Reason::same_cell, placed.cell};

  const auto direction = common_direction(tiles);
  if (!direction) return IllegalMove{Reason::not_one_line, tiles.back().cell};
  const Board after = with(board, tiles);
  const std::vector<PlacedTile> line = run_through(after, tiles.front().cell, *direction);
  for (const PlacedTile& placed : tiles)
    if (!std::ranges::binary_search(line, placed))
      return IllegalMove{Reason::not_one_line, placed.cell};

  const auto any = [&](auto holds) {
    return std::ranges::any_of(tiles, [&](const PlacedTile& p) { return holds(p.cell); });
  };
  if (must_cover_start(rules, board)) {
    if (!any([&](Cell cell) { return rules.layout->is_start(cell); }))
      return IllegalMove{Reason::no_start_field, tiles.front().cell};
  } else if (!board.empty() && !any([&](Cell cell) { return touches_tile(board, cell); })) {
    return IllegalMove{Reason::no_contact, tiles.front().cell};
  }

  if (const auto problem = line_problem(after, tiles)) return problem;

  if (const int length = opening_length(rules, board, hand, opening);
      length != 0 && static_cast<int>(tiles.size()) != length)
    return IllegalMove{Reason::not_largest_set, tiles.front().cell};
  return std::nullopt;
}

std::vector<Place> legal_placements(const Ruleset& rules, const Decision& decision) {
  return *legal_placements(rules, decision, std::numeric_limits<std::size_t>::max());
}

std::optional<std::vector<Place>> legal_placements(const Ruleset& rules, const Decision& decision,
                                                   std::size_t most) {
  const int length = opening_length(rules, decision.board, decision.hand, decision.opening);
  const auto found = PlacementSearch(rules, decision, most).run();
  if (found.size() > most) return std::nullopt;
  std::vector<Place> placements;
  for (const std::vector<PlacedTile>& tiles : found)
    if (length == 0 || static_cast<int>(tiles.size()) == length) placements.push_back({tiles});
  return placements;
}

bool can_place(const Ruleset& rules, const Decision& decision) {
  return any_fits(rules, decision.board, decision.hand, decision.barred);
}

bool any_fits(const Ruleset& rules, const Board& board, const Tiles& tiles,
              const std::optional<PlacedTile>& barred) {
  const std::vector<Tile> kinds = tiles.kinds();
  const auto one_fits = [&](Cell cell) {
    if (!on_board(rules, cell)) return false;
    const Crossing crossing(board, cell);
    return std::ranges::any_of(
        kinds, [&](Tile tile) { return PlacedTile{cell, tile} != barred && crossing.takes(tile); });
  };
  if (board.empty()) return std::ranges::any_of(opening_cells(rules, board), one_fits);
  // Called after every turn; one of the first cells usually decides, so do not build a list.
  for (const PlacedTile& placed : board.tiles())
    for (const Direction direction : directions)
      for (const int way : {-1, 1})
        if (const Cell cell = step(placed.cell, direction, way); !board.at(cell) && one_fits(cell))
          return true;
  return false;
}

int Score::points() const {
  int points = lone_tile;
  for (const ScoredLine& line : lines) points += line.points();
  for (const BonusCell& bonus : bonus_cells) points += bonus.value;
  return points;
}

Score score(const Ruleset& rules, const Board& board, const Place& place, bool goes_out) {
  return score_of_placed(rules, with(board, place.tiles), place, goes_out);
}

Score score_of_placed(const Ruleset& rules, const Board& after, const Place& place, bool goes_out) {
  Score score;
  const std::vector<PlacedTile> tiles = sorted(place.tiles);
  for (const Direction direction : directions) {
    std::vector<PlacedTile> run;
    for (const PlacedTile& placed : tiles) {
      // Count the one line that contains all of the tiles only once.
      if (std::ranges::binary_search(run, placed)) continue;
      run = run_through(after, placed.cell, direction);
      if (run.size() < 2) continue;
      ScoredLine line{direction, {}, 0};
      for (const PlacedTile& p : run) line.cells.push_back(p.cell);
      if (line.length() == longest_line) line.bonus = rules.bonus_for_six;
      score.lines.push_back(std::move(line));
    }
  }
  if (score.lines.empty()) score.lone_tile = 1;
  if (rules.layout)
    for (const PlacedTile& placed : tiles)
      if (const int value = rules.layout->bonus_at(placed.cell); value != 0)
        score.bonus_cells.push_back({placed.cell, value});
  if (goes_out) score.going_out = rules.bonus_for_out;
  return score;
}

}  // namespace sixfold
