#include "vision/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

double circle(double radius) { return radius; }

/// A square with its sides at this distance, its corners cut at `corner` times that.
double square(double angle, double half, double corner) {
  const double c = std::abs(cosine(angle));
  const double s = std::abs(sine(angle));
  return std::min(half / std::max(c, s), corner * half * 2 / (c + s));
}

/// A star with its first tip to the right.
double star(double angle, int tips, double outer, double inner) {
  const double step = pi / tips;
  double a = angle;
  while (a < 0) a += 2 * step;
  while (a >= 2 * step) a -= 2 * step;
  if (a > step) a = 2 * step - a;
  // The edge from the tip at angle 0 to the notch at angle `step`.
  const double x = inner * cosine(step);
  const double y = inner * sine(step);
  return outer * y / (cosine(a) * y + sine(a) * (outer - x));
}

/// Four round lobes around a middle.
double clover(double angle, double lobe, double offset, double middle) {
  double reach = middle;
  for (int i = 0; i < 4; ++i) {
    const double along = offset * cosine(angle - i * pi / 2);
    const double aside = offset * sine(angle - i * pi / 2);
    const double rest = lobe * lobe - aside * aside;
    if (rest > 0 && along > 0) reach = std::max(reach, along + std::sqrt(rest));
  }
  return reach;
}

template <class Reach>
Outline drawn(Shape shape, Reach reach) {
  Outline outline;
  outline.shape = shape;
  constexpr int fine = 8;
  for (int i = 0; i < ray_count; ++i) {
    double sum = 0;
    for (int j = 0; j < fine; ++j) sum += reach(2 * pi * (i + (j + 0.5) / fine - 0.5) / ray_count);
    nth(outline.reach, i) = sum / fine;
  }
  outline.radius = normalize(outline.reach);
  return outline;
}

std::vector<Outline> all_outlines() {
  std::vector<Outline> all;
  all.push_back(drawn(Shape::circle, [](double) { return circle(0.39); }));
  for (const double corner : {1.0, 0.94}) {
    all.push_back(drawn(Shape::square, [&](double a) { return square(a, 0.31, corner); }));
    all.push_back(drawn(Shape::diamond, [&](double a) { return square(a + pi / 4, 0.3, corner); }));
  }
  for (const double lobe : {0.13, 0.15, 0.17, 0.19})
    for (const double middle : {0.15, 0.22})
      all.push_back(
          drawn(Shape::clover, [&](double a) { return clover(a, lobe, 0.43 - lobe, middle); }));
  for (const double inner : {0.13, 0.16, 0.19, 0.22})
    for (const double outer : {0.42, 0.48})
      all.push_back(
          drawn(Shape::cross, [&](double a) { return star(a + pi / 4, 4, outer, inner); }));
  for (const double inner : {0.19, 0.23, 0.27, 0.3})
    all.push_back(drawn(Shape::starburst, [&](double a) { return star(a, 8, 0.41, inner); }));
  std::stable_sort(all.begin(), all.end(),
                   [](const Outline& a, const Outline& b) { return a.shape < b.shape; });
  return all;
}

}  // namespace

double normalize(Rays& reach) {
  double area = 0;
  double moment = 0;
  for (const double r : reach) {
    area += r * r;
    moment += r * r * r * r / 2;
  }
  const double radius = std::sqrt(std::max(1e-12, moment / std::max(1e-12, area)));
  for (double& r : reach) r /= radius;
  return radius;
}

std::span<const Outline> outlines() {
  static const std::vector<Outline> all = all_outlines();
  return all;
}

}  // namespace sixfold::vision
