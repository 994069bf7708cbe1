#include "rules/view.hpp"

#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

SeenTiles seen_tiles(const Ruleset& rules, const std::vector<Tile>& tiles) {
  if (rules.open_hands) return tiles;
  return static_cast<int>(tiles.size());
}

SeatView seat_view(const Ruleset& rules, const Seat& seat, const std::string& name) {
  SeatView seen;
  seen.name = name;
  seen.score = seat.score;
  seen.held = seat.in ? seat.hand.size() : 0;
  seen.discs = seat.discs;
  seen.in = seat.in;
  if (rules.open_hands) seen.hand = seat.in ? seat.hand.list() : std::vector<Tile>{};
  return seen;
}

/// Everyone sees the tiles on the table; hands that left the game stay unseen, unless hands are
/// open.
Tiles unseen_pieces(const Game& game, const Hand& own) {
  if (game.rules().open_hands) return game.position().bag;
  Tiles unseen = full_bag(game.rules());
  for (const PlacedTile& placed : game.position().board.tiles()) {
    const bool known = unseen.remove(placed.tile);
    assert(known);
    static_cast<void>(known);
  }
  const bool held = unseen.remove(own);
  assert(held);
  static_cast<void>(held);
  return unseen;
}

}  // namespace

SeenTurn seen(const Ruleset& rules, const Turn& turn) {
  SeenTurn seen_turn;
  seen_turn.seat = turn.seat;
  seen_turn.roll = turn.roll;
  seen_turn.forced = turn.forced;
  seen_turn.take = turn.take;
  // A player who passes or leaves draws nothing, whether or not draws are open.
  if (std::holds_alternative<Placed>(turn.act) || std::holds_alternative<Traded>(turn.act))
    seen_turn.drew = seen_tiles(rules, turn.draw);
  if (const auto* traded = std::get_if<Traded>(&turn.act))
    seen_turn.act = seen_tiles(rules, traded->tiles);
  else if (const auto* placed = std::get_if<Placed>(&turn.act))
    seen_turn.act = *placed;
  else if (const auto* left = std::get_if<Left>(&turn.act))
    seen_turn.act = *left;
  else
    seen_turn.act = Passed{};
  return seen_turn;
}

View view(const Game& game, std::optional<int> seat) {
  const Position& position = game.position();
  View view;
  view.rules = game.rules();
  view.board = position.board;
  view.stars = position.stars;
  view.seat = seat;
  view.turn = position.turn;
  view.opened = position.opened;
  if (seat) {
    const Seat& own = nth(position.seats, *seat);
    if (own.in) view.hand = own.hand;
    if (*seat == position.turn) view.acts = open_acts(game.rules(), position);
  }
  view.bag = position.bag.size();
  view.unseen = unseen_pieces(game, view.hand);
  for (std::size_t i = 0; i < position.seats.size(); ++i)
    view.seats.push_back(seat_view(game.rules(), position.seats[i], game.setup().players[i].name));
  view.barred = position.taken;
  for (const Turn& turn : game.turns()) view.history.push_back(seen(game.rules(), turn));
  view.end = position.end;
  return view;
}

Decision decision_of(const View& view) {
  return {view.board, view.hand, view.barred, !view.opened};
}

}  // namespace sixfold
