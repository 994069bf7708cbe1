#include "vision/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

constexpr int angle_steps = 90;  // of one degree: the lattice looks the same after a quarter turn

/// A vector between two symbols in sides of a tile, in the plane where both are upright.
Point between(const Symbol& a, const Symbol& b) {
  const Point d = b.centre - a.centre;
  const Point in_a = a.upright(d) * (1 / a.pitch);
  const Point in_b = b.upright(d) * (1 / b.pitch);
  return (in_a + in_b) * 0.5;
}

double degrees(double radians) { return radians * 180 / pi; }

void vote(std::array<double, angle_steps>& votes, double angle, double weight) {
  double at = angle;
  while (at < 0) at += angle_steps;
  const auto middle = static_cast<int>(at + 0.5);
  for (int i = -6; i <= 6; ++i)
    nth(votes, (middle + i + 10 * angle_steps) % angle_steps) += weight * (7 - std::abs(i));
}

/// How the lattice is turned against the upright planes, and the side of a tile relative to what
/// the symbols suggest.
struct Turn {
  double angle = 0;
  double scale = 1;
};

Turn find_turn(const std::vector<Symbol>& symbols) {
  std::array<double, angle_steps> votes{};
  for (const Symbol& symbol : symbols) {
    const double own = symbol.turn * 360.0 / ray_count;
    const Shape shape = symbol.nearest->shape;
    if (shape == Shape::clover || shape == Shape::cross) vote(votes, own, 1);
    if (shape == Shape::square || shape == Shape::diamond || shape == Shape::starburst) {
      vote(votes, own, 0.25);
      vote(votes, own + 45, 0.25);
    }
  }
  std::vector<Point> steps;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    for (std::size_t j = i + 1; j < symbols.size(); ++j) {
      const Point step = between(symbols[i], symbols[j]);
      const double far = length(step);
      if (far < 0.75 || far > 1.7) continue;
      steps.push_back(step);
      const double angle = degrees(angle_of(step.x, step.y));
      if (far < 1.3) vote(votes, angle, 1);
      if (far > 1.2) vote(votes, angle + 45, 0.5);
    }
  const auto best = std::max_element(votes.begin(), votes.end()) - votes.begin();
  Turn turn{static_cast<double>(best) * pi / 180, 1};
  const Point axis{cosine(turn.angle), sine(turn.angle)};
  std::vector<double> sides;
  for (const Point step : steps) {
    const double along = std::abs(step.x * axis.x + step.y * axis.y);
    const double aside = std::abs(step.y * axis.x - step.x * axis.y);
    const double longer = std::max(along, aside);
    const double shorter = std::min(along, aside);
    if (longer > 0.75 && longer < 1.3 && shorter < 0.2 * longer) sides.push_back(longer);
    if (longer > 0.75 && longer < 1.3 && shorter > 0.8 * longer)
      sides.push_back((longer + shorter) / 2);
  }
  if (sides.empty()) return turn;
  const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
  std::nth_element(sides.begin(), middle, sides.end());
  turn.scale = *middle;
  return turn;
}

/// The map from a plane in which the tile is an upright square with a side of 1 to pixels.
Linear tile_frame(const Symbol& symbol, const Turn& turn) {
  const Linear out = symbol.upright.inverse() * (symbol.pitch * turn.scale);
  const double c = cosine(turn.angle);
  const double s = sine(turn.angle);
  return {out.xx * c + out.xy * s, -out.xx * s + out.xy * c, out.yx * c + out.yy * s,
          -out.yx * s + out.yy * c};
}

/// Of the four quarter turns, the one whose x axis points most to the right.
void face_right(std::vector<Linear>& frames) {
  double x_axes = 0;
  double y_axes = 0;
  for (const Linear& frame : frames) {
    x_axes += frame.xx;
    y_axes += frame.xy;
  }
  // The x axis after each quarter turn: x, y, -x, -y.
  const std::array<double, 4> rightness{x_axes, y_axes, -x_axes, -y_axes};
  const auto best = std::max_element(rightness.begin(), rightness.end()) - rightness.begin();
  for (Linear& frame : frames)
    for (int i = 0; i < best; ++i) frame = {frame.xy, -frame.xx, frame.yy, -frame.yx};
}

struct Neighbours {
  std::size_t a = 0;
  std::size_t b = 0;
  Cell step;  // from a to b
  double residual = 0;
};

std::vector<Neighbours> find_neighbours(const std::vector<Symbol>& symbols,
                                        const std::vector<Linear>& frames) {
  std::vector<Neighbours> all;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    for (std::size_t j = i + 1; j < symbols.size(); ++j) {
      const Linear frame = (frames[i] + frames[j]) * 0.5;
      if (!(frame.determinant() > 1)) continue;
      const Point step = frame.inverse()(symbols[j].centre - symbols[i].centre);
      if (std::abs(step.x) > 1.5 || std::abs(step.y) > 1.5) continue;
      const Cell whole{static_cast<int>(std::floor(step.x + 0.5)),
                       static_cast<int>(std::floor(step.y + 0.5))};
      if (whole == Cell{}) continue;
      const double residual = length({step.x - whole.x, step.y - whole.y});
      const bool diagonal = whole.x != 0 && whole.y != 0;
      if (residual < (diagonal ? 0.28 : 0.35))
        all.push_back({i, j, whole, residual + (diagonal ? 0.2 : 0)});
    }
  std::stable_sort(all.begin(), all.end(), [](const Neighbours& x, const Neighbours& y) {
    return x.residual < y.residual;
  });
  return all;
}

