// The grid compared with the plain table: after any sequence of tiles placed, undone and taken up,
// its empty cells know the same as those of a grid set up from scratch.
#include "engine/search/grid.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/search/generator.hpp"
#include "rules/placement.hpp"
#include "rules/position.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

int cases() { return long_tests() ? 2'000 : 60; }

/// The rules of an edition or, every other time, random rules with invented boards.
Ruleset rules_of(std::uint64_t seed) {
  Random random(seed);
  if (seed % 2 == 0) return random_ruleset(random);
  const auto editions = all_editions();
  return editions[seed / 2 % editions.size()].ruleset();
}

Board table_of(const Grid& grid) {
  Board board;
  for (const GridIndex index : grid.tiles())
    board.put({grid.cell_of(index), tile_at(grid.at(index).tile)});
  return board;
}

/// What a cell knows, without what is meaningless: runs on a tile's own cell, points where nothing
/// fits.
struct Knowledge {
  std::uint8_t tile = 0;
  std::uint8_t bonus = 0;
  bool anchor = false;
  std::array<std::array<TileSet, 2>, 2> run{};
  std::array<std::array<std::uint8_t, 2>, 2> run_length{};
  std::array<TileSet, 2> fit{};
  std::array<std::uint8_t, 2> points{};

  friend bool operator==(const Knowledge&, const Knowledge&) = default;
};

Knowledge knowledge_of(const GridCell& cell) {
  Knowledge known{.tile = cell.tile, .bonus = cell.bonus};
  known.anchor = cell.anchor != GridCell::nowhere;
  if (cell.tile != GridCell::empty) return known;
  known.run = cell.run;
  known.run_length = cell.run_length;
  known.fit = cell.fit;
  for (std::size_t d = 0; d < 2; ++d) known.points[d] = cell.fit[d] == 0 ? 0 : cell.points[d];
  return known;
}

/// Every cell that can differ from an untouched one: around the tiles, or the whole board.
std::vector<Cell> cells_of(const Ruleset& rules, const Grid& grid) {
  std::set<Cell> cells;
  if (rules.layout)
    for (int x = -1; x <= rules.layout->width; ++x)
      for (int y = -1; y <= rules.layout->height; ++y) cells.insert({x, y});
  for (const GridIndex index : grid.tiles()) {
    const Cell cell = grid.cell_of(index);
    for (int x = -2; x <= 2; ++x)
      for (int y = -2; y <= 2; ++y) cells.insert({cell.x + x, cell.y + y});
  }
  if (grid.tiles().empty()) cells.insert({0, 0});
  return {cells.begin(), cells.end()};
}

std::set<Cell> anchor_cells(const Grid& grid) {
  std::set<Cell> cells;
  for (std::size_t i = 0; i < grid.anchors().size(); ++i) {
    const GridIndex index = grid.anchors()[i];
    EXPECT_EQ(grid.at(index).anchor, i) << grid.cell_of(index);
    EXPECT_TRUE(cells.insert(grid.cell_of(index)).second) << "twice: " << grid.cell_of(index);
  }
  return cells;
}

/// Checks that both grids know the same about every cell.
void expect_same(const Ruleset& rules, const Grid& grid, const Grid& expected) {
  ASSERT_EQ(grid.size(), expected.size());
  ASSERT_EQ(anchor_cells(grid), anchor_cells(expected));
  for (const Cell cell : cells_of(rules, grid)) {
    const GridCell& at = grid.at(grid.index_of(cell));
    const GridCell& wanted = expected.at(expected.index_of(cell));
    ASSERT_TRUE(knowledge_of(at) == knowledge_of(wanted)) << cell;
  }
}

void expect_as_set_up_anew(const Ruleset& rules, const Grid& grid) {
  Grid anew(rules);
  anew.set_up(table_of(grid));
  expect_same(rules, grid, anew);
}

/// A tile on an anchor where it fits; empty if none fits anywhere.
std::optional<std::pair<GridIndex, int>> random_lay(Random& random, const Grid& grid) {
  std::vector<std::pair<GridIndex, int>> open;
  for (const GridIndex index : grid.anchors()) {
    const TileSet fit = grid.at(index).fit[0] & grid.at(index).fit[1];
    for (int tile = 0; tile < face_count; ++tile)
      if ((fit & set_of(tile)) != 0) open.emplace_back(index, tile);
  }
  if (open.empty()) return std::nullopt;
  return random.pick(open);
}

void lay_some(Random& random, Grid& grid, int count) {
  for (int i = 0; i < count && grid.size() < 108; ++i)
    if (const auto next = random_lay(random, grid)) grid.lay(next->first, next->second);
}

TEST(Grid, KnowsOfEveryEmptyCellWhatThePlainTableSays) {
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    lay_some(random, grid, random.below(50));
    const Board board = table_of(grid);
    if (board.empty()) continue;
    std::set<Cell> on_board_frontier;
    for (const Cell cell : frontier(board))
      if (on_board(rules, cell)) on_board_frontier.insert(cell);
    EXPECT_EQ(anchor_cells(grid), on_board_frontier);
    for (const Cell cell : on_board_frontier) {
      const GridCell& at = grid.at(grid.index_of(cell));
      for (const Tile tile : all_tiles()) {
        const bool fit = (at.fit[0] & at.fit[1] & set_of(tile.index())) != 0;
        ASSERT_EQ(fit, fits(board, cell, tile)) << tile << " on " << cell << " of " << board;
        if (!fit) continue;
        EXPECT_EQ(at.points[0] + at.points[1] + at.bonus,
                  score(rules, board, Place{{{cell, tile}}}).points());
      }
    }
  }
}

