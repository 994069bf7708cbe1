#include "engine/endgame/endgame.hpp"

#include <algorithm>
#include <array>

#include "engine/endgame/endgame_bounds.hpp"
#include "engine/endgame/endgame_table.hpp"
#include "engine/search/best_placement.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

using Bound = KnownGain::Bound;

constexpr std::uint64_t nodes_between_questions = 512;
// Two hands of at most seven, one tile at a time, and passes in between.
constexpr int deepest = 30;
// After this many plies the ordering learnt is good enough to go straight to the end.
constexpr int shallow = 3;
// With so few tiles in both hands, try the refutation of a neighbour before generating anything.
constexpr int tiles_for_killers = 6;
// In eighths of a point.
constexpr int most_credit = 400;
constexpr int known_best = 10'000;

/// This thread's table: it is large and costly to make.
EndgameTable& table() {
  static thread_local EndgameTable entries;
  return entries;
}

/// Asks only whether a gain is at least some number (`beta`): the value it returns is a lower bound
/// if it is, an upper bound if it is not.
class Solver {
 public:
  Solver(QuickGame& game, const std::function<bool(std::uint64_t)>& stop)
      : grid_(game.grid()),
        hands_{game.hand(game.turn()), game.hand(1 - game.turn())},
        bonus_for_out_(game.rules().bonus_for_out),
        stop_(stop),
        table_(table()) {
    table_.forget();
    grid_.narrow(hands_[0].set() | hands_[1].set());
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() { grid_.widen(); }

  EndgameResult run(std::optional<int> level) {
    EndgameResult result;
    generate(grid_, hands_[0].set(), [&](const QuickPlacement& placement) {
      if (!result.best || placement.points > result.best->points) result.best = placement;
    });
    for (int depth = 1; depth <= deepest; depth = depth == shallow ? deepest : depth + 1) {
      horizon_ = false;
      const int gain = level ? compare(depth, *level, result) : close_in(depth, result);
      if (stopped_) break;
      result.gain = gain;
      result.depth = depth;
      result.exact = !horizon_;
      if (result.exact) break;
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  /// Asks repeatedly, starting from the gain that the previous search found (MTD).
  int close_in(int depth, EndgameResult& result) {
    int lower = no_gain;
    int upper = -no_gain;
    int gain = result.gain;
    while (lower < upper && !stopped_) {
      const int beta = std::max(gain, lower + 1);
      gain = ask(depth, beta, result);
      (gain >= beta ? lower : upper) = gain;
    }
    return gain;
  }

  /// More than the level, the level itself, or less.
  int compare(int depth, int level, EndgameResult& result) {
    const int gain = ask(depth, level + 1, result);
    if (gain > level || stopped_) return gain;
    return std::min(level, ask(depth, level, result));
  }

  int ask(int depth, int beta, EndgameResult& result) {
    best_ = nullptr;
    const int gain = search(0, 0, depth, beta, false);
    if (best_ != nullptr) result.best = *best_;
    return gain;
  }

  [[nodiscard]] bool out_of_budget() {
    if (++nodes_ >= next_question_) {
      next_question_ = nodes_ + nodes_between_questions;
      stopped_ = stopped_ || stop_(nodes_);
    }
    return stopped_;
  }

  [[nodiscard]] EndgameHands hands_for(std::size_t side) const {
    return {hands_[side], hands_[1 - side], bonus_for_out_};
  }

  void undo(const QuickPlacement& placement, std::size_t side, int count) {
    for (auto i = static_cast<std::size_t>(count); i-- > 0;) {
      grid_.undo(placement.cells[i]);
      hands_[side].add(placement.tiles[i]);
    }
  }

  /// The points of a placement that was legal elsewhere; 0, and nothing placed, if illegal here.
  int lay(const QuickPlacement& placement, std::size_t side) {
    int points = 0;
    const auto across = static_cast<std::size_t>(placement.across);
    for (int i = 0; i < placement.count; ++i) {
      const GridIndex index = nth(placement.cells, i);
      const int tile = nth(placement.tiles, i);
      const GridCell& cell = grid_.at(index);
      if (cell.tile != GridCell::empty || cell.anchor >= GridCell::left_out ||
          hands_[side].count(tile) == 0 || (cell.fit[0] & cell.fit[1] & set_of(tile)) == 0) {
        undo(placement, side, i);
        return 0;
      }
      points += cell.points[across] + cell.bonus;
      if (i + 1 == placement.count) points += cell.points[1 - across];
      grid_.lay(index, tile);
      hands_[side].remove(tile);
    }
    return points;
  }

  /// What the side to move gains on the other from here on.
  int search(std::size_t side, std::size_t ply, int depth, int beta, bool passed) {
    if (out_of_budget()) return 0;
    const int held = hands_[side].size();
    const int others = hands_[1 - side].size();
    // Place the last tile where it scores most: nothing comes after it.
    if (held == 1 && ply > 0) {
      const int points = best_points(grid_, hands_[side].set());
      return points > 0 ? points + bonus_for_out_ : pass(side, ply, depth, beta, passed);
    }
    const std::uint64_t key = EndgameTable::key_of(placed_, side);
    const KnownGain* const known = table_.find(key);
    if (known != nullptr && ply > 0 && known->depth >= depth &&
        (known->bound == Bound::lower) == (known->gain >= beta)) {
      horizon_ = horizon_ || known->depth != KnownGain::complete;
      return known->gain;
    }
    if (others == 1 && ply > 0) {
      if (const auto gain = bounds_.before_the_last_tile(grid_, hands_for(side), beta, nodes_)) {
        keep(key, {*gain, 0}, beta, KnownGain::complete);
        return *gain;
      }
    }
    if (depth <= 0) return at_the_horizon(side);
    const bool horizon_before = horizon_;
    horizon_ = false;
    Found found;
    if (known == nullptr && ply > 0 && held + others <= tiles_for_killers)
      found = try_killer(side, ply, depth, beta);
    if (found.gain < beta && !stopped_) {
      collect(side, ply, depth, known != nullptr ? known->placement : 0);
      if (at_[ply].choices.choices.empty()) {
        horizon_ = horizon_before;
        return pass(side, ply, depth, beta, passed);
      }
      found = try_all(side, ply, depth, beta, found);
    }
    if (stopped_) return 0;
    keep(key, found, beta, horizon_ ? depth : KnownGain::complete);
    horizon_ = horizon_ || horizon_before;
    return found.gain;
  }

  struct Found {
    int gain = no_gain;
    std::uint32_t placement = 0;  // as in KnownGain
  };

  void keep(std::uint64_t key, Found found, int beta, int depth) {
    table_.keep(
        key, {0, found.placement, static_cast<std::int16_t>(found.gain),
              static_cast<std::int8_t>(depth), found.gain >= beta ? Bound::lower : Bound::upper});
  }

  [[nodiscard]] std::uint32_t signature_of(std::uint64_t hash) const {
    return static_cast<std::uint32_t>((placed_ + hash) >> 32);
  }

  int pass(std::size_t side, std::size_t ply, int depth, int beta, bool passed) {
    return passed ? 0 : -search(1 - side, ply, depth, 1 - beta, true);
  }

  int at_the_horizon(std::size_t side) {
    const int mine = best_points(grid_, hands_[side].set());
    const int others = best_points(grid_, hands_[1 - side].set());
    horizon_ = horizon_ || mine + others > 0;
    return mine - others * 3 / 4;
  }

  /// The gain with this placement first; less than any gain if it is not legal here.
  int gain_of(const QuickPlacement& placement, std::uint64_t hash, std::size_t side,
              std::size_t ply, int depth, int beta) {
    table_.fetch(EndgameTable::key_of(placed_ + hash, 1 - side));
    const int points = lay(placement, side);
    if (points == 0) return no_gain;
    int gain = points + bonus_for_out_;
    if (hands_[side].size() > 0) {
      placed_ += hash;
      gain = points - search(1 - side, ply + 1, depth - 1, points - beta + 1, false);
      placed_ -= hash;
    }
    undo(placement, side, placement.count);
    return gain;
  }

  Found try_killer(std::size_t side, std::size_t ply, int depth, int beta) {
    const QuickPlacement killer = at_[ply].killers[side];
    if (killer.count == 0) return {};
    const std::uint64_t hash = hash_of(killer, side);
    const int gain = gain_of(killer, hash, side, ply, depth, beta);
    return {gain, gain == no_gain ? 0 : signature_of(hash)};
  }

  /// Every placement with a rank: from earlier searches of what follows, or by points.
  void collect(std::size_t side, std::size_t ply, int depth, std::uint32_t first) {
    RankedPlacements& found = at_[ply].choices;
    found.clear();
    const int held = hands_[side].size();
    generate(grid_, hands_[side].set(), [&](const QuickPlacement& placement) {
      const std::uint64_t hash = hash_of(placement, side);
      int rank = placement.count == held ? 8 * (placement.points + bonus_for_out_)
                                         : 8 * placement.points + 12 * placement.count - 56;
      rank += history_[hash >> 52];
      if (signature_of(hash) == first) rank += known_best;
      if (depth >= 2) table_.fetch(EndgameTable::key_of(placed_ + hash, 1 - side));
      found.choices.push_back({placement, hash});
      found.ranks.push_back(rank);
    });
    if (depth < 2) return;
    for (std::size_t i = 0; i < found.choices.size(); ++i) {
      const auto& [placement, hash] = found.choices[i];
      const auto* const after = table_.find(EndgameTable::key_of(placed_ + hash, 1 - side));
      if (after == nullptr || placement.count == held) continue;
      found.ranks[i] += 56 - 12 * placement.count - 8 * after->gain;
      if (after->bound == Bound::lower) found.ranks[i] -= 8;
    }
  }

  /// Whether the known bounds after one of these placements are already sufficient.
  [[nodiscard]] bool known_to_suffice(std::size_t side, std::size_t ply, int depth, int beta,
                                      Found& found) {
    for (const auto& [placement, hash] : at_[ply].choices.choices) {
      if (placement.count == hands_[side].size()) continue;
      const auto* const after = table_.find(EndgameTable::key_of(placed_ + hash, 1 - side));
      if (after == nullptr || after->bound != Bound::upper || after->depth < depth - 1 ||
          placement.points - after->gain < beta)
        continue;
      found = {placement.points - after->gain, signature_of(hash)};
      horizon_ = horizon_ || after->depth != KnownGain::complete;
      return true;
    }
    return false;
  }

  Found try_all(std::size_t side, std::size_t ply, int depth, int beta, Found found) {
    RankedPlacements& choices = at_[ply].choices;
    if (ply > 0 && depth >= 2 && known_to_suffice(side, ply, depth, beta, found)) return found;
    const std::uint32_t tried = found.placement;
    bool refuted = ply == 0 || hands_[1 - side].size() == 1;
    while (const RankedPlacements::Choice* const choice = choices.next()) {
      if (tried != 0 && signature_of(choice->hash) == tried) continue;
      const int gain = gain_of(choice->placement, choice->hash, side, ply, depth, beta);
      if (stopped_) break;
      if (gain > found.gain) found = {gain, signature_of(choice->hash)};
      if (found.gain >= beta) {
        enough(*choice, side, ply, depth);
        break;
      }
      // Usually the first one is enough. If it was not, all have to be examined.
      if (refuted) continue;
      refuted = true;
      found.gain = std::max(found.gain, bounds_.refute(grid_, hands_for(side), beta, choices));
    }
    return found;
  }

  /// A placement that was sufficient here will often be sufficient elsewhere.
  void enough(const RankedPlacements::Choice& choice, std::size_t side, std::size_t ply,
              int depth) {
    if (ply == 0 && side == 0) best_ = &choice.placement;
    at_[ply].killers[side] = choice.placement;
    int& credit = history_[choice.hash >> 52];
    credit = std::min(credit + depth, most_credit);
  }

  struct Ply {
    RankedPlacements choices;
    std::array<QuickPlacement, 2> killers;  // by side
  };

  Grid& grid_;
  std::array<QuickHand, 2> hands_;
  int bonus_for_out_;
  const std::function<bool(std::uint64_t)>& stop_;
  EndgameTable& table_;
  EndgameBounds bounds_;
  std::array<Ply, deepest + 1> at_;
  std::array<int, 4096> history_{};
  const QuickPlacement* best_ = nullptr;
  std::uint64_t placed_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t next_question_ = nodes_between_questions;
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

EndgameResult solve_endgame(QuickGame& game, const std::function<bool(std::uint64_t)>& stop,
                            std::optional<int> level) {
  return Solver(game, stop).run(level);
}

}  // namespace sixfold
