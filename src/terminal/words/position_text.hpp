// A table as plain text, for line mode, `sixfold show` and bug reports.
#pragma once

#include <string>
#include <vector>

#include "rules/view.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

/// The board in rows, with row and column numbers; tiles as in the notation.
[[nodiscard]] std::string board_text(const View& view);
/// All players with their points and what is visible of them.
[[nodiscard]] std::string seats_text(const Words& words, const View& view);
/// The unseen pieces, colour by colour.
[[nodiscard]] std::string unseen_text(const Words& words, const View& view);
[[nodiscard]] std::string tiles_text(const std::vector<Tile>& tiles);

}  // namespace sixfold::terminal
