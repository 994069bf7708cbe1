// Themes change pictures and names, never rules (W1).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "rules/tile.hpp"

namespace sixfold {

struct Theme {
  std::string_view name;
  std::array<std::string_view, shape_count> shape_names;  ///< in the order of Shape
};

inline constexpr std::array<Theme, 2> themes{{
    {"classic", {"circle", "square", "diamond", "clover", "cross", "starburst"}},
    {"star-wars", {"C-3PO", "Stormtrooper", "R2-D2", "Yoda", "Darth Vader", "Boba Fett"}},
}};

constexpr std::optional<Theme> theme_named(std::string_view name) {
  for (const Theme& theme : themes)
    if (theme.name == name) return theme;
  return std::nullopt;
}

}  // namespace sixfold
