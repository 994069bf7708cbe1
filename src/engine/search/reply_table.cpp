#include "engine/search/reply_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// A set of parts: bit P stands for the tiles of part P, 64 possible parts of six tiles.
using Family = std::uint64_t;

// The table's entries are bytes.
constexpr std::size_t highest_entry = 255;

/// All parts that do not contain tile `t`, by tile.
constexpr std::array<Family, 6> without_tile = [] {
  std::array<Family, 6> families{};
  for (std::uint32_t t = 0; t < 6; ++t)
    for (std::uint32_t part = 0; part < 64; ++part)
      if ((part >> t & 1U) == 0) families[t] |= Family{1} << part;
  return families;
}();

/// All parts that are disjoint from a part.
constexpr std::array<Family, 64> disjoint = [] {
  std::array<Family, 64> families{};
  for (std::uint32_t part = 0; part < 64; ++part)
    for (std::uint32_t other = 0; other < 64; ++other)
      if ((part & other) == 0) families[part] |= Family{1} << other;
  return families;
}();

/// Every part of the family plus one more of the allowed tiles.
Family with_one_more(Family family, std::uint32_t allowed) {
  Family more = 0;
  for (; allowed != 0; allowed &= allowed - 1) {
    const auto t = static_cast<std::uint32_t>(std::countr_zero(allowed));
    more |= (family & without_tile[t]) << (1U << t);
  }
  return more;
}

/// The family and everything that contains a part of it.
Family with_supersets(Family family) {
  for (std::uint32_t t = 0; t < 6; ++t) family |= (family & without_tile[t]) << (1U << t);
  return family;
}

constexpr std::array<TileSet, attribute_count> tiles_of_attribute = [] {
  std::array<TileSet, attribute_count> sets{};
  for (std::size_t i = 0; i < 6; ++i) {
    sets[i] = tile_set_tables::same_colour[i * shape_count];
    sets[colour_count + i] = tile_set_tables::same_shape[i];
  }
  return sets;
}();

/// Visits the cells of all placements without naming tiles: the cells determine the points, and the
/// tiles that can be placed there are a family of parts.
class Builder {
 public:
  // Six lines of six crossed by a line of six on the highest bonus cells score the most.
  explicit Builder(const Grid& grid)
      : grid_(grid),
        points_limit_(static_cast<std::size_t>((longest_line + 1) * grid.line_points(longest_line) +
                                               longest_line * largest_bonus + 1)) {
    assert(points_limit_ <= highest_entry + 1);
    for (auto& families : families_) std::fill_n(families.begin(), points_limit_, Family{0});
  }

  void run() {
    for (const GridIndex index : grid_.anchors()) {
      const GridCell& cell = grid_.at(index);
      const TileSet tiles = cell.fit[0] & cell.fit[1];
      if (tiles == 0) continue;
      for (attribute_ = 0; attribute_ < attribute_count; ++attribute_) {
        const std::uint32_t first = part_of(tiles, attribute_);
        if (first == 0) continue;
        const Family family = with_one_more(1, first);
        note(cell.points[0] + cell.points[1] + cell.bonus, family);
        for (std::size_t d = 0; d < 2; ++d) lines_from(index, cell, d, family);
      }
    }
  }

  /// No placement scores as much.
  [[nodiscard]] std::size_t points_limit() const { return points_limit_; }

  [[nodiscard]] const Family& family(int attribute, std::size_t points) const {
    return nth(families_, attribute)[points];
  }

 private:
  void note(int points, Family family) { nth(nth(families_, attribute_), points) |= family; }

  [[nodiscard]] TileSet of_attribute() const { return nth(tiles_of_attribute, attribute_); }

  void lines_from(GridIndex index, const GridCell& cell, std::size_t d, Family family) {
    const TileSet line = cell.run[d][run_before] | cell.run[d][run_after];
    if ((line & ~of_attribute()) != 0) return;
    direction_ = d;
    across_ = 1 - d;
    step_ = grid_step[d];
    const int length = cell.run_length[d][run_before] + cell.run_length[d][run_after] + 1;
    const int crossing = cell.points[across_] + cell.bonus;
    left_ = index - step_;
    open_left_ = cell.run[d][run_before] == 0;
    extend_left(family, line, length, crossing, left_);
    extend_right(family, line, length, crossing,
                 index + step_ * (cell.run_length[d][run_after] + 1));
  }

  [[nodiscard]] bool is_free(GridIndex index) const {
    const GridCell& cell = grid_.at(index);
    return cell.tile == GridCell::empty && cell.anchor == GridCell::nowhere;
  }

  void extend_right(Family family, TileSet line, int length, int crossing, GridIndex index) {
    const GridCell& cell = grid_.at(index);
    const TileSet beyond = cell.run[direction_][run_after];
    const TileSet whole = line | beyond;
    const int more = cell.run_length[direction_][run_after] + 1;
    if (cell.tile != GridCell::empty || (line & beyond) != 0 || length + more > longest_line ||
        (whole & ~of_attribute()) != 0)
      return;
    const std::uint32_t lying = part_of(whole, attribute_);
    family = with_one_more(family, part_of(cell.fit[across_], attribute_)) & disjoint[lying];
    if (family == 0) return;
    length += more;
    crossing += cell.points[across_] + cell.bonus;
    note(grid_.line_points(length) + crossing, family);
    extend_left(family, whole, length, crossing, left_);
    extend_right(family, whole, length, crossing, index + step_ * more);
  }

  void extend_left(Family family, TileSet line, int length, int crossing, GridIndex index) {
    if (!open_left_) return;
    const std::uint32_t lying = part_of(line, attribute_);
    while (length < longest_line && is_free(index)) {
      const GridCell& cell = grid_.at(index);
      family = with_one_more(family, part_of(cell.fit[across_], attribute_)) & disjoint[lying];
      if (family == 0) return;
      ++length;
      crossing += cell.bonus;
      note(grid_.line_points(length) + crossing, family);
      index -= step_;
    }
  }

  const Grid& grid_;
  const std::size_t points_limit_;
  // By points; only those below the limit are initialized, which is measurably faster.
  std::array<std::array<Family, highest_entry + 1>, attribute_count> families_;
  int attribute_ = 0;
  std::size_t direction_ = 0;
  std::size_t across_ = 1;
  GridIndex step_ = 1;
  GridIndex left_ = 0;
  bool open_left_ = false;
};

}  // namespace

void ReplyTable::build(const Grid& grid) {
  Builder builder(grid);
  builder.run();
  for (int a = 0; a < attribute_count; ++a) {
    auto& best = nth(best_, a);
    best.fill(0);
    Family settled = 0;
    for (std::size_t points = builder.points_limit(); points-- > 1;) {
      const Family family = builder.family(a, points);
      if (family == 0) continue;
      const Family reached = with_supersets(family);
      for (Family fresh = reached & ~settled; fresh != 0; fresh &= fresh - 1)
        nth(best, std::countr_zero(fresh)) = static_cast<std::uint8_t>(points);
      settled |= reached;
    }
  }
}

}  // namespace sixfold
