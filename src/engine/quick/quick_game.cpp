#include "engine/quick/quick_game.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>

#include "engine/search/best_placement.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

int largest_set_in(TileSet hand) {
  int largest = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const TileSet colour = hand & tile_set_tables::same_colour[6 * i];
    const TileSet shape = hand & tile_set_tables::same_shape[i];
    largest = std::max({largest, std::popcount(colour), std::popcount(shape)});
  }
  return largest;
}

std::vector<Tile> tiles_of(const QuickHand& hand) {
  std::vector<Tile> tiles;
  for_each_tile(hand, [&](int tile) { tiles.push_back(tile_at(tile)); });
  return tiles;
}

}  // namespace

QuickGame::QuickGame(const Ruleset& rules) : rules_(rules), grid_(rules) {
  if (rules.layout) state_.stars.reserve(rules.layout->stars.size());
}

/// Everything that a piece in a hand or the bag can show.
TileSet QuickGame::faces_of(int piece) const {
  return rules_.pieces.rolled ? nth(tile_set_tables::same_colour, piece) : set_of(piece);
}

int QuickGame::draw_one(int seat, Random& dealer) {
  const int place = seat == front_seat_ ? state_.front++ : --state_.back;
  const int piece = nth(state_.bag, place);
  return rules_.pieces.rolled ? piece + static_cast<int>(dealer.below(shape_count)) : piece;
}

/// Inserts the piece anywhere in the order.
void QuickGame::put_back(int piece, Random& dealer) {
  const int place = state_.front > 0 ? --state_.front : state_.back++;
  const int other = state_.front + static_cast<int>(dealer.index(static_cast<std::size_t>(bag())));
  nth(state_.bag, place) = nth(state_.bag, other);
  nth(state_.bag, other) = static_cast<std::uint8_t>(piece);
}

void QuickGame::fill_bag() {
  state_.front = state_.back = 0;
  state_.off_table.fill(0);
  state_.off_table_faces = 0;
  for (const Tile piece : full_bag(rules_).list()) {
    const auto index = static_cast<std::size_t>(piece.index());
    nth(state_.bag, state_.back++) = static_cast<std::uint8_t>(index);
    ++state_.off_table[index];
    state_.off_table_faces |= faces_of(piece.index());
  }
}

void QuickGame::lay_presets(Random& dealer, Setup& setup) {
  for (const Cell cell : rules_.layout->presets) {
    const int tile = draw_one(nobody, dealer);
    const auto index = static_cast<std::size_t>(tile);
    grid_.lay(grid_.index_of(cell), tile);
    if (--state_.off_table[index] == 0) state_.off_table_faces &= ~set_of(tile);
    if (log_ != nullptr) setup.presets.push_back(tile_at(tile));
  }
}

void QuickGame::begin(int seats, Random& dealer) {
  assert(seats >= fewest_seats && seats <= most_seats);
  seat_count_ = seats;
  front_seat_ = nobody;
  takes_ = 0;
  state_.idle_turns = 0;
  state_.opened = false;
  state_.end.reset();
  grid_.set_up({});
  fill_bag();
  dealer.shuffle(std::span(state_.bag).first(static_cast<std::size_t>(state_.back)));
  Setup setup;
  state_.stars.clear();
  if (rules_.layout) {
    for (const Cell star : rules_.layout->stars) state_.stars.push_back(grid_.index_of(star));
    lay_presets(dealer, setup);
  }
  for (int seat = 0; seat < seats; ++seat) {
    QuickSeat& at = nth(state_.seats, seat);
    at = {};
    for (int i = 0; i < rules_.hand_size; ++i) at.hand.add(draw_one(seat, dealer));
  }
  settle_opener(dealer);
  if (log_ == nullptr) return;
  for (int seat = 0; seat < seats; ++seat) {
    setup.hands.push_back(tiles_of(seat_at(seat).hand));
    setup.players.push_back({"seat " + std::to_string(seat), std::nullopt});
  }
  setup.opener = state_.turn;
  *log_ = {std::move(setup), {}};
  logged_ = Turn{.seat = state_.turn};
}

