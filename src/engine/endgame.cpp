#include "engine/endgame.hpp"

#include <algorithm>
#include <array>

#include "engine/best_placement.hpp"

namespace sixfold {

namespace {

constexpr int infinite = 10'000;
constexpr std::size_t table_size = std::size_t{1} << 20;
constexpr std::uint64_t nodes_between_questions = 512;
// In eighths of a point.
constexpr int most_credit = 400;

/// The finalizer of splitmix64.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
  value = (value ^ value >> 27) * 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

enum class Bound : std::uint8_t { none, lower, upper, exact };

/// What is known of a table and two hands, seen from the side at turn.
struct Entry {
  std::uint64_t key = 0;
  std::uint32_t placement = 0;  // a signature of the best one
  std::int16_t gain = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::none;
  bool complete = false;  // nothing below was cut off by the depth
};

struct Ranked {
  int rank;
  std::uint32_t signature;
  QuickPlacement placement;
  std::uint64_t hash;
};

/// This thread's table: it is large and costly to make.
std::vector<Entry>& table() {
  static thread_local std::vector<Entry> entries(table_size);
  return entries;
}

class Solver {
 public:
  Solver(QuickGame& game, const std::function<bool(std::uint64_t)>& stop)
      : grid_(game.grid()),
        hands_{game.hand(game.turn()), game.hand(1 - game.turn())},
        bonus_for_out_(game.rules().bonus_for_out),
        stop_(stop),
        entries_(table()) {
    // What is left of earlier searches never matches.
    static thread_local std::uint64_t searches = 0;
    placed_ = mix(++searches);
  }

  EndgameResult run() {
    EndgameResult result;
    for (int depth = 1; depth <= deepest; depth = depth == shallow ? deepest : depth + 1) {
      best_ = nullptr;
      horizon_ = false;
      constexpr int window = 2;
      int gain = search(0, 0, depth, result.gain - window, result.gain + window);
      if (!stopped_ && gain <= result.gain - window)
        gain = search(0, 0, depth, -infinite, gain + 1);
      else if (!stopped_ && gain >= result.gain + window)
        gain = search(0, 0, depth, gain - 1, infinite);
      if (stopped_ && depth > 1) {
        // What was found best so far includes the best of the search before.
        if (best_ != nullptr) result.best = *best_;
        break;
      }
      result.gain = gain;
      result.depth = depth;
      result.exact = !horizon_ && !stopped_;
      if (best_ != nullptr) result.best = *best_;
      if (result.exact || stopped_) break;
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  // Two hands of at most seven, a tile at a time, and passes in between.
  static constexpr int deepest = 30;
  // After so many plies what was learnt orders well enough to go straight to the end.
  static constexpr int shallow = 4;

  [[nodiscard]] std::uint64_t key(std::size_t side) const {
    return placed_ ^ (side == 0 ? 0 : 0x9e3779b97f4a7c15U);
  }

  void lay(const QuickPlacement& placement, std::size_t side) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
      const int tile = placement.tiles[i];
      grid_.lay(placement.cells[i], tile);
      hands_[side].remove(tile);
      placed_ += hash_of(placement.cells[i], tile, side);
    }
  }
  void undo(const QuickPlacement& placement, std::size_t side) {
    for (auto i = static_cast<std::size_t>(placement.count); i-- > 0;) {
      grid_.undo(placement.cells[i]);
      hands_[side].add(placement.tiles[i]);
      placed_ -= hash_of(placement.cells[i], placement.tiles[i], side);
    }
  }
  /// Of a tile on its cell and of whose hand it left.
  static std::uint64_t hash_of(GridIndex cell, int tile, std::size_t side) {
    return mix(static_cast<std::uint64_t>(cell) * 64 + static_cast<std::uint64_t>(tile) + 1) +
           mix((side + 1) * 1'000'003 + static_cast<std::uint64_t>(tile));
  }

  [[nodiscard]] bool out_of_budget() {
    ++nodes_;
    if (nodes_ % nodes_between_questions == 0 && stop_(nodes_)) stopped_ = true;
    return stopped_;
  }

  /// Every placement, the most promising first: as earlier searches saw what follows, or by points.
  std::vector<Ranked>& ranked(std::size_t side, std::size_t ply, int depth, std::uint32_t first) {
    std::vector<Ranked>& found = found_[ply];
    found.clear();
    const int held = hands_[side].size();
    generate(grid_, hands_[side].set(), [&](const QuickPlacement& placement) {
      std::uint64_t hash = placed_;
      for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
        hash += hash_of(placement.cells[i], placement.tiles[i], side);
      const auto signature = static_cast<std::uint32_t>(hash >> 32);
      int rank = 8 * placement.points + 12 * placement.count - 56;
      if (placement.count == held) {
        rank = 8 * (placement.points + bonus_for_out_);
      } else if (depth >= 2) {
        const std::uint64_t child = hash ^ (side == 1 ? 0 : 0x9e3779b97f4a7c15U);
        const Entry& entry = entries_[mix(child) % table_size];
        if (entry.key == child && entry.bound != Bound::none)
          rank = 8 * (placement.points - entry.gain) + (entry.bound == Bound::lower ? -8 : 0);
      }
      rank += history_[(hash - placed_) >> 52];
      if (signature == first) rank += 10000;
      found.push_back({rank, signature, placement, hash});
    });
    return found;
  }

