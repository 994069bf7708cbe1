#include "vision/symbols.hpp"

#include <algorithm>
#include <cmath>

#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

struct Directions {
  std::array<Point, ray_count> unit;
  Directions() {
    for (int i = 0; i < ray_count; ++i)
      nth(unit, i) = {cosine(2 * pi * i / ray_count), sine(2 * pi * i / ray_count)};
  }
};

const Directions& directions_of_rays() {
  static const Directions directions;
  return directions;
}

double percentile(std::vector<double>& values, double part) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return *(values.begin() + at);
}

/// How bright the symbol and its surroundings are.
struct Contrast {
  double bright = 0;
  double dark = 0;
  /// 0 in the dark, 1 in the symbol; more where something brighter lies beside the tile.
  [[nodiscard]] double share(double value) const {
    return std::max(0.0, (value - dark) / (bright - dark));
  }
};

Contrast contrast_of(const Plane& plane, Point centre, Linear image_of) {
  std::vector<double> inside;
  std::vector<double> outside;
  for (const Point unit : directions_of_rays().unit) {
    for (const double r : {0.15, 0.3, 0.45, 0.6}) {
      const Point p = centre + image_of(unit * r);
      inside.push_back(plane.sample(p.x, p.y));
    }
    // Beyond every symbol's body, but still on its tile or the next.
    for (const double r : {1.5, 1.6, 1.7}) {
      const Point p = centre + image_of(unit * r);
      outside.push_back(plane.sample(p.x, p.y));
    }
  }
  return {percentile(inside, 0.5), percentile(outside, 0.15)};
}

/// The brightness of the symbol along one ray, which a shadow may lie on.
double bright_along(const Plane& plane, Point centre, Point direction, const Contrast& contrast) {
  double sum = 0;
  for (const double r : {0.2, 0.32, 0.44, 0.56}) {
    const Point p = centre + direction * r;
    sum += plane.sample(p.x, p.y) / 4;
  }
  return std::clamp(sum, contrast.dark + 0.4 * (contrast.bright - contrast.dark),
                    contrast.dark + 1.6 * (contrast.bright - contrast.dark));
}

Rays measure(const Plane& plane, Point centre, Linear image_of, const Contrast& contrast) {
  Rays reach{};
  constexpr double step = 0.04;
  for (int i = 0; i < ray_count; ++i) {
    const Point direction = image_of(nth(directions_of_rays().unit, i));
    const Contrast own{bright_along(plane, centre, direction, contrast), contrast.dark};
    double sum = 0;
    double before = 1;
    for (double r = step / 2; r < 2.4; r += step) {
      const Point p = centre + direction * r;
      const double share = own.share(plane.sample(p.x, p.y));
      // The symbol ends where it is dark, where it gets brighter again, and where it is brighter
      // than it should be: a symbol printed at the edge of its tile may touch what lies beside it.
      if (r > 0.35 && (share < 0.2 || (share < 0.65 && share > before + 0.04) || share > 1.5))
        break;
      // The edge is where half of the brightness is left.
      sum += std::clamp((share - 0.25) * 2, 0.0, 1.0) * step;
      before = share;
    }
    nth(reach, i) = sum;
  }
  return reach;
}

/// Moves the centre and the plane so that the outline has its middle at 0 and the same spread in
/// all directions.
struct Moments {
  double area = 0;
  Point mean;
  Linear spread;
};

Moments moments_of(const Rays& reach) {
  Moments moments;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (int i = 0; i < ray_count; ++i) {
    const double r = nth(reach, i);
    const Point u = nth(directions_of_rays().unit, i);
    moments.area += r * r / 2;
    moments.mean = moments.mean + u * (r * r * r / 3);
    xx += u.x * u.x * r * r * r * r / 4;
    xy += u.x * u.y * r * r * r * r / 4;
    yy += u.y * u.y * r * r * r * r / 4;
  }
  const double area = std::max(moments.area, 1e-9);
  moments.mean = moments.mean * (1 / area);
  moments.spread = {
      xx / area - moments.mean.x * moments.mean.x, xy / area - moments.mean.x * moments.mean.y,
      xy / area - moments.mean.x * moments.mean.y, yy / area - moments.mean.y * moments.mean.y};
  return moments;
}

