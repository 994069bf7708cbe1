// The parts of a table's picture beside the board. Each draws into an area, as far as there is
// room, and says how many rows it took.
#pragma once

#include <string>
#include <vector>

#include "terminal/canvas.hpp"
#include "terminal/table_state.hpp"
#include "terminal/tile_look.hpp"

namespace sixfold::terminal {

/// What all of them are drawn from.
struct Scene {
  const TableState& state;
  const Shown& shown;
  const Words& words;
  const Look& look;
};

int draw_seats(Canvas& canvas, const Rect& area, const Scene& scene);
/// What is being done: points line by line, why it cannot be played, what is to be picked.
int draw_deed(Canvas& canvas, const Rect& area, const Scene& scene);
int draw_hint(Canvas& canvas, const Rect& area, const Scene& scene);
int draw_unseen(Canvas& canvas, const Rect& area, const Scene& scene);
/// The latest moves, the last one first.
int draw_moves(Canvas& canvas, const Rect& area, const Scene& scene);

/// Rows that the unseen pieces take, title included.
[[nodiscard]] int unseen_rows(const View& view);

void draw_title(Canvas& canvas, const Rect& area, std::string_view title);

/// A hint, as far as its steps go, in lines.
[[nodiscard]] std::vector<std::string> hint_lines(const Scene& scene, const Hint& hint, int steps);

}  // namespace sixfold::terminal
