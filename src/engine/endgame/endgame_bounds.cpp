#include "engine/endgame/endgame_bounds.hpp"

#include <algorithm>
#include <functional>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

int points_at(const GridCell& cell) { return cell.points[0] + cell.points[1] + cell.bonus; }

bool fits(const GridCell& cell, TileSet tiles) { return (cell.fit[0] & cell.fit[1] & tiles) != 0; }

/// All tiles that can ever share a line with this one.
TileSet kin_of(int tile) {
  const auto at = static_cast<std::size_t>(tile);
  return tile_set_tables::same_colour[at] | tile_set_tables::same_shape[at];
}

/// Whether the whole hand could be placed at once, on some table.
bool may_go_out(const QuickHand& hand) {
  const auto first = static_cast<std::size_t>(first_of(hand.set()));
  return std::popcount(hand.set()) == hand.size() &&
         ((hand.set() & ~tile_set_tables::same_colour[first]) == 0 ||
          (hand.set() & ~tile_set_tables::same_shape[first]) == 0);
}

}  // namespace

TileSet tiles_of(const QuickPlacement& placement) {
  TileSet tiles = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
    tiles |= set_of(placement.tiles[i]);
  return tiles;
}

void Spots::find(const Grid& grid, int tile) {
  tile_ = tile;
  spots_.clear();
  for (const GridIndex index : grid.anchors()) {
    const GridCell& cell = grid.at(index);
    if (fits(cell, set_of(tile))) spots_.push_back({Footprint(index), points_at(cell), index});
  }
  std::ranges::sort(spots_, std::greater{}, &Spot::points);
}

int Spots::least_after(const Footprint& placement) const {
  const auto spot =
      std::ranges::find_if(spots_, [&](const Spot& at) { return at.footprint.apart(placement); });
  return spot == spots_.end() ? 0 : spot->points;
}

bool Spots::left_after(const Footprint& one, const Footprint& other) const {
  return std::ranges::any_of(spots_, [&](const Spot& spot) {
    return spot.footprint.apart(one) && spot.footprint.apart(other);
  });
}

int Spots::most_after(const Grid& grid, const QuickPlacement& placement) const {
  int most = 0;
  const auto look = [&](GridIndex index) {
    const GridCell& cell = grid.at(index);
    if (cell.tile == GridCell::empty && fits(cell, set_of(tile_)))
      most = std::max(most, points_at(cell));
  };
  if (placement.count > 1) {
    for (const GridIndex index : grid.anchors()) look(index);
    return most;
  }
  for (const Spot& spot : spots_) look(spot.index);
  // New spots can appear only next to the new tile.
  for (const GridIndex step : grid_step)
    for (const GridIndex near : {-step, step}) look(placement.cells[0] + near);
  return most;
}

const RankedPlacements::Choice* RankedPlacements::next() {
  const auto best = std::ranges::max_element(ranks);
  if (best == ranks.end() || *best == gone) return nullptr;
  *best = gone;
  return &nth(choices, best - ranks.begin());
}

std::optional<int> EndgameBounds::before_the_last_tile(Grid& grid, const EndgameHands& hands,
                                                       int beta, std::uint64_t& nodes) {
  spots_.find(grid, first_of(hands.others.set()));
  choices_.clear();
  int best = no_gain;
  generate(grid, hands.mine.set(), [&](const QuickPlacement& placement) {
    if (placement.count == hands.mine.size())
      best = std::max(best, placement.points + hands.bonus_for_out);
    else
      choices_.choices.push_back({placement});
  });
  if (best >= beta) return best;
  for (const auto& [placement, hash] : choices_.choices) {
    const int reply = spots_.least_after(Footprint(placement));
    const bool certain = reply > 0;
    choices_.ranks.push_back(certain ? placement.points - reply - hands.bonus_for_out : -no_gain);
  }
  while (!choices_.choices.empty()) {
    const int bound = std::ranges::max(choices_.ranks);
    if (bound <= best) break;
    if (bound < beta) return bound;
    const QuickPlacement& placement = choices_.next()->placement;
    const auto count = static_cast<std::size_t>(placement.count);
    ++nodes;
    for (std::size_t i = 0; i < count; ++i) grid.lay(placement.cells[i], placement.tiles[i]);
    const int reply = spots_.most_after(grid, placement);
    for (std::size_t i = count; i-- > 0;) grid.undo(placement.cells[i]);
    if (reply == 0) return std::nullopt;
    best = std::max(best, placement.points - reply - hands.bonus_for_out);
    if (best >= beta) return best;
  }
  if (best == no_gain) return std::nullopt;
  return best;
}

int EndgameBounds::refute(const Grid& grid, const EndgameHands& hands, int beta,
                          RankedPlacements& choices) {
  replies_.clear();
  generate(grid, hands.others.set(), [&](const QuickPlacement& placement) {
    replies_.push_back({Footprint(placement), tiles_of(placement), placement.points,
                        placement.count == hands.others.size()});
  });
  std::ranges::sort(replies_, std::greater{}, &Reply::points);
  int best = no_gain;
  if (may_go_out(hands.others)) best = let_go_by_outs(hands, beta, choices);
  for (TileSet tiles = hands.mine.set(); tiles != 0; tiles &= tiles - 1) {
    spots_.find(grid, first_of(tiles));
    if (!spots_.empty())
      best = std::max(best, let_go_by_last(hands, first_of(tiles), beta, choices));
  }
  return best;
}

int EndgameBounds::let_go_by_outs(const EndgameHands& hands, int beta,
                                  RankedPlacements& choices) const {
  int best = no_gain;
  for (std::size_t i = 0; i < choices.choices.size(); ++i) {
    const QuickPlacement& placement = choices.choices[i].placement;
    if (choices.ranks[i] == RankedPlacements::gone || placement.count == hands.mine.size())
      continue;
    const Footprint footprint(placement);
    for (const Reply& reply : replies_) {
      const int gain = placement.points - reply.points - hands.bonus_for_out;
      if (gain >= beta) break;
      if (!reply.out || !reply.footprint.apart(footprint)) continue;
      best = std::max(best, gain);
      choices.ranks[i] = RankedPlacements::gone;
      break;
    }
  }
  return best;
}

int EndgameBounds::let_go_by_last(const EndgameHands& hands, int last, int beta,
                                  RankedPlacements& choices) const {
  int best = no_gain;
  const TileSet kin = kin_of(last);
  for (std::size_t i = 0; i < choices.choices.size(); ++i) {
    const QuickPlacement& placement = choices.choices[i].placement;
    // `last` is left over, and no placed tile makes a spot for it or a better one.
    if (choices.ranks[i] == RankedPlacements::gone || placement.count != hands.mine.size() - 1 ||
        (tiles_of(placement) & kin) != 0)
      continue;
    const Footprint footprint(placement);
    for (const Reply& reply : replies_) {
      const int gain = placement.points - reply.points + spots_.most() + hands.bonus_for_out;
      if (gain >= beta) break;
      if (reply.out || (reply.tiles & kin) != 0 || !reply.footprint.apart(footprint) ||
          !spots_.left_after(footprint, reply.footprint))
        continue;
      best = std::max(best, gain);
      choices.ranks[i] = RankedPlacements::gone;
      break;
    }
  }
  return best;
}

}  // namespace sixfold
