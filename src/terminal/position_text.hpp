// A table as plain text: for line mode, for `sixfold show`, for bug reports.
#pragma once

#include <string>
#include <vector>

#include "rules/view.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// The board in rows, with the numbers of its rows and columns; tiles as in the notation.
[[nodiscard]] std::string board_text(const View& view);
/// Everyone with points, and what lies open of them.
[[nodiscard]] std::string seats_text(const Words& words, const View& view);
/// What is unseen, colour by colour.
[[nodiscard]] std::string unseen_text(const Words& words, const View& view);
[[nodiscard]] std::string tiles_text(const std::vector<Tile>& tiles);

}  // namespace sixfold::terminal
