#include "vision/rendered.hpp"

#include <algorithm>
#include <cmath>

#include "engine/random.hpp"
#include "rules/indexed.hpp"

namespace sixfold::vision {

namespace {

constexpr double pi_here = 3.14159265358979;

using Ink = std::array<double, 3>;

constexpr std::array<Ink, colour_count> inks{
    {{214, 40, 48}, {240, 120, 40}, {240, 205, 40}, {40, 150, 70}, {40, 110, 210}, {130, 60, 160}}};
constexpr Ink white{232, 230, 226};
constexpr Ink wood{30, 28, 28};

bool in_star(double u, double v, int tips, double outer, double inner, double turn) {
  const double step = pi_here / tips;
  double angle = std::fmod(std::atan2(v, u) - turn + 8 * pi_here, 2 * step);
  if (angle > step) angle = 2 * step - angle;
  const double x = inner * std::cos(step);
  const double y = inner * std::sin(step);
  const double reach = outer * y / (std::cos(angle) * y + std::sin(angle) * (outer - x));
  return std::hypot(u, v) < reach;
}

/// The symbols as the program draws them, a tile being 1 wide.
bool in_symbol(Shape shape, double u, double v) {
  const auto in_circle = [&](double x, double y, double r) { return std::hypot(u - x, v - y) < r; };
  switch (shape) {
    case Shape::circle:
      return in_circle(0, 0, 0.33);
    case Shape::square:
      return std::max(std::abs(u), std::abs(v)) < 0.285;
    case Shape::diamond:
      return std::abs(u) + std::abs(v) < 0.37;
    case Shape::clover:
      return in_circle(0.19, 0, 0.165) || in_circle(-0.19, 0, 0.165) || in_circle(0, 0.19, 0.165) ||
             in_circle(0, -0.19, 0.165) || in_circle(0, 0, 0.13);
    case Shape::cross:
      return in_star(u, v, 4, 0.44, 0.15, pi_here / 4);
    case Shape::starburst:
      return in_star(u, v, 8, 0.4, 0.22, 0);
  }
  return false;
}

class Painter {
 public:
  explicit Painter(const Scene& scene) : scene_(scene), back_(camera_of(scene).inverse()) {}

  [[nodiscard]] Ink at(double x, double y) const {
    const Point p = back_({x, y});
    if (!(std::abs(p.x) < 500 && std::abs(p.y) < 500)) return scene_.table;
    const Cell cell{static_cast<int>(std::floor(p.x + 0.5)),
                    static_cast<int>(std::floor(p.y + 0.5))};
    const Point off = askew(cell);
    const double u = p.x - cell.x - off.x;
    const double v = p.y - cell.y - off.y;
    const auto tile = scene_.board.at(cell);
    if (tile && std::max(std::abs(u), std::abs(v)) < 0.485) {
      if (!in_symbol(tile->shape, u, v)) return wood;
      return tile->colour == Colour::purple && scene_.white_for_purple ? white
                                                                       : nth(inks, tile->colour);
    }
    if (scene_.layout && p.x > -0.7 && p.y > -0.7 && p.x < scene_.layout->width - 0.3 &&
        p.y < scene_.layout->height - 0.3) {
      const double edge = std::max(std::abs(p.x - cell.x), std::abs(p.y - cell.y));
      if (edge > 0.48) return {60, 150, 70};
      return scene_.layout->bonus_at(cell) > 0 && edge > 0.4 ? Ink{235, 140, 50}
                                                             : Ink{228, 232, 220};
    }
    // Boards of a wooden table.
    const double plank = std::fmod(std::abs(p.y) * 0.37, 1.0) < 0.05 ? 0.8 : 1;
    return {scene_.table[0] * plank, scene_.table[1] * plank, scene_.table[2] * plank};
  }

