#include "vision/geometry.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sixfold::vision {

namespace {

constexpr std::size_t unknowns = 8;
using Equations = std::array<std::array<double, unknowns + 1>, unknowns>;

/// Solves by elimination with the largest pivot; nothing if the equations depend on each other.
std::optional<std::array<double, unknowns>> solved(Equations e) {
  for (std::size_t column = 0; column < unknowns; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < unknowns; ++row)
      if (std::abs(e[row][column]) > std::abs(e[pivot][column])) pivot = row;
    if (std::abs(e[pivot][column]) < 1e-12) return std::nullopt;
    std::swap(e[pivot], e[column]);
    for (std::size_t row = 0; row < unknowns; ++row) {
      if (row == column) continue;
      const double factor = e[row][column] / e[column][column];
      for (std::size_t i = column; i <= unknowns; ++i) e[row][i] -= factor * e[column][i];
    }
  }
  std::array<double, unknowns> result{};
  for (std::size_t i = 0; i < unknowns; ++i) result[i] = e[i][unknowns] / e[i][i];
  return result;
}

void add_equation(Equations& e, const std::array<double, unknowns>& row, double right,
                  double weight) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    for (std::size_t j = 0; j < unknowns; ++j) e[i][j] += weight * row[i] * row[j];
    e[i][unknowns] += weight * row[i] * right;
  }
}

/// The shift and scale that bring points around 0 with a spread of 1.
struct Frame {
  Point centre;
  double scale = 1;
};

template <class Member>
Frame frame_of(std::span<const Match> matches, Member member) {
  Frame frame;
  const auto count = static_cast<double>(matches.size());
  for (const Match& match : matches) frame.centre = frame.centre + match.*member * (1 / count);
  double spread = 0;
  for (const Match& match : matches) spread += length(match.*member - frame.centre) / count;
  frame.scale = spread > 1e-9 ? 1 / spread : 1;
  return frame;
}

using Matrix = std::array<double, 9>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}

}  // namespace

Perspective Perspective::inverse() const {
  Perspective result;
  result.m = {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
              m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
              m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  return result;
}

Linear Perspective::near(Point p) const {
  const Point left = (*this)({p.x - 0.5, p.y});
  const Point right = (*this)({p.x + 0.5, p.y});
  const Point above = (*this)({p.x, p.y - 0.5});
  const Point below = (*this)({p.x, p.y + 0.5});
  return {right.x - left.x, below.x - above.x, right.y - left.y, below.y - above.y};
}

std::optional<Perspective> fit_perspective(std::span<const Match> matches) {
  if (matches.size() < 4) return std::nullopt;
  const Frame source = frame_of(matches, &Match::from);
  const Frame target = frame_of(matches, &Match::to);
  Equations e{};
  for (const Match& match : matches) {
    const Point a = (match.from - source.centre) * source.scale;
    const Point b = (match.to - target.centre) * target.scale;
    add_equation(e, {a.x, a.y, 1, 0, 0, 0, -b.x * a.x, -b.x * a.y}, b.x, match.weight);
    add_equation(e, {0, 0, 0, a.x, a.y, 1, -b.y * a.x, -b.y * a.y}, b.y, match.weight);
  }
  // Without this, few points would make up a perspective of their own.
  e[6][6] += 1e-4 * static_cast<double>(matches.size());
  e[7][7] += 1e-4 * static_cast<double>(matches.size());
  const auto h = solved(e);
  if (!h) return std::nullopt;
  const Matrix inner{(*h)[0], (*h)[1], (*h)[2], (*h)[3], (*h)[4], (*h)[5], (*h)[6], (*h)[7], 1};
  const Matrix before{source.scale,
                      0,
                      -source.centre.x * source.scale,
                      0,
                      source.scale,
                      -source.centre.y * source.scale,
                      0,
                      0,
                      1};
  const Matrix after{
      1 / target.scale, 0, target.centre.x, 0, 1 / target.scale, target.centre.y, 0, 0, 1};
  return Perspective{product(after, product(inner, before))};
}

}  // namespace sixfold::vision
