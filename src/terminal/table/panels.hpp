// The parts of a table's picture next to the board. Each draws into an area as far as it fits and
// returns the number of rows used.
#pragma once

#include <string>
#include <vector>

#include "terminal/drawing/canvas.hpp"
#include "terminal/drawing/tile_look.hpp"
#include "terminal/table/table_state.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

/// Columns for the parts beside a board.
inline constexpr int smallest_side = 26;
inline constexpr int largest_side = 44;

/// What all parts are drawn from.
struct Scene {
  const TableState& state;
  const Shown& shown;
  const Words& words;
  const Look& look;
};

int draw_seats(Canvas& canvas, const Rect& area, const Scene& scene);
/// The move in progress: points line by line, why it cannot be played, what to pick.
int draw_deed(Canvas& canvas, const Rect& area, const Scene& scene);
int draw_hint(Canvas& canvas, const Rect& area, const Scene& scene);
int draw_unseen(Canvas& canvas, const Rect& area, const Scene& scene);
/// The latest moves, newest first.
int draw_moves(Canvas& canvas, const Rect& area, const Scene& scene);

/// The number of rows that the unseen pieces take, including the title.
[[nodiscard]] int unseen_rows(const View& view);

void draw_title(Canvas& canvas, const Rect& area, std::string_view title);
/// What some points are for, in as many rows as it takes, and the points; returns the next row.
int draw_points_line(Canvas& canvas, const Rect& area, int row, const PointsLine& line,
                     const Style& style);

/// A hint as lines, up to the given step.
[[nodiscard]] std::vector<std::string> hint_lines(const Scene& scene, const Hint& hint, int steps);

}  // namespace sixfold::terminal
