#include "rules/tiles.hpp"

#include <algorithm>
#include <cassert>

#include "rules/indexed.hpp"

namespace sixfold {

bool Tiles::contains(const Tiles& other) const {
  return std::ranges::equal(other.counts_, counts_,
                            [](auto wanted, auto present) { return wanted <= present; });
}

void Tiles::add(Tile tile, int copies) {
  assert(counts_[slot(tile)] + copies <= 255);
  counts_[slot(tile)] = static_cast<std::uint8_t>(counts_[slot(tile)] + copies);
  size_ += copies;
}

void Tiles::add(const Tiles& other) {
  for (const Tile tile : other.kinds()) add(tile, other.count(tile));
}

bool Tiles::remove(Tile tile) {
  if (counts_[slot(tile)] == 0) return false;
  --counts_[slot(tile)];
  --size_;
  return true;
}

bool Tiles::remove(const Tiles& other) {
  if (!contains(other)) return false;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    counts_[i] = static_cast<std::uint8_t>(counts_[i] - other.counts_[i]);
  size_ -= other.size_;
  return true;
}

std::vector<Tile> Tiles::list() const {
  std::vector<Tile> tiles;
  tiles.reserve(static_cast<std::size_t>(size_));
  for (const Tile tile : all_tiles())
    tiles.insert(tiles.end(), static_cast<std::size_t>(count(tile)), tile);
  return tiles;
}

std::vector<Tile> Tiles::kinds() const {
  std::vector<Tile> tiles;
  for (const Tile tile : all_tiles())
    if (contains(tile)) tiles.push_back(tile);
  return tiles;
}

int largest_set(const Hand& hand) {
  std::array<int, colour_count> of_colour{};
  std::array<int, shape_count> of_shape{};
  for (const Tile tile : hand.kinds()) {
    ++nth(of_colour, tile.colour);
    ++nth(of_shape, tile.shape);
  }
  return std::max(*std::ranges::max_element(of_colour), *std::ranges::max_element(of_shape));
}

}  // namespace sixfold
