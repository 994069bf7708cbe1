#include "engine/quick_game.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/best_placement.hpp"

namespace sixfold {

namespace {

int largest_set_in(TileSet hand) {
  int largest = 0;
  for (int i = 0; i < 6; ++i) {
    const TileSet colour = hand & tile_set_tables::same_colour[static_cast<std::size_t>(6 * i)];
    const TileSet shape = hand & tile_set_tables::same_shape[static_cast<std::size_t>(i)];
    largest = std::max({largest, std::popcount(colour), std::popcount(shape)});
  }
  return largest;
}

template <class Use>
void for_each_tile(const QuickHand& hand, const Use& use) {
  for (TileSet set = hand.set(); set != 0; set &= set - 1)
    for (int i = hand.count(first_of(set)); i > 0; --i) use(first_of(set));
}

std::vector<Tile> tiles_of(const QuickHand& hand) {
  std::vector<Tile> tiles;
  for_each_tile(hand, [&](int tile) { tiles.push_back(tile_at(tile)); });
  return tiles;
}

}  // namespace

QuickGame::QuickGame(const Ruleset& rules) : rules_(rules), grid_(rules) {
  if (rules.layout) stars_.reserve(rules.layout->stars.size());
}

/// Everything that a piece in hand or bag can show.
TileSet QuickGame::faces_of(int piece) const {
  return rules_.pieces.rolled ? tile_set_tables::same_colour[static_cast<std::size_t>(piece)]
                              : set_of(piece);
}

int QuickGame::draw_one(Random& dealer) {
  const std::size_t index = dealer.index(static_cast<std::size_t>(bag_size_));
  const int piece = bag_[index];
  bag_[index] = bag_[static_cast<std::size_t>(--bag_size_)];
  return rules_.pieces.rolled ? piece + static_cast<int>(dealer.below(shape_count)) : piece;
}

void QuickGame::begin(int seats, Random& dealer) {
  assert(seats >= fewest_seats && seats <= most_seats);
  seat_count_ = seats;
  idle_turns_ = 0;
  opened_ = false;
  end_.reset();
  grid_.set_up({});
  bag_size_ = 0;
  off_table_.fill(0);
  off_table_faces_ = 0;
  for (const Tile piece : full_bag(rules_).list()) {
    const auto index = static_cast<std::size_t>(piece.index());
    bag_[static_cast<std::size_t>(bag_size_++)] = static_cast<std::uint8_t>(index);
    ++off_table_[index];
    off_table_faces_ |= faces_of(piece.index());
  }
  Setup setup;
  stars_.clear();
  if (rules_.layout) {
    for (const Cell star : rules_.layout->stars) stars_.push_back(grid_.index_of(star));
    for (const Cell cell : rules_.layout->presets) {
      const int tile = draw_one(dealer);
      grid_.lay(grid_.index_of(cell), tile);
      if (--off_table_[static_cast<std::size_t>(tile)] == 0) off_table_faces_ &= ~set_of(tile);
      if (log_ != nullptr) setup.presets.push_back(tile_at(tile));
    }
  }
  for (int seat = 0; seat < seats; ++seat) {
    QuickSeat& at = seats_[static_cast<std::size_t>(seat)];
    at = {};
    for (int i = 0; i < rules_.hand_size; ++i) at.hand.add(draw_one(dealer));
  }
  settle_opener(dealer);
  if (log_ == nullptr) return;
  for (int seat = 0; seat < seats; ++seat) {
    setup.hands.push_back(tiles_of(seat_at(seat).hand));
    setup.players.push_back({"seat " + std::to_string(seat), std::nullopt});
  }
  setup.opener = turn_;
  *log_ = {std::move(setup), {}};
  logged_ = Turn{.seat = turn_};
}

void QuickGame::settle_opener(Random& dealer) {
  std::uint32_t ties = 0;
  int largest = 0;
  for (int seat = 0; seat < seat_count_; ++seat) {
    const int set =
        rules_.opening == Opening::largest_set ? largest_set_in(seat_at(seat).hand.set()) : 1;
    if (set < largest) continue;
    ties = set == largest ? ties + 1 : 1;
    largest = set;
    if (ties == 1 || dealer.below(ties) == 0) turn_ = seat;
  }
}

void QuickGame::roll(const QuickHand& cubes, Random& dealer, std::vector<Tile>* faces) {
  QuickHand& hand = mover().hand;
  // All leave the hand before one comes back: a face that came must not be rolled again.
  for_each_tile(cubes, [&](int cube) { hand.remove(cube); });
  for_each_tile(cubes, [&](int cube) {
    const int face = cube - cube % shape_count + static_cast<int>(dealer.below(shape_count));
    hand.add(face);
    if (faces != nullptr) faces->push_back(tile_at(face));
  });
}

/// Everything that the mover's pieces could show.
TileSet QuickGame::possible_faces() const {
  TileSet faces = 0;
  for_each_tile(seat_at(turn_).hand, [&](int tile) { faces |= faces_of(tile); });
  return faces;
}

/// C3, C4: first the cubes that the best placement leaves over, then, while nothing fits, all.
std::optional<QuickPlacement> QuickGame::best_after_rolling(Random& lots, Random& dealer) {
  QuickHand& hand = mover().hand;
  const int length = !opened_ && grid_.size() == 0 && rules_.opening == Opening::largest_set
                         ? largest_set_in(hand.set())
                         : 0;
  auto best = best_placement(grid_, hand.set(), length, lots);
  if (!rules_.roll_before_placing || !opened_) return best;

  QuickHand spare = hand;
  if (best)
    for (int i = 0; i < best->count; ++i) spare.remove(best->tiles[static_cast<std::size_t>(i)]);
  if (spare.size() > 0) {
    if (log_ != nullptr) logged_.roll = RolledCubes{tiles_of(spare), {}};
    roll(spare, dealer, log_ != nullptr ? &logged_.roll->faces : nullptr);
    best = best_placement(grid_, hand.set(), 0, lots);
  }
  while (!best && grid_.any_fits(possible_faces())) {
    const QuickHand all = hand;
    if (log_ != nullptr) logged_.forced.emplace_back();
    roll(all, dealer, log_ != nullptr ? &logged_.forced.back() : nullptr);
    best = best_placement(grid_, hand.set(), 0, lots);
  }
  return best;
}

/// S5: the tile that raises this turn's points most, if one does.
void QuickGame::take_if_it_pays(int points, Random& lots) {
  int most = points;
  std::uint32_t ties = 0;
  GridIndex chosen = 0;
  const std::vector<GridIndex> laid = grid_.tiles();
  for (const GridIndex index : laid) {
    if (grid_.in_line_of_six(index)) continue;
    const int tile = grid_.at(index).tile;
    grid_.take_up(index);
    grid_.bar(index, tile);
    const int best = best_points(grid_, mover().hand.set() | set_of(tile));
    grid_.release();
    grid_.lay(index, tile);
    if (best <= points || best < most) continue;
    ties = best == most ? ties + 1 : 1;
    most = best;
    if (ties == 1 || lots.below(ties) == 0) chosen = index;
  }
  if (most == points) return;
  const int tile = grid_.at(chosen).tile;
  if (log_ != nullptr) logged_.take = PlacedTile{grid_.cell_of(chosen), tile_at(tile)};
  --mover().discs;
  mover().hand.add(tile);
  if (off_table_[static_cast<std::size_t>(tile)]++ == 0) off_table_faces_ |= set_of(tile);
  grid_.take_up(chosen);
  grid_.bar(chosen, tile);
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
    if (--off_table_[static_cast<std::size_t>(piece)] == 0) off_table_faces_ &= ~faces_of(piece);
    if (!rules_.take_for_disc) continue;
    const auto star = std::ranges::find(stars_, cell);
    if (star == stars_.end()) continue;
    stars_.erase(star);
    ++seat.discs;
  }
  seat.score += placement.points;
  while (seat.hand.size() < rules_.hand_size && bag_size_ > 0) {
    const int tile = draw_one(dealer);
    seat.hand.add(tile);
    if (log_ != nullptr) logged_.draw.push_back(tile_at(tile));
  }
  finish_turn(true);
}

