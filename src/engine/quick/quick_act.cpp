#include "engine/quick/quick_act.hpp"

#include <algorithm>

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

QuickAct to_act(const Move& move, const QuickGame& game) {
  if (const auto* trade = std::get_if<Trade>(&move))
    return QuickTrade{QuickHand(Tiles(trade->tiles))};
  if (const auto* roll = std::get_if<Roll>(&move)) return QuickRoll{QuickHand(Tiles(roll->cubes))};
  if (const auto* take = std::get_if<Take>(&move))
    return QuickTake{game.grid().index_of(take->tile.cell)};
  const auto& tiles = std::get<Place>(move).tiles;
  QuickPlacement wanted;
  const auto is_wanted = [&](const QuickPlacement& placement) {
    if (placement.count != static_cast<int>(tiles.size())) return false;
    return std::ranges::all_of(tiles, [&](const PlacedTile& placed) {
      for (std::size_t i = 0; i < tiles.size(); ++i)
        if (placement.cells[i] == game.grid().index_of(placed.cell))
          return placement.tiles[i] == placed.tile.index();
      return false;
    });
  };
  generate(game.grid(), game.hand(game.turn()).set(), [&](const QuickPlacement& placement) {
    if (is_wanted(placement)) wanted = placement;
  });
  return wanted;
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