void QuickGame::set_up(const View& view) {
  assert(view.seat && *view.seat == view.turn);
  seat_count_ = static_cast<int>(view.seats.size());
  front_seat_ = view.turn;
  takes_ = 0;
  state_.turn = view.turn;
  state_.opened = view.opened;
  state_.end.reset();
  state_.idle_turns = 0;
  for (std::size_t i = view.history.size(); i-- > 0;) {
    if (std::holds_alternative<Placed>(view.history[i].act)) break;
    if (!std::holds_alternative<Left>(view.history[i].act)) ++state_.idle_turns;
  }
  grid_.set_up(view.board);
  if (view.barred) grid_.bar(grid_.index_of(view.barred->cell), view.barred->tile.index());
  state_.stars.clear();
  for (const Cell star : view.stars) state_.stars.push_back(grid_.index_of(star));
  state_.front = state_.back = 0;
  state_.off_table.fill(0);
  state_.off_table_faces = 0;
  const auto count = [&](int piece) {
    ++nth(state_.off_table, piece);
    state_.off_table_faces |= faces_of(piece);
  };
  for (const Tile piece : view.unseen.list()) {
    if (state_.back == most_pieces) break;
    nth(state_.bag, state_.back++) = static_cast<std::uint8_t>(piece.index());
    count(piece.index());
  }
  for (std::size_t i = 0; i < view.seats.size(); ++i) {
    QuickSeat& seat = state_.seats[i];
    seat = {};
    seat.score = view.seats[i].score;
    seat.discs = view.seats[i].discs;
    seat.in = view.seats[i].in;
    if (!seat.in) continue;
    if (static_cast<int>(i) == view.turn)
      seat.hand = QuickHand(view.hand);
    else if (view.seats[i].hand)
      seat.hand = QuickHand(Tiles(*view.seats[i].hand));
    for_each_tile(seat.hand, [&](int tile) {
      count(rules_.pieces.rolled ? tile - tile % shape_count : tile);
    });
  }
}

void QuickGame::deal_hidden(const View& view, Random& dealer) {
  // Pieces dealt earlier are still beyond the ends of the order.
  state_.front = 0;
  state_.back = std::min(view.unseen.size(), most_pieces);
  dealer.shuffle(std::span(state_.bag).first(static_cast<std::size_t>(state_.back)));
  for (int seat = 0; seat < seat_count_; ++seat) {
    const SeatView& seen = nth(view.seats, seat);
    if (seat == view.turn || seen.hand) continue;
    QuickHand& hand = nth(state_.seats, seat).hand;
    hand.clear();
    // The hand of a seat that has left stays out of reach, and unseen.
    for (int i = 0; i < seen.held && bag() > 0; ++i) hand.add(draw_one(seat, dealer));
  }
  state_.back = std::min(state_.back, state_.front + view.bag);
}

void QuickGame::deal_hand(const View& view, const QuickHand& hand, Random& dealer) {
  state_.front = 0;
  state_.back = std::min(view.unseen.size(), most_pieces);
  QuickHand wanted = hand;
  for (int i = 0; i < state_.back;) {
    const int tile = nth(state_.bag, i);
    if (wanted.count(tile) == 0) {
      ++i;
      continue;
    }
    wanted.remove(tile);
    std::swap(nth(state_.bag, i), nth(state_.bag, --state_.back));
  }
  dealer.shuffle(std::span(state_.bag).first(static_cast<std::size_t>(state_.back)));
  nth(state_.seats, 1 - view.turn).hand = hand;
}

void QuickGame::mark(Mark& mark) const {
  mark.state = state_;
  mark.tiles = grid_.size();
  mark.takes = takes_;
  mark.table.clear();
  if (!rules_.take_for_disc) return;
  for (const GridIndex index : grid_.tiles()) mark.table.emplace_back(index, grid_.at(index).tile);
}

void QuickGame::rewind(const Mark& mark) {
  state_ = mark.state;
  grid_.release();
  if (takes_ == mark.takes) {
    while (grid_.size() > mark.tiles) grid_.undo(grid_.tiles().back());
    return;
  }
  takes_ = mark.takes;
  grid_.set_up({});
  for (const auto& [index, tile] : mark.table) grid_.lay(index, tile);
}

void QuickGame::settle_opener(Random& dealer) {
  std::uint32_t ties = 0;
  int largest = 0;
  for (int seat = 0; seat < seat_count_; ++seat) {
    const int set = opens_with_largest_set(rules_) ? largest_set_in(seat_at(seat).hand.set()) : 1;
    if (set < largest) continue;
    ties = set == largest ? ties + 1 : 1;
    largest = set;
    if (ties == 1 || dealer.below(ties) == 0) state_.turn = seat;
  }
}

