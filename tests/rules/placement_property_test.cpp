// What holds for the placements in every position: the list and the check agree, and neither
// depends on the orientation of the table or on which colour is which.
#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "rules/indexed.hpp"
#include "rules/placement.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

constexpr int most_steps = 200;

/// A position without an open question, and its rules.
struct Moment {
  Ruleset rules;
  Decision decision;
};

Moment random_moment(std::uint64_t seed, int steps) {
  RandomPlay play(seed);
  play.steps(steps);
  while (!play.over() && !std::holds_alternative<std::monostate>(play.game().position().question))
    play.step();
  return {play.game().rules(), decision_of(play.game().position())};
}

std::set<std::vector<PlacedTile>> tile_lists(const std::vector<Place>& places) {
  std::set<std::vector<PlacedTile>> lists;
  for (const Place& place : places) lists.insert(place.tiles);
  return lists;
}

/// The normal form of a placement on an empty table without bounds: from 0,0 to the right.
std::vector<PlacedTile> written(const Moment& moment, std::vector<PlacedTile> tiles) {
  std::ranges::sort(tiles);
  if (moment.rules.layout || !moment.decision.board.empty() || tiles.empty()) return tiles;
  const Cell first = tiles.front().cell;
  const bool down = tiles.back().cell.x == first.x;
  for (PlacedTile& placed : tiles) {
    placed.cell = {placed.cell.x - first.x, placed.cell.y - first.y};
    if (down) std::swap(placed.cell.x, placed.cell.y);
  }
  return tiles;
}

Cell cell_near(Random& random, const Moment& moment) {
  const auto lying = moment.decision.board.tiles();
  Cell near{3, 3};
  if (!lying.empty()) near = nth(lying, random.below(static_cast<int>(lying.size()))).cell;
  return {near.x + random.below(5) - 2, near.y + random.below(5) - 2};
}

Tile some_tile(Random& random, const Moment& moment) {
  const std::vector<Tile> held = moment.decision.hand.list();
  return held.empty() || random.percent(15) ? tile_at(random.below(face_count)) : random.pick(held);
}

/// One to four tiles around the table, usually in a row.
std::vector<PlacedTile> random_tiles(Random& random, const Moment& moment) {
  Cell cell = cell_near(random, moment);
  const Direction direction = random.percent(50) ? Direction::across : Direction::down;
  std::vector<PlacedTile> tiles;
  for (int count = 1 + random.below(4); count > 0; --count) {
    while (moment.decision.board.at(cell) && random.percent(90)) cell = step(cell, direction, 1);
    tiles.push_back({cell, some_tile(random, moment)});
    cell = random.percent(95) ? step(cell, direction, 1) : cell_near(random, moment);
  }
  return tiles;
}

/// A legal placement with one change, after which it may still be legal.
std::vector<PlacedTile> mutated(Random& random, const Moment& moment,
                                std::vector<PlacedTile> tiles) {
  const auto index = static_cast<std::size_t>(random.below(static_cast<int>(tiles.size())));
  const auto any_direction = [&] { return nth(directions, random.below(2)); };
  switch (random.below(6)) {
    case 0:
      tiles[index].tile = some_tile(random, moment);
      break;
    case 1:
      tiles[index].cell = step(tiles[index].cell, any_direction(), random.below(3) - 1);
      break;
    case 2:
      tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(index));
      break;
    case 3:
      tiles.push_back({step(tiles.back().cell, any_direction(), 1), some_tile(random, moment)});
      break;
    case 4: {
      const Direction direction = any_direction();
      for (PlacedTile& placed : tiles) placed.cell = step(placed.cell, direction, 1);
      break;
    }
    default:
      std::swap(tiles[index].tile, tiles.front().tile);
      break;
  }
  return tiles;
}

TEST(Placements, AreListedExactlyWhereNothingIsWrongWithThem) {
  check_games(120, most_steps, [](std::uint64_t seed, int steps) {
    const Moment moment = random_moment(seed, steps);
    const auto& [rules, decision] = moment;
    const std::vector<Place> legal = legal_placements(rules, decision);
    const auto lists = tile_lists(legal);
    RC_ASSERT(lists.size() == legal.size());  // without duplicates
    RC_ASSERT(std::ranges::is_sorted(legal, {}, &Place::tiles));
    RC_ASSERT(can_place(rules, decision) == !legal.empty());
    for (const Place& place : legal) {
      RC_ASSERT(std::ranges::is_sorted(place.tiles));
      RC_ASSERT(!why_illegal(rules, decision, place));
    }

    Random random(seed);
    for (int i = 0; i < 200; ++i) {
      std::vector<PlacedTile> tiles = legal.empty() || random.percent(40)
                                          ? random_tiles(random, moment)
                                          : mutated(random, moment, random.pick(legal).tiles);
      random.shuffle(tiles);  // the order in which they are named does not matter
      const bool accepted = !why_illegal(rules, decision, Place{tiles});
      if (accepted == lists.contains(written(moment, tiles))) continue;
      RC_LOG() << Place{tiles} << " on " << decision.board << " with " << decision.hand << '\n';
      RC_FAIL(accepted ? "accepted but not listed" : "listed but not accepted");
    }
  });
}

