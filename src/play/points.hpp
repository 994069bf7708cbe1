// The points of a placement as people read them, item by item.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rules/placement.hpp"

namespace sixfold {

/// What earned points. Each has a message, `move.` and its code.
enum class PointsFor : std::uint8_t { line, sixfold, lone_tile, bonus_cell, going_out };
/// `line`, `line.six`, `lone`, `bonus`, `out`.
[[nodiscard]] std::string_view code_of(PointsFor what);

struct PointsItem {
  PointsFor what{};
  int points = 0;
  int length = 0;                      ///< of a line
  std::optional<Direction> direction;  ///< of a line
  std::optional<Cell> cell;            ///< that has a number

  friend bool operator==(const PointsItem&, const PointsItem&) = default;
};

/// Everything that the placement earned, the bonus for going out included.
[[nodiscard]] std::vector<PointsItem> itemized(const Score& score);

}  // namespace sixfold
