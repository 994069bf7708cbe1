// The outlines of the six symbols, as distances from their centre.
#pragma once

#include <array>
#include <span>

#include "rules/tile.hpp"

namespace sixfold::vision {

/// Directions in which an outline is measured, clockwise from the right.
inline constexpr int ray_count = 96;
/// Every symbol looks the same after a quarter turn.
inline constexpr int quarter_turn = ray_count / 4;

using Rays = std::array<double, ray_count>;

/// One drawing of a symbol. Sets differ in how deep stars are cut and how round corners are.
struct Outline {
  Shape shape{};
  Rays reach{};       ///< the outline divided by the symbol's radius of gyration
  double radius = 0;  ///< that radius, as a part of a tile's side
};

/// Every drawing that is known, in the order of the shapes.
[[nodiscard]] std::span<const Outline> outlines();

/// Divides an outline by its radius of gyration, and returns the radius. Precondition: it is
/// positive somewhere.
double normalize(Rays& reach);

}  // namespace sixfold::vision