Linear product(Linear a, Linear b) {
  return {a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
          a.yx * b.xy + a.yy * b.yy};
}

/// Pixels of a picture, for their median colour.
class Pixels {
 public:
  explicit Pixels(const Image& image) : image_(image) {}

  void add(Point p) {
    const int x = std::clamp(static_cast<int>(p.x + 0.5), 0, image_.width - 1);
    const int y = std::clamp(static_cast<int>(p.y + 0.5), 0, image_.height - 1);
    for (std::size_t c = 0; c < channels_.size(); ++c)
      channels_[c].push_back(image_.rgb[image_.at(x, y) + c]);
  }
  [[nodiscard]] std::array<double, 3> median() {
    std::array<double, 3> colour{};
    for (std::size_t c = 0; c < colour.size(); ++c) colour[c] = percentile(channels_[c], 0.5);
    return colour;
  }

 private:
  const Image& image_;
  std::array<std::vector<double>, 3> channels_;
};

/// The median colour of the pixels well inside the symbol.
std::array<double, 3> paint_of(const Image& image, const Plane& plane, Point centre,
                               Linear image_of, const Rays& reach, const Contrast& contrast) {
  Pixels inside(image);
  for (int i = 0; i < ray_count; i += 2) {
    const Point direction = image_of(nth(directions_of_rays().unit, i));
    for (double part = 0.1; part < 0.8; part += 0.12) {
      const Point p = centre + direction * (part * nth(reach, i));
      if (contrast.share(plane.sample(p.x, p.y)) >= 0.7) inside.add(p);
    }
  }
  return inside.median();
}

/// The median colour of the tile around the symbol.
std::array<double, 3> wood_of(const Image& image, const Plane& plane, Point centre, Linear image_of,
                              const Rays& reach, const Contrast& contrast) {
  Pixels around(image);
  for (int i = 0; i < ray_count; ++i) {
    const Point direction = image_of(nth(directions_of_rays().unit, i));
    for (const double beyond : {0.15, 0.25}) {
      const Point p = centre + direction * (nth(reach, i) + beyond);
      if (contrast.share(plane.sample(p.x, p.y)) <= 0.25) around.add(p);
    }
  }
  return around.median();
}

/// The colour of the paint. Light that the tile reflects without taking on its colour lies on
/// symbol and wood alike, and is taken off.
std::array<double, 3> colour_of(const Image& image, const Plane& plane, Point centre,
                                Linear image_of, const Rays& reach, const Contrast& contrast) {
  std::array<double, 3> colour = paint_of(image, plane, centre, image_of, reach, contrast);
  const std::array<double, 3> wood = wood_of(image, plane, centre, image_of, reach, contrast);
  for (std::size_t c = 0; c < 3; ++c) colour[c] = std::max(0.0, colour[c] - 0.8 * wood[c]);
  return colour;
}

/// The part of the directions in which the outline is followed by dark.
double dark_ring(const Plane& plane, Point centre, Linear image_of, const Rays& reach,
                 const Contrast& contrast) {
  int dark = 0;
  for (int i = 0; i < ray_count; ++i) {
    const Point direction = image_of(nth(directions_of_rays().unit, i));
    const Point p = centre + direction * (nth(reach, i) + 0.14);
    if (contrast.share(plane.sample(p.x, p.y)) < 0.4) ++dark;
  }
  return static_cast<double>(dark) / ray_count;
}

}  // namespace

double misfit(const Rays& seen, const Outline& outline, int turn) {
  double sum = 0;
  for (int i = 0; i < ray_count; ++i) {
    const double difference =
        nth(seen, i) - nth(outline.reach, (i - turn + 2 * ray_count) % ray_count);
    sum += difference * difference;
  }
  return std::sqrt(sum / ray_count);
}

