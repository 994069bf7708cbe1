// Which colour each symbol has, judged together: the light of a photo changes all of them alike.
#pragma once

#include <array>
#include <vector>

#include "rules/tile.hpp"

namespace sixfold::vision {

using Rgb = std::array<double, 3>;
/// The logarithm of how well each colour agrees with what was seen; the best is 0.
using ColourScores = std::array<double, colour_count>;

/// Scores for every symbol. Some sets have white instead of purple; a photo shows one set.
[[nodiscard]] std::vector<ColourScores> judge_colours(const std::vector<Rgb>& seen);

}  // namespace sixfold::vision