int QuickGame::opening_length() const {
  const bool bound = !state_.opened && grid_.size() == 0 && opens_with_largest_set(rules_);
  return bound ? largest_set_in(seat_at(state_.turn).hand.set()) : 0;
}

int QuickGame::most_traded() const {
  return trade_limits(rules_, seat_at(state_.turn).hand.size(), bag()).most;
}

void QuickGame::roll(const QuickHand& cubes, Random& dealer, std::vector<Tile>* faces) {
  QuickHand& hand = mover().hand;
  // All leave the hand before any comes back: a new face must not be rolled again.
  for_each_tile(cubes, [&](int cube) { hand.remove(cube); });
  for_each_tile(cubes, [&](int cube) {
    const int face = cube - cube % shape_count + static_cast<int>(dealer.below(shape_count));
    hand.add(face);
    if (faces != nullptr) faces->push_back(tile_at(face));
  });
}

void QuickGame::roll(const QuickHand& cubes, Random& dealer) {
  if (log_ != nullptr) logged_.roll = RolledCubes{tiles_of(cubes), {}};
  roll(cubes, dealer, log_ != nullptr ? &logged_.roll->faces : nullptr);
}

void QuickGame::roll_until_something_fits(Random& dealer) {
  while (!grid_.any_fits(mover().hand.set())) {
    const QuickHand all = mover().hand;
    if (log_ != nullptr) logged_.forced.emplace_back();
    roll(all, dealer, log_ != nullptr ? &logged_.forced.back() : nullptr);
  }
}

TileSet QuickGame::possible_faces() const {
  TileSet faces = 0;
  for_each_tile(seat_at(state_.turn).hand, [&](int tile) { faces |= faces_of(tile); });
  return faces;
}

/// C3: all cubes that the best placement does not use, so that it is still possible.
void QuickGame::roll_spare(Random& rng, Random& dealer) {
  QuickHand spare = mover().hand;
  if (const auto best = best_placement(grid_, spare.set(), 0, rng))
    for (int i = 0; i < best->count; ++i) spare.remove(nth(best->tiles, i));
  if (spare.size() > 0) roll(spare, dealer);
}

void QuickGame::take(GridIndex index) {
  const int tile = grid_.at(index).tile;
  if (log_ != nullptr) logged_.take = PlacedTile{grid_.cell_of(index), tile_at(tile)};
  --mover().discs;
  mover().hand.add(tile);
  if (nth(state_.off_table, tile)++ == 0) state_.off_table_faces |= set_of(tile);
  grid_.take_up(index);
  grid_.bar(index, tile);
  ++takes_;
}

/// S5: the tile that raises this turn's points most, if any does.
void QuickGame::take_if_it_pays(Random& rng) {
  const int points = best_points(grid_, mover().hand.set());
  int most = points;
  std::uint32_t ties = 0;
  GridIndex chosen = 0;
  const std::vector<GridIndex> laid = grid_.tiles();
  for (const GridIndex index : laid) {
    if (grid_.in_line_of_six(index)) continue;
    const int best = best_points_after_take(index);
    if (best <= points || best < most) continue;
    ties = best == most ? ties + 1 : 1;
    most = best;
    if (ties == 1 || rng.below(ties) == 0) chosen = index;
  }
  if (most > points) take(chosen);
}

int QuickGame::best_points_after_take(GridIndex index) {
  const int tile = grid_.at(index).tile;
  grid_.take_up(index);
  grid_.bar(index, tile);
  const int best = best_points(grid_, mover().hand.set() | set_of(tile));
  grid_.release();
  grid_.lay(index, tile);
  ++takes_;
  return best;
}

void QuickGame::place(const QuickPlacement& placement, Random& dealer) {
  QuickSeat& seat = mover();
  if (log_ != nullptr) logged_.act = Placed{placement.to_place(grid_).tiles, placement.points};
  grid_.release();
  for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
    const int tile = placement.tiles[i];
    const GridIndex cell = placement.cells[i];
    grid_.lay(cell, tile);
    seat.hand.remove(tile);
    const int piece = rules_.pieces.rolled ? tile - tile % shape_count : tile;
    if (--nth(state_.off_table, piece) == 0) state_.off_table_faces &= ~faces_of(piece);
    if (!rules_.take_for_disc) continue;
    const auto star = std::ranges::find(state_.stars, cell);
    if (star == state_.stars.end()) continue;
    state_.stars.erase(star);
    ++seat.discs;
  }
  seat.score += placement.points;
  while (seat.hand.size() < rules_.hand_size && bag() > 0) {
    const int tile = draw_one(state_.turn, dealer);
    seat.hand.add(tile);
    if (log_ != nullptr) logged_.draw.push_back(tile_at(tile));
  }
  finish_turn(true);
}

