// What a player can do, and why a move is refused.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/cell.hpp"
#include "rules/tile.hpp"

namespace sixfold {

/// Place tiles from the hand on the table (B4).
struct Place {
  std::vector<PlacedTile> tiles;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Set tiles aside, draw the same number, return them to the bag (B10, C5).
struct Trade {
  std::vector<Tile> tiles;
  friend bool operator==(const Trade&, const Trade&) = default;
};

/// Roll these cubes again (C3). Empty: waive the optional roll when a compulsory one is due (C4).
struct Roll {
  std::vector<Tile> cubes;
  friend bool operator==(const Roll&, const Roll&) = default;
};

/// Hand in a disc and take this tile off the board (S5).
struct Take {
  PlacedTile tile;
  friend bool operator==(const Take&, const Take&) = default;
};

/// Only if nothing can be placed and the bag is empty (B3).
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};

using Move = std::variant<Place, Trade, Roll, Take, Pass>;

/// If several reasons apply, the first in this order is given.
enum class Reason : std::uint8_t {
  // any act
  game_over,
  not_your_turn,
  waiting_for_chance,  ///< a draw or a roll has not been answered yet
  act_not_open,
  no_tiles,  ///< an act that names no tile
  // placements
  occupied,
  off_board,
  not_in_hand,
  same_cell,
  not_one_line,
  no_start_field,
  no_contact,
  too_long,
  duplicate,
  mixed,
  not_largest_set,  ///< the opening is not as long as the largest set in hand (B2)
  // taking a tile with a disc
  no_disc,
  not_at_start,
  pickup_in_qwirkle,
  no_tile,
  // trading
  trade_size,  ///< not the number of tiles that may be traded
  bag_too_small,
};

/// The reason as written in protocols and files: its own name.
[[nodiscard]] std::string_view code_of(Reason reason);

struct IllegalMove {
  Reason reason{};
  std::optional<Cell> cell;  ///< where, if the reason concerns a cell

  friend bool operator==(const IllegalMove&, const IllegalMove&) = default;
};

}  // namespace sixfold
