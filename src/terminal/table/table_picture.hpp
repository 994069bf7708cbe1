// Draws a table: the board, the players, the hand, what is going on and what can be done.
#pragma once

#include "terminal/table/panels.hpp"

namespace sixfold::terminal {

struct Picture {
  Canvas canvas;
  Drawn drawn;
};

/// Smaller windows show only a message that they are too small.
inline constexpr Size smallest_window{16, 60};

[[nodiscard]] Picture table_picture(const Scene& scene, Size window);

/// The message that the window is too small.
[[nodiscard]] Canvas tiny_picture(const Words& words, Size window);

/// A line of keys and what they do, as far as it fits; each can be clicked.
struct KeyHelp {
  std::string key;
  std::string text;
  Key does;
};
[[nodiscard]] std::vector<ClickArea> draw_keys(Canvas& canvas, int row,
                                               const std::vector<KeyHelp>& keys, int column = 1);

/// The line at the top.
void draw_bar(Canvas& canvas, std::string_view left, std::string_view right);

}  // namespace sixfold::terminal
