#include "vision/table.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "rules/indexed.hpp"
#include "vision/board.hpp"
#include "vision/lattice.hpp"
#include "vision/symbols.hpp"

namespace sixfold::vision {

namespace {

constexpr int smallest_picture = 24;
// Spots are looked for in a picture of at most this many pixels a side, symbols in one of twice
// that.
constexpr int coarse_side = 1400;
constexpr int fine_side = 2800;

constexpr double shape_spread = 0.032;

int factor_for(const Image& image, int side) {
  return (std::max(image.width, image.height) + side - 1) / side;
}

struct Eye {
  const Image& image;
  Plane plane;
};

std::vector<Symbol> find_symbols(const Eye& eye) {
  const int factor = std::max(1, factor_for(eye.image, coarse_side));
  const Plane coarse = factor == 1 ? eye.plane : brightest_channel(eye.image, factor);
  std::vector<Symbol> symbols;
  const double shift = (factor - 1) / 2.0;
  for (const Blob& blob : find_blobs(coarse)) {
    const Point centre = blob.centre * factor + Point{shift, shift};
    auto symbol = look_at(eye.image, eye.plane, centre, blob.spread * (factor * factor));
    if (!symbol || symbol->misfit > 0.2 || symbol->ring < 0.8) continue;
    const bool known = std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& other) {
      const double reach = 0.5 / std::sqrt(other.upright.determinant());
      return length(other.centre - symbol->centre) < reach;
    });
    if (!known) symbols.push_back(*symbol);
  }
  return symbols;
}

/// The distance of each shape from an outline that was measured on an upright tile.
std::array<double, shape_count> distances(const Symbol& symbol) {
  std::array<double, shape_count> best;
  best.fill(1e9);
  for (const Outline& drawing : outlines())
    for (int turn = -3; turn <= 3; ++turn) {
      double& known = nth(best, drawing.shape);
      known = std::min(known, misfit(symbol.reach, drawing, turn) + 0.004 * std::abs(turn));
    }
  return best;
}

ShapeScores shape_scores(const Symbol& symbol) {
  const std::array<double, shape_count> far = distances(symbol);
  const double nearest = *std::min_element(far.begin(), far.end());
  // A symbol that resembles none of the drawings says less about which it is.
  const double spread = std::max(shape_spread, 0.5 * nearest);
  ShapeScores scores{};
  for (std::size_t i = 0; i < far.size(); ++i)
    scores[i] = std::max(-25.0, (nearest * nearest - far[i] * far[i]) / (2 * spread * spread));
  return scores;
}

double presence_of(const Symbol& symbol) {
  return 9 - 30 * std::max(0.0, symbol.misfit - 0.09) - 20 * std::max(0.0, 0.97 - symbol.ring);
}

/// A tile that was found, with the symbol as it looks on the lattice.
struct Found {
  Cell cell;
  Symbol symbol;
  double presence = 0;
};

/// Looks again at every tile, now that the lattice says how it lies.
std::vector<Found> look_again(const Eye& eye, const Lattice& lattice,
                              const std::vector<Symbol>& symbols) {
  std::vector<Found> found;
  for (const LatticeTile& tile : lattice.tiles) {
    const Symbol& first = symbols[tile.symbol];
    const Point cell{static_cast<double>(tile.cell.x), static_cast<double>(tile.cell.y)};
    const auto again =
        look_on_tile(eye.image, eye.plane, first.centre, lattice.pixel_of.near(cell));
    if (again && again->misfit < 0.3) found.push_back({tile.cell, *again, presence_of(*again)});
  }
  return found;
}

double median_dark(const std::vector<Found>& found) {
  std::vector<double> dark;
  for (const Found& tile : found) dark.push_back(tile.symbol.dark);
  if (dark.empty()) return 0;
  const auto middle = dark.begin() + static_cast<std::ptrdiff_t>(dark.size() / 2);
  std::nth_element(dark.begin(), middle, dark.end());
  return *middle;
}

/// A tile on this cell that was overlooked at first.
std::optional<Found> overlooked(const Eye& eye, const Perspective& pixel_of, Cell cell,
                                double usual_dark) {
  const Point middle{static_cast<double>(cell.x), static_cast<double>(cell.y)};
  const Point at = pixel_of(middle);
  const Linear frame = pixel_of.near(middle);
  const double reach =
      std::abs(frame.xx) + std::abs(frame.xy) + std::abs(frame.yx) + std::abs(frame.yy);
  if (!(at.x > reach / 4 && at.y > reach / 4 && at.x < eye.image.width - reach / 4 &&
        at.y < eye.image.height - reach / 4))
    return std::nullopt;
  const auto symbol = look_on_tile(eye.image, eye.plane, at, frame);
  if (!symbol || symbol->misfit > 0.2 || symbol->ring < 0.75 ||
      symbol->dark > 1.7 * usual_dark + 12)
    return std::nullopt;
  return Found{cell, *symbol, presence_of(*symbol) - 2};
}

