// Placements: which are legal, why others are not, and what they score.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rules/board.hpp"
#include "rules/move.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

/// Everything that a placement depends on.
struct Decision {
  Board board;
  Hand hand;
  std::optional<PlacedTile> barred;  ///< the tile just taken and the cell it came from (S7)
  bool opening = false;              ///< nobody has placed yet

  friend bool operator==(const Decision&, const Decision&) = default;
};

/// Empty if the placement is legal; otherwise the first reason that applies.
[[nodiscard]] std::optional<IllegalMove> why_illegal(const Ruleset& rules, const Decision& decision,
                                                     const Place& place);
/// The same for a table and a hand that are stored elsewhere.
[[nodiscard]] std::optional<IllegalMove> why_illegal(const Ruleset& rules, const Board& board,
                                                     const Hand& hand,
                                                     const std::optional<PlacedTile>& barred,
                                                     bool opening, const Place& place);

/// Every legal placement once: its tiles sorted by cell, the list sorted. On an empty table without
/// bounds, openings are listed only from 0,0 to the right.
[[nodiscard]] std::vector<Place> legal_placements(const Ruleset& rules, const Decision& decision);

/// The same, or nothing if there are more than `most`: a large hand on an open board has
/// millions.
[[nodiscard]] std::optional<std::vector<Place>> legal_placements(const Ruleset& rules,
                                                                 const Decision& decision,
                                                                 std::size_t most);

/// Whether there is any legal placement.
[[nodiscard]] bool can_place(const Ruleset& rules, const Decision& decision);

/// Whether any of these tiles, placed alone, would fit anywhere on the table.
[[nodiscard]] bool any_fits(const Ruleset& rules, const Board& board, const Tiles& tiles,
                            const std::optional<PlacedTile>& barred = std::nullopt);

struct ScoredLine {
  Direction direction{};
  std::vector<Cell> cells;
  int bonus = 0;  ///< for a line of six (B7)

  [[nodiscard]] int length() const { return static_cast<int>(cells.size()); }
  [[nodiscard]] int points() const { return length() + bonus; }

  friend bool operator==(const ScoredLine&, const ScoredLine&) = default;
};

/// The points of a placement, itemized.
struct Score {
  std::vector<ScoredLine> lines;       ///< formed or extended by the placement (B6)
  int lone_tile = 0;                   ///< the 1 for opening with a single tile (B8)
  std::vector<BonusCell> bonus_cells;  ///< covered numbered cells (N3)
  int going_out = 0;                   ///< B11; not part of points()

  [[nodiscard]] int points() const;

  friend bool operator==(const Score&, const Score&) = default;
};

/// Precondition: the placement is legal on this board. `goes_out`: it empties the hand while the
/// bag is empty.
[[nodiscard]] Score score(const Ruleset& rules, const Board& board, const Place& place,
                          bool goes_out = false);
/// The same if the tiles are already on the board.
[[nodiscard]] Score score_of_placed(const Ruleset& rules, const Board& after, const Place& place,
                                    bool goes_out = false);

}  // namespace sixfold
