// What can be said about an endgame without searching it. A placement changes something only in the
// rows and columns of its cells, so everything apart from them stays as good as it was.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/quick/quick_hand.hpp"
#include "engine/search/generator.hpp"

namespace sixfold {

/// The rows and columns of some cells. Those that are 64 cells apart are treated as the same.
struct Footprint {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  Footprint() = default;
  explicit Footprint(GridIndex index) { add(index); }
  explicit Footprint(const QuickPlacement& placement) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
      add(placement.cells[i]);
  }
  void add(GridIndex index) {
    rows |= std::uint64_t{1} << (index / grid_side % 64);
    columns |= std::uint64_t{1} << (index % grid_side % 64);
  }
  [[nodiscard]] bool apart(const Footprint& other) const {
    return ((rows & other.rows) | (columns & other.columns)) == 0;
  }
};

[[nodiscard]] TileSet tiles_of(const QuickPlacement& placement);

/// The cells where one tile fits, most points first.
class Spots {
 public:
  void find(const Grid& grid, int tile);
  [[nodiscard]] bool empty() const { return spots_.empty(); }
  /// The most points. Precondition: it is not empty.
  [[nodiscard]] int most() const { return spots_.front().points; }
  /// The least that the tile still scores after a placement; 0 if it may fit nowhere.
  [[nodiscard]] int least_after(const Footprint& placement) const;
  /// Whether it certainly still fits somewhere after two placements.
  [[nodiscard]] bool left_after(const Footprint& one, const Footprint& other) const;
  /// The most points on the table as it is after a placement made since find().
  [[nodiscard]] int most_after(const Grid& grid, const QuickPlacement& placement) const;

 private:
  struct Spot {
    Footprint footprint;
    int points;
    GridIndex index;
  };
  int tile_ = 0;
  std::vector<Spot> spots_;
};

/// A side's placements and what is known about each.
struct RankedPlacements {
  struct Choice {
    QuickPlacement placement;
    std::uint64_t hash = 0;
  };
  static constexpr int gone = -1'000'000;

  std::vector<Choice> choices;
  std::vector<int> ranks;  ///< as many; `gone` for those that need not be examined any more

  void clear() {
    choices.clear();
    ranks.clear();
  }
  /// Removes and returns the one with the highest rank; empty if all are gone.
  [[nodiscard]] const Choice* next();
};

/// The two hands of an endgame, on one table.
struct EndgameHands {
  const QuickHand& mine;  ///< of the side to move
  const QuickHand& others;
  int bonus_for_out = 0;
};

/// Less than anything that can be gained or lost.
inline constexpr int no_gain = -10'000;

class EndgameBounds {
 public:
  /// What the side to move gains if the other side holds one tile, and so goes out with it next: a
  /// lower bound if it is `beta` or more, an upper bound if it is less. Empty if the other side may
  /// have to pass. Adds the placements tried to `nodes`.
  [[nodiscard]] std::optional<int> before_the_last_tile(Grid& grid, const EndgameHands& hands,
                                                        int beta, std::uint64_t& nodes);

  /// Drops the choices that a reply makes worth less than `beta` whatever follows: the other side
  /// goes out, or the player to move is left with one tile, for which the table gets no better.
  /// Returns the most that one of them could be worth; less than any gain if there is none.
  [[nodiscard]] int refute(const Grid& grid, const EndgameHands& hands, int beta,
                           RankedPlacements& choices);

 private:
  struct Reply {
    Footprint footprint;
    TileSet tiles;
    int points;
    bool out;
  };
  int let_go_by_outs(const EndgameHands& hands, int beta, RankedPlacements& choices) const;
  int let_go_by_last(const EndgameHands& hands, int last, int beta,
                     RankedPlacements& choices) const;

  Spots spots_;
  std::vector<Reply> replies_;
  RankedPlacements choices_;
};

}  // namespace sixfold
