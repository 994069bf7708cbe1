#include "rules/layout.hpp"

#include <algorithm>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

using Drawing = std::array<std::string_view, tableau_side>;

// The Connect tableau is as printed. The three star cells of the Select tableau are our own
// choice.
constexpr Drawing connect_drawing{
    "........",  //
    ".B1...2.",  //
    ".1B1....",  //
    "..1B1...",  //
    "...1B1..",  //
    "....1B1.",  //
    ".2...1B.",  //
    "........",
};
constexpr Drawing select_drawing{
    "........",  //
    ".*......",  //
    ".....*..",  //
    "........",  //
    "........",  //
    "..*.....",  //
    "........",  //
    ".......S",
};

struct TableauData {
  Drawing drawing;
  int different_turns;
};
constexpr std::array<TableauData, 2> tableau_data{{{select_drawing, 4}, {connect_drawing, 2}}};

const TableauData& data_of(Tableau::Kind kind) { return nth(tableau_data, kind); }

/// False for an unknown character.
bool add_mark(Layout& layout, Cell cell, char mark) {
  if (mark == '.') return true;
  if (mark == 'S')
    layout.starts.push_back(cell);
  else if (mark == '*')
    layout.stars.push_back(cell);
  else if (mark == 'B')
    layout.presets.push_back(cell);
  else if (mark >= '1' && mark <= '9')
    layout.bonus.push_back({cell, mark - '0'});
  else
    return false;
  return true;
}

/// Where a cell of a tableau is after one clockwise quarter turn.
Cell turned(Cell cell) { return {tableau_side - 1 - cell.y, cell.x}; }

std::vector<Cell> special_cells(const Layout& layout) {
  std::vector<Cell> cells = layout.stars;
  cells.insert(cells.end(), layout.starts.begin(), layout.starts.end());
  cells.insert(cells.end(), layout.presets.begin(), layout.presets.end());
  for (const BonusCell& bonus : layout.bonus) cells.push_back(bonus.cell);
  std::ranges::sort(cells);
  return cells;
}

/// Whether two boards have the same marks in one quarter of the first, in reading order.
bool same_quarter(const Layout& board, const Layout& other, std::size_t quarter) {
  if (board.width != other.width || board.height != other.height) return false;
  const std::vector<std::string> rows = rows_of(board);
  const std::vector<std::string> other_rows = rows_of(other);
  const std::size_t left = quarter % 2 * tableau_side;
  for (std::size_t y = quarter / 2 * tableau_side; y < (quarter / 2 + 1) * tableau_side; ++y)
    if (rows[y].substr(left, tableau_side) != other_rows[y].substr(left, tableau_side))
      return false;
  return true;
}

}  // namespace

bool Layout::is_start(Cell cell) const { return std::ranges::binary_search(starts, cell); }

int Layout::bonus_at(Cell cell) const {
  const auto found = std::ranges::lower_bound(bonus, cell, {}, &BonusCell::cell);
  return found != bonus.end() && found->cell == cell ? found->value : 0;
}

void sort_cells(Layout& layout) {
  std::ranges::sort(layout.stars);
  std::ranges::sort(layout.starts);
  std::ranges::sort(layout.bonus);
  std::ranges::sort(layout.presets);
}

std::optional<LayoutFault> layout_fault(const Layout& layout) {
  using enum LayoutFault::Kind;
  for (const int side : {layout.width, layout.height})
    if (side < smallest_side || side > largest_side)
      return LayoutFault{size, {layout.width, layout.height}};
  const std::vector<Cell> cells = special_cells(layout);
  for (const Cell cell : cells)
    if (!layout.inside(cell)) return LayoutFault{outside, cell};
  if (const auto twin = std::ranges::adjacent_find(cells); twin != cells.end())
    return LayoutFault{listed_twice, *twin};
  for (const BonusCell& bonus : layout.bonus)
    if (bonus.value < 1 || bonus.value > largest_bonus) return LayoutFault{bonus_value, bonus.cell};
  return std::nullopt;
}

int different_turns(Tableau::Kind kind) { return data_of(kind).different_turns; }

Layout assemble(const Tableaus& tableaus) {
  Layout layout;
  layout.width = layout.height = 2 * tableau_side;
  for (int i = 0; i < 4; ++i) {
    const Tableau& tableau = nth(tableaus, i);
    const Drawing& drawing = data_of(tableau.kind).drawing;
    for (int y = 0; y < tableau_side; ++y)
      for (int x = 0; x < tableau_side; ++x) {
        Cell cell{x, y};
        for (int turn = 0; turn < tableau.quarter_turns % 4; ++turn) cell = turned(cell);
        add_mark(layout, {cell.x + i % 2 * tableau_side, cell.y + i / 2 * tableau_side},
                 nth(nth(drawing, y), x));
      }
  }
  sort_cells(layout);
  return layout;
}

std::optional<Tableaus> tableaus_of(const Layout& layout) {
  Tableaus tableaus;
  for (std::size_t i = 0; i < tableaus.size(); ++i) {
    bool found = false;
    for (const Tableau::Kind kind : {Tableau::Kind::connect, Tableau::Kind::select})
      for (int turns = different_turns(kind) - 1; turns >= 0; --turns) {
        Tableaus tried = tableaus;
        tried[i] = {kind, turns};
        if (!same_quarter(assemble(tried), layout, i)) continue;
        tableaus = tried;
        found = true;
      }
    if (!found) return std::nullopt;
  }
  return tableaus;
}

Result<Layout, LayoutFault> layout_from_rows(const std::vector<std::string>& rows) {
  Layout layout;
  const auto bad_size = Unexpected{LayoutFault{LayoutFault::Kind::size, {}}};
  if (rows.empty() || rows.size() > largest_side) return bad_size;
  layout.height = static_cast<int>(rows.size());
  layout.width = static_cast<int>(std::min<std::size_t>(rows.front().size(), largest_side + 1));
  for (int y = 0; y < layout.height; ++y) {
    const std::string& row = nth(rows, y);
    if (row.size() != rows.front().size()) return bad_size;
    for (int x = 0; x < layout.width; ++x)
      if (!add_mark(layout, {x, y}, nth(row, x)))
        return Unexpected{LayoutFault{LayoutFault::Kind::unknown_mark, {x, y}}};
  }
  sort_cells(layout);
  if (const auto fault = layout_fault(layout)) return Unexpected{*fault};
  return layout;
}

std::vector<std::string> rows_of(const Layout& layout) {
  std::vector<std::string> rows(static_cast<std::size_t>(layout.height),
                                std::string(static_cast<std::size_t>(layout.width), '.'));
  const auto mark = [&](Cell cell, char with) { nth(nth(rows, cell.y), cell.x) = with; };
  for (const Cell cell : layout.starts) mark(cell, 'S');
  for (const Cell cell : layout.stars) mark(cell, '*');
  for (const Cell cell : layout.presets) mark(cell, 'B');
  for (const BonusCell& bonus : layout.bonus)
    mark(bonus.cell, static_cast<char>('0' + bonus.value));
  return rows;
}

}  // namespace sixfold
