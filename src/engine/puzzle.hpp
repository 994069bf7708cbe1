// Puzzles: decisions of real games with one best act, ahead of every other by a clear margin.
#pragma once

#include <optional>
#include <string_view>

#include "engine/random.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// What the puzzle is about.
enum class PuzzleTheme : std::uint8_t {
  line_of_six,
  two_lines,    ///< one placement that forms or extends several lines
  close_five,   ///< takes a line of six from the next player, or does not leave one open
  count_tiles,  ///< a line of five may be left: no tile that completes it is unseen
  right_roll,
  disc,  ///< collect one, or use one
  endgame,
  set_up,  ///< prepares a line of six for a tile that is kept
};
/// As written in JSON: its own name.
[[nodiscard]] std::string_view code_of(PuzzleTheme theme);

struct Puzzle {
  Move answer;
  PuzzleTheme theme{};
  double margin = 0;  ///< in the chance to win, over the next best act
  int rating = 0;     ///< a first guess: the strength of a player who solves it every other time
};

struct PuzzleSearch {
  int simulations = 400;        ///< to find the best acts
  int deals = 300;              ///< over which the best of them are then compared
  std::size_t candidates = 12;  ///< acts to examine
  double margin = 0.06;         ///< required
};

/// What a decision with this answer is about; nothing if no theme fits. Preconditions as below; the
/// answer is legal.
[[nodiscard]] std::optional<PuzzleTheme> theme_of(const View& view, const Move& answer);

/// The puzzle in a seat's decision, if there is one. Precondition: the view's own seat is to move
/// and may place, trade, roll or take.
[[nodiscard]] std::optional<Puzzle> puzzle_in(const View& view, const PuzzleSearch& search,
                                              Random& random);

}  // namespace sixfold
