// A game that begins in the middle: from a position that somebody composed, or from a moment of
// another game.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/board.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

struct Setup;

/// What there is at the beginning besides the hands.
struct Start {
  std::vector<PlacedTile> tiles;  ///< everything on the table
  std::vector<Cell> stars;        ///< still with their disc
  std::vector<int> scores;        ///< one per seat
  std::vector<int> discs;         ///< one per seat
  std::vector<Tile> gone;         ///< pieces that left the game with their players (B14)
  bool rolled = false;            ///< the player to move has used or waived the roll (C3)

  friend bool operator==(const Start&, const Start&) = default;
};

/// Why no game can come to a position, and where.
struct StartFault {
  enum class Kind : std::uint8_t {
    form,       ///< not one score and one number of discs for each seat
    off_board,  ///< a tile that is not on the board
    occupied,   ///< two tiles on one cell
    too_long,   ///< as in Reason, like the next two
    duplicate,
    mixed,
    apart,       ///< without bounds, all tiles are connected
    too_many,    ///< more pieces of a kind than the game has
    star,        ///< a disc that is not on a star cell, or is under a tile (S4)
    discs,       ///< players hold more discs than have left the board
    points,      ///< points although nobody has placed a tile
    hand_empty,  ///< whoever has no tile has gone out (B11)
    hand_small,  ///< players draw back up while the bag lasts (B9)
    hand_large,
    opener,  ///< on an empty table, a seat that may not open (B2)
    over,    ///< the game would be over (B13)
    stuck,   ///< the player to move could only pass
  };
  Kind kind{};
  std::optional<Cell> cell;
  std::optional<Tile> tile;  ///< in a game of cubes, one of that colour
  std::optional<int> seat;

  friend bool operator==(const StartFault&, const StartFault&) = default;
};
[[nodiscard]] std::string_view code_of(StartFault::Kind kind);

/// The first thing that is wrong. Precondition: `setup.start` is there, its opener is a seat.
[[nodiscard]] std::optional<StartFault> start_fault(const Ruleset& rules, const Setup& setup);

/// The same as far as only the table and the known hands matter: any hand may lack tiles.
[[nodiscard]] std::optional<StartFault> table_fault(const Ruleset& rules, const Setup& setup);

/// Precondition: start_fault() finds nothing.
[[nodiscard]] Position position_at(const Ruleset& rules, const Setup& setup);

}  // namespace sixfold
