// Why an act is good, as data: codes with parameters that clients word in each language.
#pragma once

#include <string_view>
#include <vector>

#include "rules/view.hpp"

namespace sixfold {

enum class ReasonCode : std::uint8_t {
  points,       ///< `number`: points scored at once
  line_of_six,  ///< `number`: completed lines of six
  /// A line of five is left open: `tile` completes it, `number` copies are left; in an
  /// explanation also `cells`, and the `chance` that the next player has one.
  leaves_five,
  goes_out,        ///< places the last tile
  keeps_together,  ///< of the kept tiles, `number` share a colour or a shape
  takes_disc,      ///< `number`: discs collected
  trades,          ///< `number`: tiles traded
  rolls,           ///< `number`: cubes rolled
  takes_tile,      ///< `tile` is taken with a disc
  // Only in explanations.
  prepares_six,  ///< the kept `tile` could complete a line of six on `cells`; `number` are left
  /// `tile` can no longer complete a line of six on `cells`; `number` are left, and the `chance`
  /// that the next player has one.
  blocks_six,
  opens,         ///< the next player can make `number` or more with the new tiles: `chance`
  next_scores,   ///< the next player's best reply: `average`, and the `chance` of a large one
  keeps_copies,  ///< `number` of the kept tiles are copies of others, `tiles`
  roll_odds,  ///< the `chance` to score more than `number`, as without the roll, and the `average`
  disc_buys,  ///< the most points this turn: `number` with the tile, `against` without it
  race,       ///< the bag is empty: `number` tiles left to place, another has `against`
  proved,     ///< the end was solved: `number` points ahead
  keeps_six,  ///< the kept `tile` can still complete a line of six on `cells`; `number` are left
};

/// As written in JSON: its own name.
[[nodiscard]] std::string_view code_of(ReasonCode code);

struct MoveReason {
  ReasonCode code{};
  int number = 0;
  std::optional<Tile> tile;
  std::optional<int> against;     ///< a number to compare with
  std::optional<double> chance;   ///< from 0 to 1, in whole hundredths
  std::optional<double> average;  ///< in points, in whole tenths
  std::vector<Tile> tiles;
  std::vector<Cell> cells;

  friend bool operator==(const MoveReason&, const MoveReason&) = default;
};

/// How many pieces that can show the tile are neither on the table nor in the viewer's hand.
[[nodiscard]] int copies_left(const View& view, Tile tile);

/// What speaks for or against a legal move, most important first.
[[nodiscard]] std::vector<MoveReason> reasons_for(const View& view, const Move& move);

}  // namespace sixfold
