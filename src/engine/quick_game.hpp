// A game for playing out by the thousand: the same rules as Game, without views, records or
// reasons, and without memory being allocated once it has begun. Every game of it replays through
// the plain rules.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/generator.hpp"
#include "engine/grid.hpp"
#include "engine/random.hpp"
#include "rules/game.hpp"

namespace sixfold {

/// A hand as counts and as the set of its different tiles.
class QuickHand {
 public:
  void clear() { *this = {}; }
  void add(int tile) {
    ++counts_[static_cast<std::size_t>(tile)];
    ++size_;
    set_ |= set_of(tile);
  }
  /// Precondition: the tile is there.
  void remove(int tile) {
    if (--counts_[static_cast<std::size_t>(tile)] == 0) set_ &= ~set_of(tile);
    --size_;
  }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] TileSet set() const { return set_; }
  [[nodiscard]] int count(int tile) const { return counts_[static_cast<std::size_t>(tile)]; }

 private:
  std::array<std::uint8_t, face_count> counts_{};
  int size_ = 0;
  TileSet set_ = 0;
};

class QuickGame {
 public:
  explicit QuickGame(const Ruleset& rules);

  /// Deals a new game and settles who opens, all by `dealer`.
  void begin(int seats, Random& dealer);

  /// One turn of the seat at turn, for the most points; ties by `lots`. Precondition: !over().
  void greedy_turn(Random& lots, Random& dealer);

  [[nodiscard]] bool over() const { return end_.has_value(); }
  [[nodiscard]] const std::optional<End>& end() const { return end_; }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int seats() const { return seat_count_; }
  [[nodiscard]] int score(int seat) const { return seat_at(seat).score; }

  /// While set, begin() leaves the set-up here and every turn is added. For tests.
  struct Log {
    Setup setup;
    std::vector<Turn> turns;
  };
  void log_to(Log* log) { log_ = log; }

 private:
  static constexpr int most_pieces = 108;
  struct QuickSeat {
    QuickHand hand;
    int score = 0;
    int discs = 0;
  };

  QuickSeat& mover() { return seats_[static_cast<std::size_t>(turn_)]; }
  [[nodiscard]] const QuickSeat& seat_at(int seat) const {
    return seats_[static_cast<std::size_t>(seat)];
  }
  int draw_one(Random& dealer);
  [[nodiscard]] TileSet faces_of(int piece) const;
  void settle_opener(Random& dealer);
  void roll(const QuickHand& cubes, Random& dealer, std::vector<Tile>* faces);
  [[nodiscard]] TileSet possible_faces() const;
  std::optional<QuickPlacement> best_after_rolling(Random& lots, Random& dealer);
  void take_if_it_pays(int points, Random& lots);
  void place(const QuickPlacement& placement, Random& dealer);
  void trade(Random& lots, Random& dealer);
  void finish_turn(bool placed);

  Ruleset rules_;
  Grid grid_;
  std::array<QuickSeat, most_seats> seats_;
  std::array<std::uint8_t, most_pieces> bag_{};
  int bag_size_ = 0;
  std::array<std::uint8_t, face_count> off_table_{};  // pieces in hands and bag
  TileSet off_table_faces_ = 0;
  std::vector<GridIndex> stars_;
  int seat_count_ = 0;
  int turn_ = 0;
  int idle_turns_ = 0;
  bool opened_ = false;
  std::optional<End> end_;
  Log* log_ = nullptr;
  Turn logged_;
};

}  // namespace sixfold
