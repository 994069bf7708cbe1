#include "engine/quick_act.hpp"

namespace sixfold {

namespace {

std::vector<Tile> list_of(const QuickHand& hand) {
  std::vector<Tile> tiles;
  for_each_tile(hand, [&](int tile) { tiles.push_back(tile_at(tile)); });
  return tiles;
}

}  // namespace

Move to_move(const QuickAct& act, const Grid& grid) {
  if (const auto* placement = std::get_if<QuickPlacement>(&act)) return placement->to_place(grid);
  if (const auto* trade = std::get_if<QuickTrade>(&act)) return Trade{list_of(trade->tiles)};
  if (const auto* roll = std::get_if<QuickRoll>(&act)) return Roll{list_of(roll->cubes)};
  const GridIndex index = std::get<QuickTake>(act).cell;
  return Take{{grid.cell_of(index), tile_at(grid.at(index).tile)}};
}

void play_turn(QuickGame& game, const QuickAct& act, Random& dealer) {
  if (const auto* placement = std::get_if<QuickPlacement>(&act))
    return game.place(*placement, dealer);
  if (const auto* trade = std::get_if<QuickTrade>(&act)) return game.trade(trade->tiles, dealer);
  if (const auto* roll = std::get_if<QuickRoll>(&act))
    game.roll(roll->cubes, dealer);
  else
    game.take(std::get<QuickTake>(act).cell);
  game.greedy_rest(dealer, dealer);
}

}  // namespace sixfold