// Symmetries.

using TileMap = std::function<Tile(Tile)>;
using CellMap = std::function<Cell(Cell)>;

std::vector<PlacedTile> moved(std::vector<PlacedTile> tiles, const CellMap& cells,
                              const TileMap& faces) {
  for (PlacedTile& placed : tiles) placed = {cells(placed.cell), faces(placed.tile)};
  std::ranges::sort(tiles);
  return tiles;
}

Decision moved(const Decision& decision, const CellMap& cells, const TileMap& faces) {
  Decision image;
  for (const PlacedTile& placed : decision.board.tiles())
    image.board.put({cells(placed.cell), faces(placed.tile)});
  for (const Tile tile : decision.hand.list()) image.hand.add(faces(tile));
  if (decision.barred) image.barred = {cells(decision.barred->cell), faces(decision.barred->tile)};
  image.opening = decision.opening;
  return image;
}

using ScoredPlacements = std::set<std::pair<std::vector<PlacedTile>, int>>;

ScoredPlacements scored(const Ruleset& rules, const Decision& decision, const CellMap& cells,
                        const TileMap& faces) {
  ScoredPlacements all;
  for (const Place& place : legal_placements(rules, decision))
    all.emplace(moved(place.tiles, cells, faces), score(rules, decision.board, place).points());
  return all;
}

const CellMap same_cell = [](Cell cell) { return cell; };
const TileMap same_tile = [](Tile tile) { return tile; };

void check_symmetry(const Ruleset& rules, const Decision& decision, const Ruleset& image_rules,
                    const CellMap& cells, const TileMap& faces) {
  const auto image = moved(decision, cells, faces);
  RC_ASSERT(scored(rules, decision, cells, faces) ==
            scored(image_rules, image, same_cell, same_tile));
}

TileMap permuted(Random& random, bool colours, bool shapes, bool exchanged) {
  std::vector<int> new_colour(colour_count);
  std::vector<int> new_shape(shape_count);
  std::iota(new_colour.begin(), new_colour.end(), 0);
  std::iota(new_shape.begin(), new_shape.end(), 0);
  if (colours) random.shuffle(new_colour);
  if (shapes) random.shuffle(new_shape);
  return [=](Tile tile) {
    const int colour = nth(new_colour, tile.colour);
    const int shape = nth(new_shape, tile.shape);
    return exchanged ? tile_at(shape * shape_count + colour)
                     : tile_at(colour * shape_count + shape);
  };
}

TEST(Placements, SurviveAnotherNamingOfColoursAndOfShapes) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    const auto [rules, decision] = random_moment(seed, steps);
    Random random(seed);
    check_symmetry(rules, decision, rules, same_cell, permuted(random, true, false, false));
    check_symmetry(rules, decision, rules, same_cell, permuted(random, false, true, false));
  });
}

TEST(Placements, SurviveTheExchangeOfColoursWithShapes) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    const auto [rules, decision] = random_moment(seed, steps);
    Random random(seed);
    check_symmetry(rules, decision, rules, same_cell, permuted(random, false, false, true));
  });
}

/// The eight ways to map a board of this size to itself or to its transpose.
Cell turned(Cell cell, int way, int width, int height) {
  if ((way & 1) != 0) cell.x = width - 1 - cell.x;
  if ((way & 2) != 0) cell.y = height - 1 - cell.y;
  if ((way & 4) != 0) std::swap(cell.x, cell.y);
  return cell;
}

Ruleset turned(Ruleset rules, int way) {
  if (!rules.layout) return rules;
  Layout& layout = *rules.layout;
  const auto turn = [&, width = layout.width, height = layout.height](Cell& cell) {
    cell = turned(cell, way, width, height);
  };
  std::ranges::for_each(layout.stars, turn);
  std::ranges::for_each(layout.starts, turn);
  std::ranges::for_each(layout.presets, turn);
  for (BonusCell& bonus : layout.bonus) turn(bonus.cell);
  if ((way & 4) != 0) std::swap(layout.width, layout.height);
  sort_cells(layout);
  return rules;
}

TEST(Placements, SurviveTranslationOfATableWithoutBounds) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    const auto [rules, decision] = random_moment(seed, steps);
    RC_PRE(!rules.layout && !decision.board.empty());
    Random random(seed);
    const Cell by{random.below(2001) - 1000, random.below(2001) - 1000};
    const CellMap shift = [&](Cell cell) { return Cell{cell.x + by.x, cell.y + by.y}; };
    check_symmetry(rules, decision, rules, shift, same_tile);
  });
}

TEST(Placements, SurviveMirroringAndRotationOfTheTableAndOfTheBoard) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    const auto [rules, decision] = random_moment(seed, steps);
    // On an empty table without bounds, one place and direction stand for all.
    RC_PRE(rules.layout || !decision.board.empty());
    const int way = 1 + static_cast<int>(seed % 7);
    const int width = rules.layout ? rules.layout->width : 1;
    const int height = rules.layout ? rules.layout->height : 1;
    const CellMap turn = [&](Cell cell) { return turned(cell, way, width, height); };
    check_symmetry(rules, decision, turned(rules, way), turn, same_tile);
  });
}

}  // namespace
}  // namespace sixfold::tests
