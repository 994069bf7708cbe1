// Overlays on a table: help, unseen pieces, the score sheet, the result.
#pragma once

#include "terminal/table/panels.hpp"

namespace sixfold::terminal {

void draw_overlay(Canvas& canvas, const Scene& scene);

/// A centred box, as large as its lines need.
void draw_message_box(Canvas& canvas, std::string_view title,
                      const std::vector<std::string>& lines);

}  // namespace sixfold::terminal
