// What is printed on a bounded board: its size, start cells, star cells, numbered cells and the
// black cells that get a tile before the hands are drawn (S1, N1, X1).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cell.hpp"
#include "rules/result.hpp"

namespace sixfold {

struct BonusCell {
  Cell cell;
  int value = 0;

  friend auto operator<=>(const BonusCell&, const BonusCell&) = default;
};

inline constexpr int smallest_side = 6;
inline constexpr int largest_side = 64;
inline constexpr int largest_bonus = 9;

/// The lists are sorted; layout_fault() checks the whole.
struct Layout {
  int width = 0;
  int height = 0;
  std::vector<Cell> stars;       ///< start with a disc
  std::vector<Cell> starts;      ///< in Select, the opening covers one
  std::vector<BonusCell> bonus;  ///< score their number when covered
  std::vector<Cell> presets;     ///< get a random tile during set-up

  [[nodiscard]] bool inside(Cell cell) const {
    return cell.x >= 0 && cell.x < width && cell.y >= 0 && cell.y < height;
  }
  [[nodiscard]] bool is_start(Cell cell) const;
  /// 0 for a cell without a number.
  [[nodiscard]] int bonus_at(Cell cell) const;

  friend bool operator==(const Layout&, const Layout&) = default;
};

void sort_cells(Layout& layout);

/// Why a layout is unusable, and where.
struct LayoutFault {
  enum class Kind : std::uint8_t { size, outside, listed_twice, bonus_value, unknown_mark };
  Kind kind{};
  Cell cell;

  friend bool operator==(const LayoutFault&, const LayoutFault&) = default;
};
[[nodiscard]] std::optional<LayoutFault> layout_fault(const Layout& layout);

/// An 8×8 quarter of a printed board.
struct Tableau {
  enum class Kind : std::uint8_t { select, connect };
  Kind kind{};
  int quarter_turns = 0;  ///< clockwise, from the tableau as drawn

  friend bool operator==(const Tableau&, const Tableau&) = default;
};

inline constexpr int tableau_side = 8;

/// How many turns of a tableau are different: four for Select, two for Connect.
[[nodiscard]] int different_turns(Tableau::Kind kind);

/// In reading order: upper left, upper right, lower left, lower right.
using Tableaus = std::array<Tableau, 4>;

/// The 16×16 board made of four tableaus.
[[nodiscard]] Layout assemble(const Tableaus& tableaus);
/// The tableaus that make up this board, each with the fewest turns; nothing if there are none.
[[nodiscard]] std::optional<Tableaus> tableaus_of(const Layout& layout);

/// A board drawn with `.` plain, `S` start, `*` star, `B` black, `1` to `9` numbered; all rows of
/// the same length.
[[nodiscard]] Result<Layout, LayoutFault> layout_from_rows(const std::vector<std::string>& rows);
[[nodiscard]] std::vector<std::string> rows_of(const Layout& layout);

}  // namespace sixfold
