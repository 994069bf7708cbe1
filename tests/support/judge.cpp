#include "support/judge.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace sixfold::tests {

namespace {

constexpr int nothing = -1;

/// A rectangle of cells, each with the index of its tile or `nothing`.
class Grid {
 public:
  Grid(Cell corner, int width, int height)
      : corner_(corner),
        width_(width),
        height_(height),
        cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), nothing) {}

  [[nodiscard]] Cell corner() const { return corner_; }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] bool covers(Cell cell) const {
    return cell.x >= corner_.x && cell.x < corner_.x + width_ && cell.y >= corner_.y &&
           cell.y < corner_.y + height_;
  }
  [[nodiscard]] int at(Cell cell) const { return covers(cell) ? cells_[slot(cell)] : nothing; }
  void set(Cell cell, int what) { cells_[slot(cell)] = what; }

 private:
  [[nodiscard]] std::size_t slot(Cell cell) const {
    return static_cast<std::size_t>(cell.y - corner_.y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(cell.x - corner_.x);
  }

  Cell corner_;
  int width_;
  int height_;
  std::vector<int> cells_;
};

/// Adjacent tiles. Nothing is removed while tiles are placed, so a run found again with the same
/// length is the same run.
struct Run {
  bool across = false;
  Cell first;
  int length = 0;

  friend auto operator<=>(const Run&, const Run&) = default;
};

Cell next_to(Cell cell, bool across, int steps = 1) {
  return across ? Cell{cell.x + steps, cell.y} : Cell{cell.x, cell.y + steps};
}

/// Counts the different colours and shapes of tiles.
class Kinds {
 public:
  void add(int tile) {
    colours_[static_cast<std::size_t>(tile / 6)] = true;
    shapes_[static_cast<std::size_t>(tile % 6)] = true;
    ++tiles_;
  }
  /// All of one colour and of different shapes, or the other way round.
  [[nodiscard]] bool proper() const {
    const auto colours = std::ranges::count(colours_, true);
    const auto shapes = std::ranges::count(shapes_, true);
    return (colours == 1 && shapes == tiles_) || (shapes == 1 && colours == tiles_);
  }

 private:
  std::array<bool, 6> colours_{};
  std::array<bool, 6> shapes_{};
  int tiles_ = 0;
};

bool proper(const Grid& grid, const Run& run) {
  Kinds kinds;
  for (int i = 0; i < run.length; ++i) kinds.add(grid.at(next_to(run.first, run.across, i)));
  return kinds.proper();
}

/// Every run of two or more tiles on the table, sorted.
std::vector<Run> all_runs(const Grid& grid) {
  std::vector<Run> runs;
  for (const bool across : {false, true}) {
    const int rows = across ? grid.height() : grid.width();
    const int length = across ? grid.width() : grid.height();
    for (int row = 0; row < rows; ++row) {
      const Cell first = next_to(grid.corner(), !across, row);
      Run run;
      // One step past the end closes a run at the edge.
      for (int i = 0; i <= length; ++i) {
        const Cell cell = next_to(first, across, i);
        if (grid.at(cell) != nothing) {
          if (run.length == 0) run = {across, cell, 0};
          ++run.length;
        } else {
          if (run.length > 1) runs.push_back(run);
          run.length = 0;
        }
      }
    }
  }
  std::ranges::sort(runs);
  return runs;
}

/// The size of the largest subset of the hand that could be a line.
int longest_opening(const std::vector<int>& hand) {
  int longest = 1;
  for (unsigned chosen = 1; chosen < 1U << hand.size(); ++chosen) {
    Kinds kinds;
    int size = 0;
    for (std::size_t i = 0; i < hand.size(); ++i)
      if ((chosen >> i & 1U) != 0) {
        kinds.add(hand[i]);
        ++size;
      }
    if (kinds.proper()) longest = std::max(longest, size);
  }
  return longest;
}

class Judge {
 public:
  Judge(const Ruleset& rules, const Decision& decision)
      : rules_(rules),
        barred_(decision.barred),
        before_(grid_for(rules, decision)),
        after_(before_),
        empty_table_(decision.board.empty()),
        hand_size_(decision.hand.size()) {
    for (const PlacedTile& placed : decision.board.tiles())
      before_.set(placed.cell, placed.tile.index());
    after_ = before_;
    old_runs_ = all_runs(before_);
    std::vector<int> hand;
    for (const Tile tile : decision.hand.list()) hand.push_back(tile.index());
    left_.assign(36, 0);
    for (const int tile : hand) ++left_[static_cast<std::size_t>(tile)];
    if (decision.opening && empty_table_ && rules.opening == Opening::largest_set && !hand.empty())
      required_size_ = longest_opening(hand);
  }

  std::vector<JudgedPlacement> verdict() && {
    for (int x = 0; x < before_.width(); ++x)
      for (int y = 0; y < before_.height(); ++y)
        for (const bool across : {false, true}) {
          const Cell cell{before_.corner().x + x, before_.corner().y + y};
          if (may_begin(cell, across)) lay_from(cell, across);
        }
    return {found_.begin(), found_.end()};
  }

