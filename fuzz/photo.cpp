// Pixels: any picture is read or refused, and what is read are tiles on cells of their own.
#include <array>
#include <set>
#include <vector>

#include "require.hpp"
#include "rules/variants/catalogue.hpp"
#include "vision/found.hpp"
#include "vision/moves.hpp"

namespace {

/// Each byte is a block of pixels in one of sixteen colours, so that small inputs can have forms.
sixfold::vision::Image picture_of(const std::uint8_t* data, std::size_t size) {
  constexpr int block = 4;
  constexpr std::array<std::array<std::uint8_t, 3>, 16> colours{{{28, 28, 28},
                                                                 {0, 0, 0},
                                                                 {200, 160, 120},
                                                                 {255, 255, 255},
                                                                 {200, 30, 40},
                                                                 {230, 100, 30},
                                                                 {220, 200, 20},
                                                                 {20, 130, 40},
                                                                 {20, 100, 200},
                                                                 {120, 50, 140},
                                                                 {60, 60, 60},
                                                                 {90, 90, 90},
                                                                 {128, 128, 128},
                                                                 {40, 10, 10},
                                                                 {230, 230, 225},
                                                                 {10, 40, 10}}};
  sixfold::vision::Image image;
  const int columns = 1 + data[0] % 64;
  const int rows = static_cast<int>((size - 1) / static_cast<std::size_t>(columns));
  image.width = columns * block;
  image.height = rows * block;
  image.rgb.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) *
                   3);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const auto& colour = colours[data[1 + y / block * columns + x / block] % colours.size()];
      for (std::size_t c = 0; c < 3; ++c) image.rgb[image.at(x, y) + c] = colour[c];
    }
  return image;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  if (size < 2) return 0;
  const vision::Image image = picture_of(data, size);
  for (const char* const variant : {"base", "connect", "select"}) {
    const Ruleset rules = *ruleset_named(variant);
    const auto table = vision::see_table(image, rules);
    if (!table) continue;
    const vision::PhotoReading reading = vision::read_photo(rules, *table, nullptr);
    std::set<Cell> cells;
    for (const vision::ReadTile& tile : reading.table.tiles)
      require(cells.insert(tile.placed.cell).second, "a cell has one tile");
    for (const PlacedTile& tile : reading.placed)
      require(cells.contains(tile.cell), "a placed tile is on the table");
    require(vision::read_photo(rules, *table, &*table).placed.empty(),
            "the same photo twice shows no move");
    std::vector<PlacedTile> known;
    for (const vision::ReadTile& tile : reading.table.tiles) known.push_back(tile.placed);
    if (const auto found = vision::find_move(image, rules, known))
      for (const vision::FoundTile& tile : found->tiles)
        require(!tile.is_new || !tile.likely.empty(), "a new tile may be something");
    vision::Image drawn = image;
    for (const Cell cell : cells) vision::outline(drawn, *table, cell, {255, 0, 255});
  }
  return 0;
}
