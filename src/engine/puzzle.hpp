// Puzzles: decisions of real games with one best act, ahead of every other by a clear margin.
#pragma once

#include <optional>
#include <string_view>

#include "engine/random.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// What there is to be found.
enum class PuzzleTheme : std::uint8_t {
  line_of_six,
  two_lines,    ///< one placement that makes or lengthens several lines
  close_five,   ///< the most points would leave a line of five to the next player
  count_tiles,  ///< a line of five may be left: no tile that completes it is unseen
  right_roll,
  disc,  ///< to collect one, or to use one
  endgame,
};
/// As it is written in JSON: its own name.
[[nodiscard]] std::string_view code_of(PuzzleTheme theme);

struct Puzzle {
  Move answer;
  PuzzleTheme theme{};
  double margin = 0;  ///< of the chance to win, over the next best act
  int rating = 0;     ///< how strong a player solves it every other time, as a first guess
};

struct PuzzleSearch {
  int simulations = 400;        ///< to find the best acts
  int deals = 300;              ///< that the best of them then meet
  std::size_t candidates = 12;  ///< acts that are looked at
  double margin = 0.06;         ///< wanted
};

/// The puzzle in what a seat faces, if there is one. Precondition: the view's own seat is at turn
/// and may place, trade, roll or take.
[[nodiscard]] std::optional<Puzzle> puzzle_in(const View& view, const PuzzleSearch& search,
                                              Random& random);

}  // namespace sixfold