 private:
  [[nodiscard]] Point askew(Cell cell) const {
    if (scene_.askew == 0) return {};
    Random random(scene_.seed * 1000 + static_cast<std::uint64_t>(cell.x * 64 + cell.y + 5000));
    return {scene_.askew * (random.below(201) / 100.0 - 1),
            scene_.askew * (random.below(201) / 100.0 - 1)};
  }
  const Scene& scene_;
  Perspective back_;
};

}  // namespace

Perspective camera_of(const Scene& scene) {
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  for (const PlacedTile& tile : scene.board.tiles()) {
    low = {std::min<double>(low.x, tile.cell.x), std::min<double>(low.y, tile.cell.y)};
    high = {std::max<double>(high.x, tile.cell.x), std::max<double>(high.y, tile.cell.y)};
  }
  Point middle = scene.board.empty() ? Point{} : (low + high) * 0.5;
  if (scene.layout) middle = {(scene.layout->width - 1) / 2.0, (scene.layout->height - 1) / 2.0};
  const double turn = scene.turn * pi_here / 180;
  const double tilt = scene.tilt * pi_here / 180;
  const double far = 1.8 * scene.width;
  std::vector<Match> matches;
  for (const Point corner : {Point{-9, -9}, Point{9, -9}, Point{9, 9}, Point{-9, 9}}) {
    const double x = scene.side * (corner.x * std::cos(turn) - corner.y * std::sin(turn));
    const double y = scene.side * (corner.x * std::sin(turn) + corner.y * std::cos(turn));
    const double depth = far / (far - y * std::sin(tilt));
    matches.push_back(
        {middle + corner,
         {scene.width / 2.0 + x * depth, scene.height / 2.0 + y * std::cos(tilt) * depth}});
  }
  // Four points determine the map; the fit's own caution about few points is not wanted here.
  std::vector<Match> heavy = matches;
  for (Match& match : heavy) match.weight = 1e6;
  return *fit_perspective(heavy);
}

Image rendered(const Scene& scene) {
  Image image{scene.width, scene.height, {}};
  image.rgb.resize(static_cast<std::size_t>(scene.width) * static_cast<std::size_t>(scene.height) *
                   3);
  const Painter painter(scene);
  Random random(scene.seed);
  for (int y = 0; y < scene.height; ++y)
    for (int x = 0; x < scene.width; ++x) {
      Ink sum{};
      for (const double dy : {-0.25, 0.25})
        for (const double dx : {-0.25, 0.25}) {
          const Ink ink = painter.at(x + dx, y + dy);
          for (std::size_t c = 0; c < 3; ++c) sum[c] += ink[c] / 4;
        }
      for (std::size_t c = 0; c < 3; ++c) {
        const int noise =
            static_cast<int>(random.below(2 * static_cast<std::uint32_t>(scene.noise) + 1)) -
            scene.noise;
        image.rgb[image.at(x, y) + c] = static_cast<std::uint8_t>(
            std::clamp(sum[c] * scene.light[c] * scene.brightness + noise, 0.0, 255.0));
      }
    }
  return image;
}

PlayedTable played(const Ruleset& rules, int moves, std::uint64_t seed) {
  Random random(seed);
  std::vector<Tile> bag = full_bag(rules).list();
  for (std::size_t i = bag.size(); i > 1; --i) std::swap(bag[i - 1], bag[random.index(i)]);
  PlayedTable table{.rules = rules};
  const auto draw = [&] {
    const Tile tile = bag.back();
    bag.pop_back();
    return tile;
  };
  if (rules.layout)
    for (const Cell cell : rules.layout->presets) table.after.put({cell, draw()});
  Ruleset free = rules;
  free.opening = Opening::youngest;
  for (int i = 0; i < moves && bag.size() >= 6; ++i) {
    Decision decision{
        .board = table.after, .hand = {}, .barred = {}, .opening = table.after.empty()};
    while (decision.hand.size() < 6 && !bag.empty()) decision.hand.add(draw());
    const std::vector<Place> places = legal_placements(free, decision);
    if (places.empty()) continue;
    const Place& place = places[random.index(places.size())];
    table.points = score(free, table.after, place).points();
    table.before = table.after;
    table.move = place;
    for (const PlacedTile& tile : place.tiles) {
      table.after.put(tile);
      (void)decision.hand.remove(tile.tile);
    }
    for (const Tile tile : decision.hand.list()) bag.insert(bag.begin(), tile);
  }
  return table;
}

}  // namespace sixfold::vision