namespace {

/// What is known when the outline has been measured in a plane.
Symbol described(const Image& image, const Plane& plane, Point centre, Linear image_of, Rays reach,
                 const Contrast& contrast) {
  Symbol symbol;
  symbol.centre = centre;
  symbol.ring = dark_ring(plane, centre, image_of, reach, contrast);
  symbol.colour = colour_of(image, plane, centre, image_of, reach, contrast);
  const double radius = normalize(reach);
  symbol.reach = reach;
  symbol.upright = (image_of * radius).inverse();
  symbol.bright = contrast.bright;
  symbol.dark = contrast.dark;
  symbol.misfit = 1e9;
  return symbol;
}

/// Finds the nearest drawing among turns from `first` to `last`.
void compare_with_outlines(Symbol& symbol, int first, int last) {
  for (const Outline& outline : outlines())
    for (int turn = first; turn <= last; ++turn) {
      const double distance = misfit(symbol.reach, outline, turn);
      if (distance >= symbol.misfit) continue;
      symbol.misfit = distance;
      symbol.nearest = &outline;
      symbol.turn = turn;
    }
  symbol.pitch = 1 / symbol.nearest->radius;
}

bool enough(const Contrast& contrast) {
  return contrast.bright >= 18 && contrast.bright >= 1.35 * contrast.dark + 6;
}

}  // namespace

std::optional<Symbol> look_at(const Image& image, const Plane& plane, Point centre, Linear spread) {
  if (spread.determinant() <= 1e-6 || spread.xx <= 0) return std::nullopt;
  // The radius of gyration is the root of both spreads together.
  Linear image_of = root_of(spread * 2);
  Contrast contrast;
  Rays reach{};
  for (int round = 0; round < 3; ++round) {
    contrast = contrast_of(plane, centre, image_of);
    if (!enough(contrast)) return std::nullopt;
    reach = measure(plane, centre, image_of, contrast);
    const Moments moments = moments_of(reach);
    const double area = moments.area * 2 * pi / ray_count;
    if (area < 0.3 || area > 12) return std::nullopt;
    centre = centre + image_of(moments.mean);
    const Linear doubled = moments.spread * 2;
    if (doubled.determinant() < 1e-3) return std::nullopt;
    // The symmetric root: planes of different symbols must be turned alike.
    const Linear moved = product(image_of, root_of(doubled));
    image_of = root_of(product(moved, {moved.xx, moved.yx, moved.xy, moved.yy}));
    const double size = image_of.determinant();
    const double trace = image_of.xx * image_of.xx + image_of.xy * image_of.xy +
                         image_of.yx * image_of.yx + image_of.yy * image_of.yy;
    if (!(size > 2) || !(size > 0.27 * trace)) return std::nullopt;
  }
  reach = measure(plane, centre, image_of, contrast);
  Symbol symbol = described(image, plane, centre, image_of, reach, contrast);
  compare_with_outlines(symbol, 0, quarter_turn - 1);
  return symbol;
}

std::optional<Symbol> look_on_tile(const Image& image, const Plane& plane, Point centre,
                                   Linear tile) {
  // Four symbols out of six have nearly this radius of gyration.
  constexpr double usual = 0.27;
  Linear image_of = tile * usual;
  if (!(image_of.determinant() > 2)) return std::nullopt;
  const Point expected = centre;
  Contrast contrast;
  Rays reach{};
  for (int round = 0; round < 3; ++round) {
    contrast = contrast_of(plane, centre, image_of);
    if (!enough(contrast)) return std::nullopt;
    reach = measure(plane, centre, image_of, contrast);
    if (round == 2) break;
    const Moments moments = moments_of(reach);
    if (moments.area * 2 * pi / ray_count < 0.3) return std::nullopt;
    centre = centre + image_of(moments.mean);
    const Point off = tile.inverse()(centre - expected);
    if (length(off) > 0.3) return std::nullopt;
  }
  Symbol symbol = described(image, plane, centre, image_of, reach, contrast);
  compare_with_outlines(symbol, -3, 3);
  return symbol;
}

}  // namespace sixfold::vision
