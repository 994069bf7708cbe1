#include "engine/inference.hpp"

#include <algorithm>

#include "engine/best_placement.hpp"

namespace sixfold {

namespace {

// How likely a player is to leave so many points undone, of 256: about exp(-n/3).
constexpr std::array<std::uint32_t, 13> left_undone{256, 256, 183, 131, 94, 67, 48,
                                                    35,  25,  18,  13,  9,  6};
// To trade is worth about as much as so many points.
constexpr int worth_of_a_trade = 3;

/// The table as it was before the turn.
void take_back(Board& board, const SeenTurn& turn) {
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    for (const PlacedTile& tile : placed->tiles) board.remove(tile.cell);
  if (turn.take) board.put(*turn.take);
}

}  // namespace

Inference::Inference(const View& view) {
  if (view.rules.pieces.rolled || !view.opened) return;
  Board board = view.board;
  std::array<bool, most_seats> asked{};
  for (std::size_t i = view.history.size(); i-- > 1;) {
    const SeenTurn& turn = view.history[i];
    if (std::holds_alternative<Left>(turn.act)) continue;
    take_back(board, turn);
    const SeatView& seat = view.seats[static_cast<std::size_t>(turn.seat)];
    bool& done = asked[static_cast<std::size_t>(turn.seat)];
    if (turn.seat == view.turn || done) break;
    done = true;
    const int* const drew = std::get_if<int>(&turn.drew);
    if (!seat.in || seat.hand || drew == nullptr || turn.take || board.empty()) continue;
    Witness witness{turn.seat, *drew, worth_of_a_trade, 0, {}};
    if (const auto* placed = std::get_if<Placed>(&turn.act)) {
      witness.points = placed->points;
      for (const PlacedTile& tile : placed->tiles) witness.placed |= set_of(tile.tile.index());
    }
    if (seat.held <= witness.drew) continue;
    witness.table.build(grid_for(view.rules, {board, {}, std::nullopt, false}));
    witnesses_.push_back(witness);
  }
}

bool Inference::believes(const QuickGame& game, Random& lots) const {
  return std::ranges::all_of(witnesses_, [&](const Witness& witness) {
    std::array<std::uint8_t, 16> hand{};
    std::size_t held = 0;
    for_each_tile(game.hand(witness.seat), [&](int tile) {
      if (held < hand.size()) hand[held++] = static_cast<std::uint8_t>(tile);
    });
    // Any of them may be those that were drawn.
    for (int i = 0; i < witness.drew && held > 0; ++i) {
      const std::size_t drawn = lots.index(held);
      hand[drawn] = hand[--held];
    }
    TileSet before = witness.placed;
    for (std::size_t i = 0; i < held; ++i) before |= set_of(hand[i]);
    const int undone = std::max(0, witness.table.best(before) - witness.points);
    const auto at = std::min(static_cast<std::size_t>(undone), left_undone.size() - 1);
    return lots.below(left_undone[0]) < left_undone[at];
  });
}

}  // namespace sixfold