TEST(Grid, LetsNothingFitALineThatBlackCellsSideBySideMadeWrong) {
  Ruleset rules = variants::select_connect();
  rules.layout = *layout_from_rows(std::vector<std::string>(9, std::string(9, '.')));
  for (int seed = 0; seed < cases(); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    Board board;
    for (int i = 0; i < 25; ++i)
      if (const Cell cell{random.below(9), random.below(9)}; !board.at(cell))
        board.put({cell, tile_at(random.below(12))});
    Grid grid(rules);
    grid.set_up(board);
    const auto compare = [&] {
      for (const GridIndex index : grid.anchors())
        for (const Tile tile : all_tiles())
          ASSERT_EQ((grid.at(index).fit[0] & grid.at(index).fit[1] & set_of(tile.index())) != 0,
                    fits(board, grid.cell_of(index), tile))
              << tile << " on " << grid.cell_of(index) << " of " << board;
    };
    compare();
    const GridIndex index = random.pick(grid.tiles());
    board.remove(grid.cell_of(index));
    grid.take_up(index);
    compare();
  }
}

TEST(Grid, UndoRestoresEveryCellAndTheAnchorsInTheirOrder) {
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    lay_some(random, grid, random.below(30));
    const Grid before = grid;
    const auto kept = static_cast<std::size_t>(grid.size());
    lay_some(random, grid, 1 + random.below(12));
    while (grid.tiles().size() > kept) grid.undo(grid.tiles().back());
    expect_same(rules, grid, before);
    EXPECT_EQ(grid.anchors(), before.anchors());
    EXPECT_EQ(grid.tiles(), before.tiles());
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

TEST(Grid, UndoOfTheFirstTileLeavesAnEmptyTable) {
  for (const Edition& edition : all_editions()) {
    const Ruleset rules = edition.ruleset();
    Grid grid(rules);
    grid.lay(grid.anchors().front(), 0);
    grid.undo(grid.tiles().back());
    expect_same(rules, grid, Grid(rules));
    EXPECT_EQ(grid.anchors(), Grid(rules).anchors());
  }
}

TEST(Grid, LayingUndoingAndTakingUpInAnyOrderIsAsGoodAsSettingUpAnew) {
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    std::size_t undoable = 0;  // tiles placed since one was taken up
    for (int i = 0; i < 80; ++i) {
      const int act = random.below(10);
      if (act < 6 || grid.size() == 0) {
        const int size = grid.size();
        lay_some(random, grid, 1);
        undoable += static_cast<std::size_t>(grid.size() - size);
      } else if (act < 8 && undoable > 0) {
        grid.undo(grid.tiles().back());
        --undoable;
      } else {
        grid.take_up(random.pick(grid.tiles()));
        undoable = 0;
      }
      if (i % 8 == 7) expect_as_set_up_anew(rules, grid);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", act " << i;
    }
  }
}