/// Whether a cell is as dark as a tile all around its middle, though no symbol could be read.
bool dark_square(const Eye& eye, const Perspective& pixel_of, Cell cell, double usual_dark) {
  int dark = 0;
  int count = 0;
  for (int side = 0; side < 4; ++side)
    for (int i = -4; i <= 4; ++i) {
      const double along = 0.1 * i;
      const Point off = side == 0   ? Point{along, -0.4}
                        : side == 1 ? Point{along, 0.4}
                        : side == 2 ? Point{-0.4, along}
                                    : Point{0.4, along};
      const Point p = pixel_of(Point{cell.x + off.x, cell.y + off.y});
      if (!(p.x >= 0 && p.y >= 0 && p.x < eye.image.width && p.y < eye.image.height)) return false;
      ++count;
      if (eye.plane.sample(p.x, p.y) < 1.4 * usual_dark + 14) ++dark;
    }
  return dark * 10 >= count * 9;
}

/// The empty cells that touch a tile, and on a board all of them.
std::vector<Cell> empty_cells(const std::vector<Found>& found,
                              const std::optional<BoardPlace>& board) {
  std::set<Cell> taken;
  for (const Found& tile : found) taken.insert(tile.cell);
  std::set<Cell> empty;
  if (board) {
    for (int x = 0; x < board->layout.width; ++x)
      for (int y = 0; y < board->layout.height; ++y)
        empty.insert({board->origin.x + x, board->origin.y + y});
  } else {
    for (const Cell cell : taken)
      for (const Direction direction : directions)
        for (const int by : {-1, 1}) empty.insert(step(cell, direction, by));
  }
  std::vector<Cell> cells;
  std::set_difference(empty.begin(), empty.end(), taken.begin(), taken.end(),
                      std::back_inserter(cells));
  return cells;
}

/// Cells that seem to hold a tile that cannot be read. On a dark table many cells seem so; none is
/// believed then.
std::vector<Cell> unread_cells(const Eye& eye, const Perspective& pixel_of,
                               const std::vector<Found>& found,
                               const std::optional<BoardPlace>& board) {
  const double dark = median_dark(found);
  const std::vector<Cell> empty = empty_cells(found, board);
  std::vector<Cell> unread;
  for (const Cell cell : empty)
    if (dark_square(eye, pixel_of, cell, dark)) unread.push_back(cell);
  if (4 * unread.size() > empty.size()) unread.clear();
  return unread;
}

void add_overlooked(const Eye& eye, const Perspective& pixel_of, std::vector<Found>& found,
                    const std::optional<BoardPlace>& board) {
  const double dark = median_dark(found);
  for (int round = 0; round < 3; ++round) {
    const std::size_t before = found.size();
    for (const Cell cell : empty_cells(found, board))
      if (auto tile = overlooked(eye, pixel_of, cell, dark)) found.push_back(*tile);
    if (found.size() == before) return;
  }
}

/// The tiles that hang together by their edges: the most of them.
void keep_connected(std::vector<Found>& found) {
  std::set<Cell> left;
  for (const Found& tile : found) left.insert(tile.cell);
  std::set<Cell> best;
  while (!left.empty()) {
    std::set<Cell> group;
    std::vector<Cell> open{*left.begin()};
    left.erase(left.begin());
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      group.insert(cell);
      for (const Direction direction : directions)
        for (const int by : {-1, 1})
          if (const Cell next = step(cell, direction, by); left.erase(next) > 0)
            open.push_back(next);
    }
    if (group.size() > best.size()) best = std::move(group);
  }
  std::erase_if(found, [&](const Found& tile) { return !best.contains(tile.cell); });
}

std::optional<BoardPlace> board_under(const Ruleset& rules, const std::vector<Found>& found) {
  std::vector<Cell> cells;
  cells.reserve(found.size());
  for (const Found& tile : found) cells.push_back(tile.cell);
  return place_board(*rules.layout, cells);
}

SeenTable seen_table(const std::vector<Found>& found, const Perspective& pixel_of, Cell origin) {
  SeenTable table;
  const Point shift{static_cast<double>(origin.x), static_cast<double>(origin.y)};
  const auto& m = pixel_of.m;
  table.pixel_of.m = {m[0], m[1], m[0] * shift.x + m[1] * shift.y + m[2],
                      m[3], m[4], m[3] * shift.x + m[4] * shift.y + m[5],
                      m[6], m[7], m[6] * shift.x + m[7] * shift.y + m[8]};
  std::vector<Rgb> colours;
  colours.reserve(found.size());
  for (const Found& tile : found) colours.push_back(tile.symbol.colour);
  const std::vector<ColourScores> judged = judge_colours(colours);
  for (std::size_t i = 0; i < found.size(); ++i)
    table.tiles.push_back({.cell = {found[i].cell.x - origin.x, found[i].cell.y - origin.y},
                           .centre = found[i].symbol.centre,
                           .colours = judged[i],
                           .shapes = shape_scores(found[i].symbol),
                           .presence = found[i].presence});
  std::sort(table.tiles.begin(), table.tiles.end(),
            [](const SeenTile& a, const SeenTile& b) { return a.cell < b.cell; });
  return table;
}

