// A game to be played out by the thousand: the same rules as Game, without views, records or
// reasons, and without allocating memory once it has begun. Every game of it replays through
// the plain rules.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/quick/quick_hand.hpp"
#include "engine/random.hpp"
#include "engine/search/generator.hpp"
#include "engine/search/grid.hpp"
#include "rules/game.hpp"
#include "rules/indexed.hpp"
#include "rules/view.hpp"

namespace sixfold {

class QuickGame {
 public:
  explicit QuickGame(const Ruleset& rules);

  /// Deals a new game and decides who opens, using `dealer`.
  void begin(int seats, Random& dealer);

  /// Continues from what a seat sees: everything else is in the bag, and hidden hands are
  /// empty until deal_hidden(). Precondition: the view's own seat is to move.
  void set_up(const View& view);
  /// Shuffles the bag and deals the others' hands from it. The viewer draws from one end of the
  /// order and everyone else from the other: the viewer's draws do not change the others' luck.
  void deal_hidden(const View& view, Random& dealer);
  /// The same for two seats, giving the other one this hand. Precondition: it can hold it.
  void deal_hand(const View& view, const QuickHand& hand, Random& dealer);

  /// Plays a turn of the seat to move for the most points, ties by `rng`. Precondition: !over().
  void greedy_turn(Random& rng, Random& dealer);
  /// What greedy_turn() does before it places: a roll or a take, if the rules have them.
  void begin_greedy_turn(Random& rng, Random& dealer);
  /// The rest of a turn that has begun with a roll or a take.
  void greedy_rest(Random& rng, Random& dealer);

  // The acts of the seat to move. Precondition of each: it is legal.
  void place(const QuickPlacement& placement, Random& dealer);
  /// Sets these tiles aside, draws, and returns them.
  void trade(const QuickHand& tiles, Random& dealer);
  void roll(const QuickHand& cubes, Random& dealer);
  /// C4: all cubes, until something fits. Precondition: some face of the hand could fit.
  void roll_until_something_fits(Random& dealer);
  /// Hands in a disc.
  void take(GridIndex index);
  void pass();

  [[nodiscard]] bool over() const { return state_.end.has_value(); }
  [[nodiscard]] const std::optional<End>& end() const { return state_.end; }
  [[nodiscard]] int turn() const { return state_.turn; }
  [[nodiscard]] int seats() const { return seat_count_; }
  [[nodiscard]] bool in(int seat) const { return seat_at(seat).in; }
  [[nodiscard]] int score(int seat) const { return seat_at(seat).score; }
  [[nodiscard]] int discs(int seat) const { return seat_at(seat).discs; }
  [[nodiscard]] const QuickHand& hand(int seat) const { return seat_at(seat).hand; }
  [[nodiscard]] int bag() const { return state_.back - state_.front; }
  [[nodiscard]] bool opened() const { return state_.opened; }
  [[nodiscard]] const Ruleset& rules() const { return rules_; }
  [[nodiscard]] const Grid& grid() const { return grid_; }
  /// The table to try things on; leave it as it was.
  [[nodiscard]] Grid& grid() { return grid_; }
  [[nodiscard]] const std::vector<GridIndex>& stars() const { return state_.stars; }
  /// How many of this piece are in hands and bag.
  [[nodiscard]] int off_table(int piece) const { return nth(state_.off_table, piece); }
  /// The number of tiles that an opening must have (B2), 0 if any number is allowed.
  [[nodiscard]] int opening_length() const;
  /// The largest number of tiles that may be traded.
  [[nodiscard]] int most_traded() const;
  /// The most points of the player to move after taking the tile there; the table is then as it
  /// was, except for rewinding.
  [[nodiscard]] int best_points_after_take(GridIndex index);
  /// Everything that the pieces of the player to move could show.
  [[nodiscard]] TileSet possible_faces() const;

 private:
  struct QuickSeat {
    QuickHand hand;
    int score = 0;
    int discs = 0;
    bool in = true;
  };
  /// Everything except the table.
  struct State {
    std::array<QuickSeat, most_seats> seats;
    std::array<std::uint8_t, most_pieces> bag{};  ///< from `front` to before `back`
    int front = 0;
    int back = 0;
    std::array<std::uint8_t, face_count> off_table{};  ///< pieces in hands and bag
    TileSet off_table_faces = 0;
    std::vector<GridIndex> stars;
    int turn = 0;
    int idle_turns = 0;
    bool opened = false;
    std::optional<End> end;
  };

 public:
  /// A moment to return to. Only marks made since the table was set up are valid.
  struct Mark {
    State state;
    int tiles = 0;
    int takes = 0;
    std::vector<std::pair<GridIndex, std::uint8_t>> table;  ///< if tiles can be taken
  };
  void mark(Mark& mark) const;
  void rewind(const Mark& mark);

  /// While set, begin() stores the set-up here and every turn is added. For tests.
  struct Log {
    Setup setup;
    std::vector<Turn> turns;
  };
  void log_to(Log* log) { log_ = log; }

 private:
  QuickSeat& mover() { return nth(state_.seats, state_.turn); }
  [[nodiscard]] const QuickSeat& seat_at(int seat) const { return nth(state_.seats, seat); }
  int draw_one(int seat, Random& dealer);
  void put_back(int piece, Random& dealer);
  [[nodiscard]] TileSet faces_of(int piece) const;
  void fill_bag();
  void lay_presets(Random& dealer, Setup& setup);
  void settle_opener(Random& dealer);
  void roll(const QuickHand& cubes, Random& dealer, std::vector<Tile>* faces);
  void roll_spare(Random& rng, Random& dealer);
  void take_if_it_pays(Random& rng);
  void trade_any(Random& rng, Random& dealer);
  void finish_turn(bool placed);

  static constexpr int nobody = -1;

  Ruleset rules_;
  Grid grid_;
  State state_;
  int seat_count_ = 0;
  int front_seat_ = nobody;  // draws from the front of the bag
  int takes_ = 0;
  Log* log_ = nullptr;
  Turn logged_;
};

/// This thread's game for the rules, still to be set up: a grid is large and costly to make. It is
/// valid until this is called for other rules.
[[nodiscard]] QuickGame& game_for(const Ruleset& rules);

}  // namespace sixfold