TEST(Grid, TakingUpTheLastTileLeavesAnEmptyTable) {
  for (const Edition& edition : all_editions()) {
    const Ruleset rules = edition.ruleset();
    Grid grid(rules);
    Random random(1);
    lay_some(random, grid, 20);
    while (grid.size() > 0) {
      grid.take_up(random.pick(grid.tiles()));
      expect_as_set_up_anew(rules, grid);
    }
    EXPECT_EQ(anchor_cells(grid), anchor_cells(Grid(rules)));
  }
}

TEST(Grid, SetUpForgetsWhateverWasThere) {
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    lay_some(random, grid, random.below(60));
    if (grid.size() > 1) {
      const GridIndex index = random.pick(grid.tiles());
      const int tile = grid.at(index).tile;
      grid.take_up(index);
      grid.bar(index, tile);
    }
    Grid other(rules);
    lay_some(random, other, random.below(30));
    grid.set_up(table_of(other));
    EXPECT_FALSE(grid.barred());
    expect_as_set_up_anew(rules, grid);
    EXPECT_EQ(table_of(grid), table_of(other));
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

TEST(Grid, BarsOneTileFromOneCellUntilItIsReleased) {
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    lay_some(random, grid, 2 + random.below(40));
    const GridIndex index = random.pick(grid.tiles());
    const int tile = grid.at(index).tile;
    grid.take_up(index);
    const GridCell open = grid.at(index);
    EXPECT_FALSE(grid.barred());
    grid.bar(index, tile);
    EXPECT_TRUE(grid.barred());
    const TileSet fit = grid.at(index).fit[0] & grid.at(index).fit[1];
    EXPECT_EQ(fit, open.fit[0] & open.fit[1] & ~set_of(tile));
    grid.release();
    EXPECT_FALSE(grid.barred());
    expect_as_set_up_anew(rules, grid);
    grid.lay(index, tile);
    expect_as_set_up_anew(rules, grid);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

TEST(Grid, SaysAsThePlainTableWhetherAnythingFits) {
  int yes = 0;
  int no = 0;
  for (int seed = 0; seed < cases(); ++seed) {
    const Ruleset rules = rules_of(static_cast<std::uint64_t>(seed));
    Random random(static_cast<std::uint64_t>(seed));
    Grid grid(rules);
    lay_some(random, grid, random.below(90));
    std::optional<PlacedTile> barred;
    if (grid.size() > 1 && random.percent(50)) {
      const GridIndex index = random.pick(grid.tiles());
      barred = PlacedTile{grid.cell_of(index), tile_at(grid.at(index).tile)};
      grid.take_up(index);
      grid.bar(index, barred->tile.index());
    }
    const Board board = table_of(grid);
    for (const Tile tile : all_tiles()) {
      const bool expected = any_fits(rules, board, Tiles(std::vector<Tile>{tile}), barred);
      ASSERT_EQ(grid.any_fits(set_of(tile.index())), expected) << tile << " on " << board;
      ++(expected ? yes : no);
    }
    EXPECT_FALSE(grid.any_fits(0));
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

TEST(Grid, KnowsWhichTilesAreInALineOfSix) {
  int in_six = 0;
  for (int seed = 0; seed < cases(); ++seed) {
    RandomPlay game(static_cast<std::uint64_t>(seed), rules_of(static_cast<std::uint64_t>(seed)));
    game.steps(120);
    const Board& board = game.game().position().board;
    Grid grid(game.game().rules());
    grid.set_up(board);
    for (const PlacedTile& placed : board.tiles()) {
      const bool expected = !may_take(board, placed.cell);
      EXPECT_EQ(grid.in_line_of_six(grid.index_of(placed.cell)), expected) << placed;
      in_six += expected ? 1 : 0;
    }
  }
  EXPECT_GT(in_six, 0);

  const Board across = board_of("Rc@0,0 Rs@1,0 Rd@2,0 Rl@3,0 Rx@4,0 Rt@5,0 Gc@0,1");
  Grid grid(variants::base());
  grid.set_up(across);
  EXPECT_TRUE(grid.in_line_of_six(grid.index_of({0, 0})));
  EXPECT_TRUE(grid.in_line_of_six(grid.index_of({5, 0})));
  EXPECT_FALSE(grid.in_line_of_six(grid.index_of({0, 1})));
}

TEST(Grid, NarrowedItHasAllThatTheTilesNeedUntilItIsWidened) {
  int left_out = 0;
  for (int seed = 0; seed < cases(); ++seed) {
    RandomPlay game(static_cast<std::uint64_t>(seed), variants::base());
    game.steps(40);
    Grid grid(game.game().rules());
    grid.set_up(game.game().position().board);
    if (grid.size() == 0) continue;
    const TileSet tiles = set_of(seed % face_count) | set_of(seed * 7 % face_count);
    const auto placements = [&] {
      std::vector<std::pair<GridIndex, int>> found;
      generate(grid, tiles, [&](const QuickPlacement& placement) {
        found.emplace_back(placement.cells[0], placement.points);
      });
      std::ranges::sort(found);
      return found;
    };
    const auto wide = placements();
    const std::vector<GridIndex> anchors = grid.anchors();
    grid.narrow(tiles);
    left_out += static_cast<int>(anchors.size() - grid.anchors().size());
    EXPECT_EQ(placements(), wide) << seed;
    if (!wide.empty()) {
      const GridIndex cell = grid.anchors().front();
      const TileSet fitting = grid.at(cell).fit[0] & grid.at(cell).fit[1] & tiles;
      grid.lay(cell, first_of(fitting));
      const auto narrow_after = placements();
      grid.undo(cell);
      grid.widen();
      grid.lay(cell, first_of(fitting));
      EXPECT_EQ(placements(), narrow_after) << seed;
      grid.undo(cell);
    } else {
      grid.widen();
    }
    EXPECT_EQ(grid.anchors(), anchors) << seed;
  }
  EXPECT_GT(left_out, 100);
}

TEST(Grid, HasWallsAroundABoardAndNoneWithout) {
  const Ruleset rules = variants::select();
  const Grid grid(rules);
  EXPECT_TRUE(grid.bounded());
  for (int i = 0; i < 16; ++i) {
    for (const Cell cell : {Cell{i, -1}, {i, 16}, {-1, i}, {16, i}})
      EXPECT_EQ(grid.at(grid.index_of(cell)).tile, GridCell::wall) << cell;
    for (const Cell cell : {Cell{i, 0}, {i, 15}, {0, i}, {15, i}})
      EXPECT_EQ(grid.at(grid.index_of(cell)).tile, GridCell::empty) << cell;
  }
  const Grid table(variants::base());
  EXPECT_FALSE(table.bounded());
  EXPECT_EQ(table.at(table.index_of({-107, 107})).tile, GridCell::empty);
}

TEST(Grid, OffersTheCellsOfAnOpening) {
  EXPECT_EQ(anchor_cells(Grid(variants::base())), (std::set<Cell>{{0, 0}}));
  const Ruleset select = variants::select();
  EXPECT_EQ(anchor_cells(Grid(select)),
            std::set<Cell>(select.layout->starts.begin(), select.layout->starts.end()));
  // Start cells have no meaning elsewhere (X2): any cell is allowed there.
  EXPECT_EQ(Grid(variants::select_connect()).anchors().size(), 256U);
}

}  // namespace
}  // namespace sixfold::tests
