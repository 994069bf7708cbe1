#include "vision/found.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "rules/indexed.hpp"
#include "vision/alignment.hpp"
#include "vision/moves.hpp"

namespace sixfold::vision {

namespace {

// In logarithms of odds: what the eye may hold against a known tile, and how far a rival may be
// behind to be offered.
constexpr double contrary = 9;
constexpr double rival = 9;
constexpr std::size_t most_rivals = 4;
/// So many tiles are not found again by chance.
constexpr int enough_found = 8;

SeenTile known_tile(const PlacedTile& placed) {
  SeenTile tile{.cell = placed.cell, .centre = {}, .presence = 9};
  tile.colours.fill(-25);
  tile.shapes.fill(-25);
  nth(tile.colours, placed.tile.colour) = 0;
  nth(tile.shapes, placed.tile.shape) = 0;
  return tile;
}

FindFault fault_of(SeeFault fault) {
  switch (fault) {
    case SeeFault::too_small:
      return FindFault::too_small;
    case SeeFault::no_tiles:
      return FindFault::no_tiles;
    case SeeFault::no_board:
      break;
  }
  return FindFault::no_board;
}

/// The known table and the photo of it, in the cells of the known one.
class Comparison {
 public:
  Comparison(const Ruleset& rules, const SeenTable& seen, std::span<const PlacedTile> known)
      : rules_(rules), seen_(seen) {
    std::vector<SeenTile> before;
    for (const PlacedTile& placed : known) {
      before.push_back(known_tile(placed));
      known_[placed.cell] = placed.tile;
    }
    if (known.empty()) {
      if (seen.layout) rules_.layout = seen.layout;
    } else if (seen.layout && rules.layout) {
      alignment_ = align_boards(*rules.layout, before, *seen.layout, seen.tiles);
    } else {
      alignment_ = align(before, seen.tiles);
    }
    for (SeenTile tile : seen.tiles) {
      tile.cell = alignment_.back(tile.cell);
      if (!rules_.layout || rules_.layout->inside(tile.cell)) now_[tile.cell] = tile;
    }
    if (!known.empty() && !seen.layout) drop_apart();
  }

  [[nodiscard]] bool is_same_table() const {
    int found = 0;
    int contradicted = 0;
    for (const auto& [cell, tile] : known_)
      if (const auto at = now_.find(cell); at != now_.end())
        ++(differs(at->second, tile) ? contradicted : found);
    if (contradicted > found / 3) return false;
    return 2 * found >= static_cast<int>(known_.size()) || found >= enough_found;
  }

  [[nodiscard]] FoundMove move() const {
    const Change change = this->change();
    const PhotoReading reading = read_change(rules_, change, unread());
    const auto in_move = [&](Cell cell) {
      if (reading.placed.empty()) return change.fresh.contains(cell);
      return std::any_of(reading.placed.begin(), reading.placed.end(),
                         [&](const PlacedTile& placed) { return placed.cell == cell; });
    };
    FoundMove result;
    std::map<Cell, ReadTile> read;
    for (const ReadTile& tile : reading.table.tiles) read[tile.placed.cell] = tile;
    for (const auto& [cell, seen] : now_) {
      const auto at = read.find(cell);
      if (known_.contains(cell)) {
        result.tiles.push_back(known(seen));
        continue;
      }
      result.tiles.push_back(fresh(seen, at == read.end() ? nullptr : &at->second));
      result.tiles.back().in_move = at != read.end() && in_move(cell);
    }
    for (const Cell cell : reading.unread)
      if (!known_.contains(cell)) result.unread.push_back({cell, corners(cell)});
    for (const auto& [cell, tile] : known_)
      if (!now_.contains(cell)) ++result.missing;
    if (known_.empty()) result.layout = seen_.layout;
    result.illegal = reading.illegal;
    return result;
  }

 private:
  static bool differs(const SeenTile& seen, Tile tile) { return seen.score(tile) < -contrary; }

