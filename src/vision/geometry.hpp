// Points, linear maps of the plane, and the perspective map between cells and pixels.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace sixfold::vision {

struct Point {
  double x = 0;
  double y = 0;

  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Point operator*(Point a, double by) { return {a.x * by, a.y * by}; }
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

inline double length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }

/// A linear map: (x, y) becomes (xx·x + xy·y, yx·x + yy·y).
struct Linear {
  double xx = 1;
  double xy = 0;
  double yx = 0;
  double yy = 1;

  [[nodiscard]] constexpr Point operator()(Point p) const {
    return {xx * p.x + xy * p.y, yx * p.x + yy * p.y};
  }
  [[nodiscard]] constexpr double determinant() const { return xx * yy - xy * yx; }
  /// Precondition: the determinant is not 0.
  [[nodiscard]] constexpr Linear inverse() const {
    const double d = determinant();
    return {yy / d, -xy / d, -yx / d, xx / d};
  }
  friend constexpr Linear operator+(Linear a, Linear b) {
    return {a.xx + b.xx, a.xy + b.xy, a.yx + b.yx, a.yy + b.yy};
  }
  friend constexpr Linear operator*(Linear a, double by) {
    return {a.xx * by, a.xy * by, a.yx * by, a.yy * by};
  }
};

/// The symmetric square root of a symmetric positive map.
inline Linear root_of(Linear map) {
  const double s = std::sqrt(map.determinant());
  const double t = std::sqrt(map.xx + map.yy + 2 * s);
  return {(map.xx + s) / t, map.xy / t, map.yx / t, (map.yy + s) / t};
}

/// A perspective map of the plane.
struct Perspective {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  [[nodiscard]] Point operator()(Point p) const {
    const double w = m[6] * p.x + m[7] * p.y + m[8];
    const double safe = w > 1e-9 || w < -1e-9 ? w : 1e-9;
    return {(m[0] * p.x + m[1] * p.y + m[2]) / safe, (m[3] * p.x + m[4] * p.y + m[5]) / safe};
  }
  [[nodiscard]] Perspective inverse() const;
  /// How the map stretches and turns the plane around a point.
  [[nodiscard]] Linear near(Point p) const;
};

struct Match {
  Point from;
  Point to;
  double weight = 1;
};

/// The perspective map that takes each `from` nearest to its `to`; nothing if they do not determine
/// one.
[[nodiscard]] std::optional<Perspective> fit_perspective(std::span<const Match> matches);

}  // namespace sixfold::vision