void QuickGame::trade(const QuickHand& tiles, Random& dealer) {
  QuickHand& hand = mover().hand;
  const int over = std::max(0, hand.size() - rules_.hand_size);
  if (log_ != nullptr) logged_.act = Traded{tiles_of(tiles)};
  for_each_tile(tiles, [&](int tile) { hand.remove(tile); });
  for (int i = 0; i < tiles.size() - over; ++i) {
    const int tile = draw_one(state_.turn, dealer);
    hand.add(tile);
    if (log_ != nullptr) logged_.draw.push_back(tile_at(tile));
  }
  for_each_tile(tiles, [&](int tile) {
    put_back(rules_.pieces.rolled ? tile - tile % shape_count : tile, dealer);
  });
  finish_turn(false);
}

/// As many as possible, any of them.
void QuickGame::trade_any(Random& rng, Random& dealer) {
  std::array<std::uint8_t, most_pieces> held{};
  std::size_t size = 0;
  for_each_tile(mover().hand, [&](int tile) { held[size++] = static_cast<std::uint8_t>(tile); });
  rng.shuffle(std::span(held).first(size));
  QuickHand tiles;
  for (int i = 0; i < most_traded(); ++i) tiles.add(nth(held, i));
  trade(tiles, dealer);
}

void QuickGame::pass() {
  if (log_ != nullptr) logged_.act = Passed{};
  finish_turn(false);
}

void QuickGame::finish_turn(bool placed) {
  grid_.release();
  state_.opened = true;
  state_.idle_turns = placed ? 0 : state_.idle_turns + 1;
  const auto seats = std::span(state_.seats).first(static_cast<std::size_t>(seat_count_));
  const auto seats_in = static_cast<int>(std::ranges::count_if(seats, &QuickSeat::in));
  const bool anyone_holds_a_disc =
      rules_.take_for_disc &&
      std::ranges::any_of(seats, [](const QuickSeat& seat) { return seat.in && seat.discs > 0; });
  if (placed && mover().hand.size() == 0 && bag() == 0) {
    mover().score += rules_.bonus_for_out;
    state_.end = End{EndReason::out, state_.turn, rules_.bonus_for_out};
  } else if (!anyone_holds_a_disc && !grid_.any_fits(state_.off_table_faces)) {
    state_.end = End{EndReason::dead, std::nullopt, 0};
  } else if (state_.idle_turns >= rules_.idle_rounds * seats_in) {
    state_.end = End{EndReason::stalled, std::nullopt, 0};
  } else {
    do state_.turn = (state_.turn + 1) % seat_count_;
    while (!mover().in);
  }
  if (log_ == nullptr) return;
  log_->turns.push_back(std::move(logged_));
  logged_ = Turn{.seat = state_.turn};
}

void QuickGame::begin_greedy_turn(Random& rng, Random& dealer) {
  assert(!over());
  if (rules_.roll_before_placing && state_.opened) roll_spare(rng, dealer);
  if (rules_.take_for_disc && mover().discs > 0) take_if_it_pays(rng);
}

void QuickGame::greedy_turn(Random& rng, Random& dealer) {
  begin_greedy_turn(rng, dealer);
  greedy_rest(rng, dealer);
}

void QuickGame::greedy_rest(Random& rng, Random& dealer) {
  auto best = best_placement(grid_, mover().hand.set(), opening_length(), rng);
  if (!best && rules_.roll_before_placing && grid_.any_fits(possible_faces())) {
    roll_until_something_fits(dealer);
    best = best_placement(grid_, mover().hand.set(), 0, rng);
  }
  if (best) return place(*best, dealer);
  if (most_traded() > 0) return trade_any(rng, dealer);
  pass();
}

QuickGame& game_for(const Ruleset& rules) {
  thread_local std::unique_ptr<QuickGame> game;
  if (!game || game->rules() != rules) game = std::make_unique<QuickGame>(rules);
  return *game;
}

}  // namespace sixfold