 private:
  /// The printed board, or everything within reach of six tiles from the table.
  static Grid grid_for(const Ruleset& rules, const Decision& decision) {
    if (rules.layout) return {{0, 0}, rules.layout->width, rules.layout->height};
    const int margin = decision.hand.size() + 1;
    Cell low{0, 0};
    Cell high{0, 0};
    if (!decision.board.empty()) low = high = decision.board.tiles().front().cell;
    for (const PlacedTile& placed : decision.board.tiles()) {
      low = {std::min(low.x, placed.cell.x), std::min(low.y, placed.cell.y)};
      high = {std::max(high.x, placed.cell.x), std::max(high.y, placed.cell.y)};
    }
    return {{low.x - margin, low.y - margin},
            high.x - low.x + 1 + 2 * margin,
            high.y - low.y + 1 + 2 * margin};
  }

  [[nodiscard]] bool touches(Cell cell) const {
    return before_.at({cell.x - 1, cell.y}) != nothing ||
           before_.at({cell.x + 1, cell.y}) != nothing ||
           before_.at({cell.x, cell.y - 1}) != nothing ||
           before_.at({cell.x, cell.y + 1}) != nothing;
  }

  /// Whether tiles placed from here on could touch an existing one.
  [[nodiscard]] bool may_begin(Cell cell, bool across) const {
    if (before_.at(cell) != nothing) return false;
    if (empty_table_) return rules_.layout || (across && cell == Cell{0, 0});
    int laid = 0;
    for (; laid < hand_size_ && before_.covers(cell); cell = next_to(cell, across)) {
      if (before_.at(cell) != nothing) continue;
      if (touches(cell)) return true;
      ++laid;
    }
    return false;
  }

  void lay_from(Cell cell, bool across) {
    while (after_.at(cell) != nothing) cell = next_to(cell, across);
    if (!after_.covers(cell)) return;
    for (int tile = 0; tile < 36; ++tile) {
      int& copies = left_[static_cast<std::size_t>(tile)];
      if (copies == 0) continue;
      --copies;
      after_.set(cell, tile);
      laid_.push_back({cell, tile_at(tile)});
      if (proper_through(cell)) {
        judge();
        lay_from(next_to(cell, across), across);
      }
      laid_.pop_back();
      after_.set(cell, nothing);
      ++copies;
    }
  }

  /// Whether the row and the column through the cell are proper runs so far; a longer run could not
  /// repair them.
  [[nodiscard]] bool proper_through(Cell cell) const {
    for (const bool across : {false, true}) {
      Run run{across, cell, 0};
      while (after_.at(next_to(run.first, across, -1)) != nothing)
        run.first = next_to(run.first, across, -1);
      while (after_.at(next_to(run.first, across, run.length)) != nothing) ++run.length;
      if (!proper(after_, run)) return false;
    }
    return true;
  }

  void judge() {
    if (!well_begun()) return;
    const std::vector<Run> runs = all_runs(after_);
    std::vector<Run> fresh;
    std::ranges::set_difference(runs, old_runs_, std::back_inserter(fresh));
    if (!std::ranges::all_of(fresh, [&](const Run& run) { return proper(after_, run); })) return;

    int points = fresh.empty() ? 1 : 0;
    for (const Run& run : fresh) points += run.length == 6 ? 12 : run.length;
    if (rules_.layout)
      for (const BonusCell& bonus : rules_.layout->bonus)
        if (lies_on(bonus.cell)) points += bonus.value;

    std::vector<PlacedTile> tiles = laid_;
    std::ranges::sort(tiles);
    found_.insert({std::move(tiles), points});
  }

  /// Everything except the lines: contact, start cell, size of the opening, barred cell.
  [[nodiscard]] bool well_begun() const {
    if (barred_ && std::ranges::find(laid_, *barred_) != laid_.end()) return false;
    if (required_size_ != 0 && required_size_ != static_cast<int>(laid_.size())) return false;
    if (!empty_table_)
      return std::ranges::any_of(laid_, [&](const PlacedTile& p) { return touches(p.cell); });
    if (!rules_.start_cells_count || !rules_.layout || rules_.layout->starts.empty()) return true;
    return std::ranges::any_of(rules_.layout->starts, [&](Cell start) { return lies_on(start); });
  }

  [[nodiscard]] bool lies_on(Cell cell) const {
    return std::ranges::any_of(laid_, [&](const PlacedTile& p) { return p.cell == cell; });
  }

  const Ruleset& rules_;
  std::optional<PlacedTile> barred_;
  Grid before_;
  Grid after_;
  std::vector<Run> old_runs_;
  bool empty_table_;
  int hand_size_;
  int required_size_ = 0;  // 0: any
  std::vector<int> left_;  // how many of each tile are in the hand
  std::vector<PlacedTile> laid_;
  std::set<JudgedPlacement> found_;
};

}  // namespace

std::vector<JudgedPlacement> judged_placements(const Ruleset& rules, const Decision& decision) {
  return Judge(rules, decision).verdict();
}

}  // namespace sixfold::tests