/// As many as may be, any of them.
void QuickGame::trade(Random& lots, Random& dealer) {
  QuickHand& hand = mover().hand;
  const int over = std::max(0, hand.size() - rules_.hand_size);
  const int count = std::min({hand.size(), rules_.hand_size, bag_size_ + over});
  std::array<std::uint8_t, most_pieces> held{};
  std::size_t size = 0;
  for_each_tile(hand, [&](int tile) { held[size++] = static_cast<std::uint8_t>(tile); });
  lots.shuffle(std::span(held).first(size));
  const auto set_aside = std::span(held).first(static_cast<std::size_t>(count));
  if (log_ != nullptr) logged_.act = Traded{};
  for (const int tile : set_aside) {
    hand.remove(tile);
    if (log_ != nullptr) std::get<Traded>(logged_.act).tiles.push_back(tile_at(tile));
  }
  for (int i = 0; i < count - over; ++i) {
    const int tile = draw_one(dealer);
    hand.add(tile);
    if (log_ != nullptr) logged_.draw.push_back(tile_at(tile));
  }
  for (const int tile : set_aside)
    bag_[static_cast<std::size_t>(bag_size_++)] =
        static_cast<std::uint8_t>(rules_.pieces.rolled ? tile - tile % shape_count : tile);
  finish_turn(false);
}

void QuickGame::finish_turn(bool placed) {
  grid_.release();
  opened_ = true;
  idle_turns_ = placed ? 0 : idle_turns_ + 1;
  const bool anyone_holds_a_disc = std::any_of(seats_.begin(), seats_.begin() + seat_count_,
                                               [](const auto& seat) { return seat.discs > 0; });
  if (placed && mover().hand.size() == 0 && bag_size_ == 0) {
    mover().score += rules_.bonus_for_out;
    end_ = End{EndReason::out, turn_, rules_.bonus_for_out};
  } else if (!anyone_holds_a_disc && !grid_.any_fits(off_table_faces_)) {
    end_ = End{EndReason::dead, std::nullopt, 0};
  } else if (idle_turns_ >= rules_.idle_rounds * seat_count_) {
    end_ = End{EndReason::stalled, std::nullopt, 0};
  } else {
    turn_ = (turn_ + 1) % seat_count_;
  }
  if (log_ == nullptr) return;
  log_->turns.push_back(std::move(logged_));
  logged_ = Turn{.seat = turn_};
}

void QuickGame::greedy_turn(Random& lots, Random& dealer) {
  assert(!over());
  auto best = best_after_rolling(lots, dealer);
  if (rules_.take_for_disc && mover().discs > 0) {
    take_if_it_pays(best ? best->points : 0, lots);
    if (grid_.barred()) best = best_placement(grid_, mover().hand.set(), 0, lots);
  }
  if (best) return place(*best, dealer);
  if (bag_size_ > 0) return trade(lots, dealer);
  if (log_ != nullptr) logged_.act = Passed{};
  finish_turn(false);
}

}  // namespace sixfold
