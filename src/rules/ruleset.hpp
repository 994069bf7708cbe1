// A game of the family as a value, with one member per axis on which the games differ. Each axis is
// read in one place; nothing outside variants/ asks which game it is. Code that branches on one of
// the enumerations is a switch without default: a new value does not compile until it is decided.
#pragma once

#include <optional>
#include <string_view>

#include "rules/layout.hpp"
#include "rules/tiles.hpp"

namespace sixfold {

inline constexpr int fewest_seats = 2;
inline constexpr int most_seats = 4;
/// No game has more pieces. Lists in records and tables of the engine are dimensioned by it.
inline constexpr int most_pieces = 108;

/// Who opens: the player with the largest set in hand, or the youngest (B2, S2, N2).
enum class Opening : std::uint8_t { largest_set, youngest };
/// Who opens among players with equally large sets (B2).
enum class Tie : std::uint8_t { oldest, youngest };
/// Trading is a turn of its own (B10), or the last resort if no face could fit (C5).
enum class Trading : std::uint8_t { by_choice, when_no_face_fits };

/// 36 faces, each `copies` times; or six colours of dice, each `copies` times (C1).
struct Pieces {
  int copies = 3;
  bool rolled = false;

  friend bool operator==(const Pieces&, const Pieces&) = default;
};

struct Ruleset {
  std::string_view variant = "base";
  Pieces pieces;
  std::optional<Layout> layout;      ///< empty: the table has no bounds
  bool start_cells_count = false;    ///< the opening must cover a start cell (S2)
  bool roll_before_placing = false;  ///< C3
  bool take_for_disc = false;        ///< S4, S5
  bool open_hands = false;           ///< C1
  Trading trading = Trading::by_choice;
  Opening opening = Opening::largest_set;
  Tie tie = Tie::oldest;
  bool largest_set_may_open = true;  ///< whether `opening` may be largest_set

  int hand_size = 6;
  int bonus_for_six = 6;  ///< B7
  int bonus_for_out = 6;  ///< B11
  int idle_rounds = 4;    ///< rounds without a placement until the game is stalled (B13)

  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

/// Whether the largest set in hand decides who opens, and with how many tiles (B2).
[[nodiscard]] bool opens_with_largest_set(const Ruleset& rules);

/// The piece that shows a face: the tile itself, or the cube of its colour, written with its circle
/// up. Bags hold pieces, hands and the table show faces.
[[nodiscard]] Tile piece_of(const Ruleset& rules, Tile face);
[[nodiscard]] Tiles pieces_of(const Ruleset& rules, const Tiles& faces);

/// Every face that a piece can show.
[[nodiscard]] Tiles faces_of(const Ruleset& rules, const Tiles& pieces);

/// All pieces of the game (B1, C1).
[[nodiscard]] Bag full_bag(const Ruleset& rules);

/// Whether a tile may be on the cell at all (S3); without bounds, as far as coordinates reach.
[[nodiscard]] bool on_board(const Ruleset& rules, Cell cell);

}  // namespace sixfold
