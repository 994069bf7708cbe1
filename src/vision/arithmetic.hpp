// Functions that a math library would compute differently on different systems. These give the same
// answer everywhere, to about nine digits.
#pragma once

#include <numbers>

namespace sixfold::vision {

inline constexpr double pi = std::numbers::pi;

constexpr double sine(double angle) {
  const auto turns = static_cast<long long>(angle / (2 * pi));
  angle -= static_cast<double>(turns) * 2 * pi;
  if (angle > pi) angle -= 2 * pi;
  if (angle < -pi) angle += 2 * pi;
  if (angle > pi / 2) angle = pi - angle;
  if (angle < -pi / 2) angle = -pi - angle;
  double term = angle;
  double sum = angle;
  for (int n = 1; n < 9; ++n) {
    term *= -angle * angle / (2 * n * (2 * n + 1));
    sum += term;
  }
  return sum;
}

constexpr double cosine(double angle) { return sine(angle + pi / 2); }

/// The angle of a vector, between -pi and pi; 0 for the zero vector.
constexpr double angle_of(double x, double y) {
  const double ax = x < 0 ? -x : x;
  const double ay = y < 0 ? -y : y;
  if (ax == 0 && ay == 0) return 0;
  // Three steps of Newton's method on the angle within the first eighth, where its tangent is at
  // most 1.
  const double tangent = ax > ay ? ay / ax : ax / ay;
  double angle = tangent * (pi / 4 + 0.273 * (1 - tangent));
  for (int i = 0; i < 3; ++i) {
    const double s = sine(angle);
    const double c = cosine(angle);
    angle -= (s - tangent * c) * c;
  }
  if (ay > ax) angle = pi / 2 - angle;
  if (x < 0) angle = pi - angle;
  return y < 0 ? -angle : angle;
}

/// e to the power of x; 0 below -60. Precondition: x <= 60.
constexpr double exponential(double x) {
  if (x < -60) return 0;
  int halvings = 0;
  while (x > 0.5 || x < -0.5) {
    x /= 2;
    ++halvings;
  }
  double term = 1;
  double sum = 1;
  for (int n = 1; n < 12; ++n) {
    term *= x / n;
    sum += term;
  }
  for (; halvings > 0; --halvings) sum *= sum;
  return sum;
}

}  // namespace sixfold::vision
