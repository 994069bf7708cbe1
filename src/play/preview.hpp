// What a player who has placed tiles but not played them wants to know, from a view alone: so it is
// the same for a game in this program and for one on a server.
#pragma once

#include <optional>
#include <vector>

#include "rules/placement.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Where a tile that is still in the hand can join the placed ones.
struct Fit {
  Tile tile;
  std::vector<Cell> cells;

  friend bool operator==(const Fit&, const Fit&) = default;
};

struct Preview {
  /// Empty: it can be played. The cell is that of the tile which breaks the rule, judged by the
  /// order in which the tiles were placed.
  std::optional<IllegalMove> illegal;
  /// Set if the lines are legal, even if an opening is still too short (B2).
  std::optional<Score> score;
  std::vector<Fit> fits;    ///< each kind of tile that is left, even if it fits nowhere
  TradeLimits trade;        ///< of the whole hand
  std::vector<Cell> takes;  ///< cells whose tile may be taken with a disc now (S5)
};

/// A tile fits if the placement is legal with it, though perhaps still too short (B2).
/// On an empty table without bounds the first tile is offered only 0,0.
[[nodiscard]] Preview preview(const View& view, const Place& laid);

/// Every placement of the view's history, itemized, in order; empty for other turns. The bonus for
/// going out is part of the last one if the view says how the game ended. Nothing at all if the
/// history does not lead to the table in the view.
[[nodiscard]] std::optional<std::vector<std::optional<Score>>> scores_of_history(const View& view);

}  // namespace sixfold
