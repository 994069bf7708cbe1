// Literals for tests: tiles, tables and moves as short texts, and the reverse, so that failed
// expectations are readable. Invalid literals throw.
#pragma once

#include <initializer_list>
#include <ostream>
#include <string_view>
#include <vector>

#include "rules/board.hpp"
#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "rules/position.hpp"
#include "rules/tiles.hpp"

namespace sixfold::tests {

/// "Rc": the colours are ROYGBP, the shapes c s d l x t (circle, square, diamond, clover, cross,
/// starburst).
[[nodiscard]] Tile tile(std::string_view text);
/// "Rc Gs"; also without blanks: "RcGs".
[[nodiscard]] std::vector<Tile> tiles(std::string_view text);
[[nodiscard]] Hand hand_of(std::string_view text);

/// "Rc@0,-1"
[[nodiscard]] PlacedTile placed_tile(std::string_view text);
/// "Rc@0,0 Rs@1,0"
[[nodiscard]] std::vector<PlacedTile> placed(std::string_view text);
[[nodiscard]] Board board_of(std::string_view text);
/// A table drawn row by row, tiles separated by blanks, `..` for an empty cell; the first is on
/// `corner`.
[[nodiscard]] Board drawn(std::initializer_list<std::string_view> rows, Cell corner = {0, 0});

[[nodiscard]] Place place(std::string_view text);
[[nodiscard]] Trade trade(std::string_view text);
[[nodiscard]] Roll roll(std::string_view text);
[[nodiscard]] Take take(std::string_view text);

}  // namespace sixfold::tests

// The test libraries find these through the types' namespace.
namespace sixfold {

std::ostream& operator<<(std::ostream& out, Tile tile);
std::ostream& operator<<(std::ostream& out, Cell cell);
std::ostream& operator<<(std::ostream& out, Direction direction);
std::ostream& operator<<(std::ostream& out, const PlacedTile& placed);
std::ostream& operator<<(std::ostream& out, const Tiles& tiles);
std::ostream& operator<<(std::ostream& out, const Board& board);
std::ostream& operator<<(std::ostream& out, const Place& place);
std::ostream& operator<<(std::ostream& out, Reason reason);
std::ostream& operator<<(std::ostream& out, const IllegalMove& illegal);
std::ostream& operator<<(std::ostream& out, const DrawQuestion& question);
std::ostream& operator<<(std::ostream& out, const RollQuestion& question);
std::ostream& operator<<(std::ostream& out, EndReason reason);
std::ostream& operator<<(std::ostream& out, const End& end);
std::ostream& operator<<(std::ostream& out, AnswerFault fault);
std::ostream& operator<<(std::ostream& out, const Acts& acts);

}  // namespace sixfold
