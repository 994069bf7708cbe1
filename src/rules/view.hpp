// What one seat, or a spectator, may know about a game. Everything that bots and clients are told
// is made from this, member by member: what is not listed here cannot leak.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/game.hpp"

namespace sixfold {

struct SeatView {
  std::string name;
  int score = 0;
  int held = 0;  ///< how many tiles are in the hand
  int discs = 0;
  bool in = true;
  std::optional<std::vector<Tile>> hand;  ///< if hands are open

  friend bool operator==(const SeatView&, const SeatView&) = default;
};

/// A number of tiles if only their owner sees them, the tiles themselves if everyone does.
using SeenTiles = std::variant<int, std::vector<Tile>>;

/// A turn as everyone at the table saw it.
struct SeenTurn {
  int seat = 0;
  std::optional<RolledCubes> roll;
  std::vector<std::vector<Tile>> forced;
  std::optional<PlacedTile> take;
  std::variant<Placed, SeenTiles, Passed, Left> act;  ///< SeenTiles: the traded tiles
  SeenTiles drew = 0;

  friend bool operator==(const SeenTurn&, const SeenTurn&) = default;
};

struct View {
  Ruleset rules;
  Board board;
  std::vector<Cell> stars;  ///< still with their disc
  std::optional<int> seat;  ///< empty: a spectator
  int turn = 0;
  bool opened = false;
  Hand hand;    ///< the viewer's own; empty for spectators and for players who have left
  int bag = 0;  ///< how many pieces it holds
  /// Pieces that are neither on the table nor in a hand that the viewer sees.
  Tiles unseen;
  std::vector<SeatView> seats;
  Acts acts;  ///< the viewer's, so empty if another seat is to move
  std::optional<PlacedTile> barred;
  std::vector<SeenTurn> history;
  std::optional<End> end;

  friend bool operator==(const View&, const View&) = default;
};

/// `seat`: empty for a spectator.
[[nodiscard]] View view(const Game& game, std::optional<int> seat);

/// The turn without what only its player saw.
[[nodiscard]] SeenTurn seen(const Ruleset& rules, const Turn& turn);

/// What a placement by the viewer depends on.
[[nodiscard]] Decision decision_of(const View& view);

}  // namespace sixfold