void scale(SeenTable& table, int factor) {
  if (factor == 1) return;
  const double by = factor;
  const double shift = (factor - 1) / 2.0;
  auto& m = table.pixel_of.m;
  for (std::size_t i = 0; i < 3; ++i) {
    m[i] = m[i] * by + m[6 + i] * shift;
    m[3 + i] = m[3 + i] * by + m[6 + i] * shift;
  }
  for (SeenTile& tile : table.tiles) tile.centre = tile.centre * by + Point{shift, shift};
}

Result<SeenTable, SeeFault> see(const Image& image, const Ruleset& rules, Apart apart) {
  const Eye eye{image, brightest_channel(image, 1)};
  const std::vector<Symbol> symbols = find_symbols(eye);
  const bool printed = rules.layout.has_value();
  const auto lattice = fit_lattice(symbols, printed);
  if (!lattice) return Unexpected{SeeFault::no_tiles};
  std::vector<Found> found = look_again(eye, *lattice, symbols);
  if (found.empty()) return Unexpected{SeeFault::no_tiles};
  std::optional<BoardPlace> board;
  if (printed) {
    board = board_under(rules, found);
    add_overlooked(eye, lattice->pixel_of, found, board);
    board = board_under(rules, found);
    if (!board) return Unexpected{SeeFault::no_board};
    std::erase_if(found, [&](const Found& tile) {
      return !board->layout.inside({tile.cell.x - board->origin.x, tile.cell.y - board->origin.y});
    });
  } else {
    add_overlooked(eye, lattice->pixel_of, found, board);
    if (apart == Apart::dropped) keep_connected(found);
  }
  Cell origin = found.front().cell;
  for (const Found& tile : found)
    origin = {std::min(origin.x, tile.cell.x), std::min(origin.y, tile.cell.y)};
  std::vector<Cell> unread = unread_cells(eye, lattice->pixel_of, found, board);
  SeenTable table = seen_table(found, lattice->pixel_of, board ? board->origin : origin);
  const Cell zero = board ? board->origin : origin;
  for (const Cell cell : unread) table.unread.push_back({cell.x - zero.x, cell.y - zero.y});
  if (board) {
    table.layout = board->layout;
    // A preset cell always has a tile.
    for (const Cell cell : board->layout.presets)
      if (std::none_of(table.tiles.begin(), table.tiles.end(),
                       [&](const SeenTile& tile) { return tile.cell == cell; }))
        table.unread.push_back(cell);
    std::sort(table.unread.begin(), table.unread.end());
    table.unread.erase(std::unique(table.unread.begin(), table.unread.end()), table.unread.end());
  }
  return table;
}

}  // namespace

Result<SeenTable, SeeFault> see_table(const Image& image, const Ruleset& rules, Apart apart) {
  if (image.width < smallest_picture || image.height < smallest_picture)
    return Unexpected{SeeFault::too_small};
  const int factor = factor_for(image, fine_side);
  if (factor <= 1) return see(image, rules, apart);
  auto table = see(shrunk(image, factor), rules, apart);
  if (!table) return table;
  SeenTable seen = std::move(table).value();
  scale(seen, factor);
  return seen;
}

std::array<Point, 4> corners_of(const SeenTable& table, Cell cell) {
  const auto at = [&](double x, double y) { return table.pixel_of(Point{cell.x + x, cell.y + y}); };
  return {at(-0.46, -0.46), at(0.46, -0.46), at(0.46, 0.46), at(-0.46, 0.46)};
}

void outline(Image& image, const SeenTable& table, Cell cell,
             const std::array<std::uint8_t, 3>& ink) {
  const std::array<Point, 4> corners = corners_of(table, cell);
  const int thickness = 1 + std::max(image.width, image.height) / 700;
  for (std::size_t i = 0; i < 4; ++i) {
    const Point from = corners[i];
    const Point to = corners[(i + 1) % 4];
    const double far = std::min(length(to - from), 1e5);
    const int steps = 1 + static_cast<int>(far);
    for (int s = 0; s <= steps; ++s) {
      const Point p = from + (to - from) * (static_cast<double>(s) / steps);
      if (!(p.x > -1e6 && p.x < 1e6 && p.y > -1e6 && p.y < 1e6)) continue;
      for (int dx = -thickness; dx <= thickness; ++dx)
        for (int dy = -thickness; dy <= thickness; ++dy) {
          const int x = static_cast<int>(p.x) + dx;
          const int y = static_cast<int>(p.y) + dy;
          if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
          std::copy(ink.begin(), ink.end(),
                    image.rgb.begin() + static_cast<std::ptrdiff_t>(image.at(x, y)));
        }
    }
  }
}

}  // namespace sixfold::vision
