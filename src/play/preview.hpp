// What a player who has laid tiles but not played them wants to know, from a view alone: so it is
// the same for a game in this program and for one that a server runs.
#pragma once

#include <optional>
#include <vector>

#include "record/json.hpp"
#include "rules/placement.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Where a tile that is still in the hand can join those laid.
struct Fit {
  Tile tile;
  std::vector<Cell> cells;

  friend bool operator==(const Fit&, const Fit&) = default;
};

struct Preview {
  std::optional<IllegalMove> illegal;  ///< none: it can be played
  /// Where the lines are good, even if an opening is still too short (B2).
  std::optional<Score> score;
  std::vector<Fit> fits;    ///< each kind of tile that is left, even where it fits nowhere
  TradeLimits trade;        ///< of the whole hand
  std::vector<Cell> takes;  ///< whose tile may be taken up for a disc now (S5)
};

/// A tile fits where the placement is good with it, though perhaps not yet long enough (B2).
/// On an empty table without bounds the first tile is offered 0,0 only.
[[nodiscard]] Preview preview(const View& view, const Place& laid);
[[nodiscard]] Json to_json(const Preview& preview);

/// Every placement of the view's history taken apart, in its order; none for other turns. Nothing
/// at all where the history does not lead to the table that is seen.
[[nodiscard]] std::optional<std::vector<std::optional<Score>>> scores_of_history(const View& view);

/// `{"points":…,"lines":[{"cells":[…],"bonus":6}],"lone":1,"bonus":[["2,1",1]],"out":6}`; what is
/// 0 or empty is left out, except points and lines.
[[nodiscard]] Json to_json(const Score& score);

}  // namespace sixfold