/// Groups of symbols whose cells relative to each other are known.
struct Groups {
  std::vector<std::size_t> group;
  std::vector<Cell> cell;

  explicit Groups(std::size_t count) : group(count), cell(count) {
    for (std::size_t i = 0; i < count; ++i) group[i] = i;
  }
  void join(const Neighbours& n) {
    if (group[n.a] == group[n.b]) return;
    const std::size_t from = group[n.b];
    const Cell shift{cell[n.a].x + n.step.x - cell[n.b].x, cell[n.a].y + n.step.y - cell[n.b].y};
    std::set<Cell> taken;
    for (std::size_t i = 0; i < group.size(); ++i)
      if (group[i] == group[n.a]) taken.insert(cell[i]);
    for (std::size_t i = 0; i < group.size(); ++i)
      if (group[i] == from && taken.contains({cell[i].x + shift.x, cell[i].y + shift.y})) return;
    for (std::size_t i = 0; i < group.size(); ++i)
      if (group[i] == from) {
        group[i] = group[n.a];
        cell[i] = {cell[i].x + shift.x, cell[i].y + shift.y};
      }
  }
  [[nodiscard]] std::size_t largest() const {
    std::map<std::size_t, int> sizes;
    for (const std::size_t g : group) ++sizes[g];
    return std::max_element(sizes.begin(), sizes.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  }
};

Point middle_of(Cell cell) { return {static_cast<double>(cell.x), static_cast<double>(cell.y)}; }

std::optional<Perspective> fitted(const std::vector<LatticeTile>& tiles,
                                  const std::vector<Symbol>& symbols,
                                  const std::vector<Linear>& frames) {
  std::vector<Match> matches;
  for (const LatticeTile& tile : tiles) {
    const Point cell = middle_of(tile.cell);
    const Point at = symbols[tile.symbol].centre;
    matches.push_back({cell, at, 1});
    // A tile's own square says a little about the lattice around it: enough if it is alone.
    for (const Point side : {Point{0.5, 0}, Point{-0.5, 0}, Point{0, 0.5}, Point{0, -0.5}})
      matches.push_back({cell + side, at + frames[tile.symbol](side), 0.02});
  }
  return fit_perspective(matches);
}

/// Adds one symbol after another to the lattice, the nearest first.
void grow(Lattice& lattice, const std::vector<Symbol>& symbols, const std::vector<Linear>& frames,
          double tolerance) {
  std::vector<bool> used(symbols.size());
  std::set<Cell> taken;
  for (const LatticeTile& tile : lattice.tiles) {
    used[tile.symbol] = true;
    taken.insert(tile.cell);
  }
  while (true) {
    const Perspective cell_of = lattice.pixel_of.inverse();
    std::optional<LatticeTile> best;
    double best_far = 1e9;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (used[i]) continue;
      const Point at = cell_of(symbols[i].centre);
      if (!(std::abs(at.x) < 1000 && std::abs(at.y) < 1000)) continue;
      const Cell cell{static_cast<int>(std::floor(at.x + 0.5)),
                      static_cast<int>(std::floor(at.y + 0.5))};
      const double residual = length(at - middle_of(cell));
      if (residual > tolerance || taken.contains(cell)) continue;
      const double grown = lattice.pixel_of.near(middle_of(cell)).determinant();
      const double own = frames[i].determinant();
      if (grown < 0.5 * own || grown > 2 * own) continue;
      double far = 1e9;
      for (const Cell other : taken) far = std::min(far, length(at - middle_of(other)) + residual);
      if (far >= best_far) continue;
      best_far = far;
      best = LatticeTile{cell, i, residual};
    }
    if (!best) return;
    used[best->symbol] = true;
    taken.insert(best->cell);
    lattice.tiles.push_back(*best);
    if (const auto again = fitted(lattice.tiles, symbols, frames)) lattice.pixel_of = *again;
  }
}

}  // namespace

std::optional<Lattice> fit_lattice(const std::vector<Symbol>& symbols, bool rigid) {
  if (symbols.empty()) return std::nullopt;
  const Turn turn = find_turn(symbols);
  std::vector<Linear> frames;
  frames.reserve(symbols.size());
  for (const Symbol& symbol : symbols) frames.push_back(tile_frame(symbol, turn));
  face_right(frames);
  Groups groups(symbols.size());
  for (const Neighbours& pair : find_neighbours(symbols, frames)) groups.join(pair);
  Lattice lattice;
  const std::size_t largest = groups.largest();
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (groups.group[i] == largest) lattice.tiles.push_back({groups.cell[i], i, 0});
  const auto map = fitted(lattice.tiles, symbols, frames);
  if (!map) return std::nullopt;
  lattice.pixel_of = *map;
  grow(lattice, symbols, frames, rigid ? 0.4 : 0.3);
  return lattice;
}

Perspective refit(const std::vector<LatticeTile>& tiles, const std::vector<Symbol>& symbols,
                  const Perspective& before) {
  std::vector<Match> matches;
  for (const LatticeTile& tile : tiles) {
    const Point cell = middle_of(tile.cell);
    matches.push_back({cell, symbols[tile.symbol].centre, 1});
    for (const Point side : {Point{0.5, 0}, Point{-0.5, 0}, Point{0, 0.5}, Point{0, -0.5}})
      matches.push_back({cell + side, before(cell + side), 0.02});
  }
  const auto map = fit_perspective(matches);
  return map ? *map : before;
}

}  // namespace sixfold::vision
