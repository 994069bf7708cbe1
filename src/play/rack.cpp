#include "play/rack.hpp"

#include <algorithm>
#include <utility>

namespace sixfold {

Rack reconciled(const Rack& rack, const Hand& hand, bool cubes) {
  Hand coming = hand;
  std::vector<bool> stays;
  for (const Slot& slot : rack) stays.push_back(coming.remove(slot.tile));
  Rack result;
  std::vector<std::size_t> gaps;
  for (std::size_t i = 0; i < rack.size(); ++i) {
    Slot slot = rack[i];
    slot.fresh = Fresh::no;
    if (!stays[i]) {
      const auto kinds = coming.kinds();
      const auto turned = std::ranges::find(kinds, slot.tile.colour, &Tile::colour);
      if (!cubes || slot.cell || turned == kinds.end()) {
        gaps.push_back(result.size());
        continue;
      }
      static_cast<void>(coming.remove(*turned));
      slot.tile = *turned;
      slot.fresh = Fresh::rolled;
    }
    result.push_back(slot);
  }
  std::size_t filled = 0;
  for (const Tile tile : coming.list()) {
    const Slot slot{tile, std::nullopt, 0, rack.empty() ? Fresh::no : Fresh::drawn};
    if (filled < gaps.size())
      result.insert(result.begin() + static_cast<std::ptrdiff_t>(gaps[filled] + filled), slot);
    else
      result.push_back(slot);
    ++filled;
  }
  return result;
}

Rack rack_for(const View& view, const Rack& before) {
  Rack rack = reconciled(before, view.hand, view.rules.pieces.rolled);
  for (std::size_t i = 0; i < rack.size(); ++i)
    if (rack[i].cell && (view.board.at(*rack[i].cell) || view.end)) take_back(rack, i);
  return rack;
}

namespace {

std::pair<int, int> by_colour(const Slot& slot) {
  return {static_cast<int>(slot.tile.colour), static_cast<int>(slot.tile.shape)};
}
std::pair<int, int> by_shape(const Slot& slot) {
  return {static_cast<int>(slot.tile.shape), static_cast<int>(slot.tile.colour)};
}

}  // namespace

Rack sorted(Rack rack, SortBy by) {
  std::ranges::stable_sort(rack, {}, by == SortBy::colour ? by_colour : by_shape);
  return rack;
}

SortBy next_order(const Rack& rack) {
  return std::ranges::is_sorted(rack, {}, by_colour) ? SortBy::shape : SortBy::colour;
}

std::vector<PlacedTile> laid_tiles(const Rack& rack) {
  std::vector<const Slot*> laid;
  for (const Slot& slot : rack)
    if (slot.cell) laid.push_back(&slot);
  std::ranges::sort(laid, {}, [](const Slot* slot) { return slot->laid; });
  std::vector<PlacedTile> tiles;
  tiles.reserve(laid.size());
  for (const Slot* slot : laid) tiles.push_back({*slot->cell, slot->tile});
  return tiles;
}

std::optional<std::size_t> last_laid(const Rack& rack) {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < rack.size(); ++i)
    if (rack[i].cell && (!last || rack[i].laid > rack[*last].laid)) last = i;
  return last;
}

std::optional<std::size_t> laid_on(const Rack& rack, Cell cell) {
  const auto found = std::ranges::find(rack, std::optional(cell), &Slot::cell);
  if (found == rack.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rack.begin());
}

void lay(Rack& rack, std::size_t slot, Cell cell) {
  const auto last = last_laid(rack);
  rack[slot].laid = last ? rack[*last].laid + 1 : 1;
  rack[slot].cell = cell;
}

void take_back(Rack& rack, std::size_t slot) {
  rack[slot].cell.reset();
  rack[slot].laid = 0;
}

void take_all_back(Rack& rack) {
  for (std::size_t i = 0; i < rack.size(); ++i) take_back(rack, i);
}

std::optional<Tile> lay_only(Rack& rack, const std::vector<PlacedTile>& tiles) {
  Rack changed = rack;
  take_all_back(changed);
  for (const PlacedTile& placed : tiles) {
    const auto slot = std::ranges::find_if(
        changed, [&](const Slot& one) { return one.tile == placed.tile && !one.cell; });
    if (slot == changed.end()) return placed.tile;
    lay(changed, static_cast<std::size_t>(slot - changed.begin()), placed.cell);
  }
  rack = std::move(changed);
  return std::nullopt;
}

}  // namespace sixfold