  /// Whether what is known of a position after one of these placements is enough already.
  [[nodiscard]] bool known_to_suffice(const std::vector<Ranked>& placements, std::size_t side,
                                      int depth, int beta, int& gain) {
    for (const Ranked& ranked : placements) {
      if (ranked.placement.count == hands_[side].size()) continue;
      const std::uint64_t child = ranked.hash ^ (side == 1 ? 0 : 0x9e3779b97f4a7c15U);
      const Entry& entry = entries_[mix(child) % table_size];
      if (entry.key != child || (entry.bound != Bound::exact && entry.bound != Bound::upper) ||
          (!entry.complete && entry.depth < depth - 1))
        continue;
      if (ranked.placement.points - entry.gain < beta) continue;
      gain = ranked.placement.points - entry.gain;
      horizon_ = horizon_ || !entry.complete;
      return true;
    }
    return false;
  }

  /// What the side at turn gains on the other from here on.
  int search(std::size_t side, std::size_t ply, int depth, int alpha, int beta) {
    if (out_of_budget()) return 0;
    if (!grid_.any_fits(hands_[side].set())) {
      if (!grid_.any_fits(hands_[1 - side].set())) return 0;
      return -search(1 - side, ply, depth, -beta, -alpha);
    }
    // The last tile goes where it makes most: there is nothing after it.
    if (hands_[side].size() == 1 && ply > 0)
      return best_points(grid_, hands_[side].set()) + bonus_for_out_;
    Entry& entry = entries_[mix(key(side)) % table_size];
    const bool known = entry.key == key(side) && entry.bound != Bound::none;
    if (known && ply > 0 && (entry.complete || entry.depth >= depth)) {
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.gain >= beta) ||
          (entry.bound == Bound::upper && entry.gain <= alpha)) {
        horizon_ = horizon_ || !entry.complete;
        return entry.gain;
      }
    }
    if (depth <= 0) {
      horizon_ = true;
      return best_points(grid_, hands_[side].set()) -
             best_points(grid_, hands_[1 - side].set()) * 3 / 4;
    }
    const bool horizon_before = horizon_;
    horizon_ = false;
    int best = -infinite;
    int floor = alpha;
    std::uint32_t best_signature = 0;
    std::vector<Ranked>& placements = ranked(side, ply, depth, known ? entry.placement : 0);
    if (ply > 0 && depth >= 2 && known_to_suffice(placements, side, depth, beta, best)) {
      horizon_ = horizon_ || horizon_before;
      return best;
    }
    for (std::size_t i = 0; i < placements.size(); ++i) {
      // Most often the first ones suffice, so the rest is left unsorted.
      const auto next =
          std::max_element(placements.begin() + static_cast<std::ptrdiff_t>(i), placements.end(),
                           [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
      std::swap(placements[i], *next);
      const QuickPlacement& placement = placements[i].placement;
      const int gain = gain_of(placement, side, ply, depth, floor, beta, i == 0);
      if (stopped_) return 0;
      if (gain <= best) continue;
      best = gain;
      best_signature = placements[i].signature;
      if (ply == 0 && side == 0) best_ = &placement;
      floor = std::max(floor, gain);
      if (floor < beta) continue;
      credit(placements[i].hash, depth);
      break;
    }
    Entry& kept = entries_[mix(key(side)) % table_size];
    kept = {key(side),
            best_signature,
            static_cast<std::int16_t>(best),
            static_cast<std::int8_t>(depth),
            best >= beta    ? Bound::lower
            : best <= alpha ? Bound::upper
                            : Bound::exact,
            !horizon_};
    horizon_ = horizon_ || horizon_before;
    return best;
  }

  /// A placement that was enough here will often be enough elsewhere.
  void credit(std::uint64_t hash, int depth) {
    int& credit = history_[(hash - placed_) >> 52];
    credit = std::min(credit + depth, most_credit);
  }

  /// With a narrow window first, unless it is the placement that promises most.
  int gain_of(const QuickPlacement& placement, std::size_t side, std::size_t ply, int depth,
              int alpha, int beta, bool first) {
    const int points = placement.points;
    if (placement.count == hands_[side].size()) return points + bonus_for_out_;
    lay(placement, side);
    int gain = 0;
    if (first) {
      gain = points - search(1 - side, ply + 1, depth - 1, points - beta, points - alpha);
    } else {
      gain = points - search(1 - side, ply + 1, depth - 1, points - alpha - 1, points - alpha);
      if (gain > alpha && gain < beta && !stopped_)
        gain = points - search(1 - side, ply + 1, depth - 1, points - beta, points - alpha);
    }
    undo(placement, side);
    return gain;
  }

  Grid& grid_;
  std::array<QuickHand, 2> hands_;
  int bonus_for_out_;
  const std::function<bool(std::uint64_t)>& stop_;
  std::vector<Entry>& entries_;
  std::array<std::vector<Ranked>, deepest + 1> found_;
  std::array<int, 4096> history_{};
  const QuickPlacement* best_ = nullptr;
  std::uint64_t placed_ = 0;
  std::uint64_t nodes_ = 0;
  bool horizon_ = false;
  bool stopped_ = false;
};

}  // namespace

bool is_endgame(const QuickGame& game) {
  const Ruleset& rules = game.rules();
  if (game.bag() != 0 || !game.opened() || rules.pieces.rolled || game.grid().barred())
    return false;
  if (rules.take_for_disc && !game.stars().empty()) return false;
  int seats = 0;
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (!game.in(seat)) continue;
    if (game.discs(seat) > 0 || game.hand(seat).size() == 0) return false;
    ++seats;
  }
  return seats == 2 && game.seats() == 2;
}

EndgameResult solve_endgame(QuickGame& game, const std::function<bool(std::uint64_t)>& stop) {
  return Solver(game, stop).run();
}

}  // namespace sixfold