  /// Drops tiles that do not hang together with known ones, which need not all be in sight.
  void drop_apart() {
    std::set<Cell> joined;
    std::vector<Cell> open;
    for (const auto& [cell, tile] : known_) open.push_back(cell);
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      if (!joined.insert(cell).second) continue;
      for (const Direction direction : directions)
        for (const int by : {-1, 1})
          if (const Cell next = step(cell, direction, by); now_.contains(next))
            open.push_back(next);
    }
    std::erase_if(now_, [&](const auto& entry) { return !joined.contains(entry.first); });
  }

  /// Whether a cell is on the board, or beside the table.
  [[nodiscard]] bool in_reach(Cell cell) const {
    if (seen_.layout) return rules_.layout->inside(cell);
    const auto taken = [&](Cell next) { return now_.contains(next) || known_.contains(next); };
    return std::any_of(directions.begin(), directions.end(), [&](Direction direction) {
      return taken(step(cell, direction, -1)) || taken(step(cell, direction, 1));
    });
  }

  [[nodiscard]] std::array<Point, 4> corners(Cell cell) const {
    return corners_of(seen_, alignment_(cell));
  }

  [[nodiscard]] std::vector<Cell> unread() const {
    std::vector<Cell> cells;
    for (const Cell cell : seen_.unread) {
      const Cell here = alignment_.back(cell);
      if (in_reach(here)) cells.push_back(here);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
  }

  [[nodiscard]] Change change() const {
    Change change;
    change.compared = !known_.empty();
    change.exactly = true;
    for (const auto& [cell, tile] : now_)
      if (const auto at = known_.find(cell); at != known_.end())
        change.tiles[cell] = known_tile({cell, at->second});
      else
        change.add(rules_, tile);
    for (const auto& [cell, tile] : known_) change.add_vanished(known_tile({cell, tile}));
    return change;
  }

  [[nodiscard]] FoundTile known(const SeenTile& seen) const {
    FoundTile tile{.placed = {seen.cell, known_.at(seen.cell)}, .likely = {}};
    tile.differs = differs(seen, tile.placed.tile);
    tile.corners = corners(seen.cell);
    return tile;
  }

  /// `read`: null if the reading is that there is no tile.
  [[nodiscard]] FoundTile fresh(const SeenTile& seen, const ReadTile* read) const {
    std::vector<Tile> likely;
    for (int i = 0; i < face_count; ++i)
      if (seen.score(tile_at(i)) > -rival) likely.push_back(tile_at(i));
    std::stable_sort(likely.begin(), likely.end(),
                     [&](Tile a, Tile b) { return seen.score(a) > seen.score(b); });
    const Tile best = read ? read->placed.tile : likely.front();
    std::erase(likely, best);
    likely.insert(likely.begin(), best);
    if (likely.size() > most_rivals) likely.resize(most_rivals);
    FoundTile tile{.placed = {seen.cell, best}, .is_new = true, .likely = std::move(likely)};
    tile.doubtful = !read || read->doubtful;
    tile.corners = corners(seen.cell);
    return tile;
  }

  Ruleset rules_;
  const SeenTable& seen_;
  Alignment alignment_;
  std::map<Cell, Tile> known_;
  std::map<Cell, SeenTile> now_;
};

}  // namespace

Result<FoundMove, FindFault> find_move(const Image& image, const Ruleset& rules,
                                       std::span<const PlacedTile> known) {
  Ruleset visible = rules;
  // A board without preset tiles cannot be told apart from a table without one.
  if (rules.layout && rules.layout->presets.empty() && !known.empty()) visible.layout.reset();
  const auto seen = see_table(image, visible, known.empty() ? Apart::dropped : Apart::kept);
  if (!seen) return Unexpected{fault_of(seen.error())};
  const Comparison comparison(rules, *seen, known);
  if (!comparison.is_same_table()) return Unexpected{FindFault::other_table};
  return comparison.move();
}

}  // namespace sixfold::vision
