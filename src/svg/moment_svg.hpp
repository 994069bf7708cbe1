// A moment of a record as an SVG picture.
#pragma once

#include <string>

#include "rules/view.hpp"
#include "terminal/words/moment.hpp"

namespace sixfold::svg {

/// The cells that a picture shows.
struct Corners {
  Cell low;
  Cell high;
};
/// The whole board, or the tiles on an open table.
[[nodiscard]] Corners corners_of(const View& view);

/// The board between these corners, with everyone's points and hands and what the last turn scored.
[[nodiscard]] std::string moment_svg(const terminal::Words& words, const terminal::Moment& moment,
                                     const Corners& corners);

/// The board alone, without any text, in the proportions of link previews.
[[nodiscard]] std::string board_svg(const View& view, std::string_view theme);
inline constexpr int preview_width = 1200;
inline constexpr int preview_height = 630;

}  // namespace sixfold::svg
