#include "terminal/words/position_text.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "record/notation.hpp"
#include "record/playthrough.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int cell_columns = 3;

Cell corner_of(const View& view) {
  if (view.rules.layout || view.board.empty()) return {0, 0};
  Cell corner = view.board.tiles().front().cell;
  for (const PlacedTile& placed : view.board.tiles()) corner.y = std::min(corner.y, placed.cell.y);
  return corner;
}

}  // namespace

std::string board_text(const View& view) {
  const std::vector<std::string> rows = drawing_of(view.rules, view.board, view.stars);
  if (rows.empty()) return "";
  const Cell corner = corner_of(view);
  std::string text(4, ' ');
  const int columns = static_cast<int>(rows.front().size() + 1) / cell_columns;
  for (int x = corner.x; x < corner.x + columns; ++x) text += fmt::format("{:>3}", x);
  int y = corner.y;
  for (const std::string& row : rows) text += fmt::format("\n{:>4} {}", y++, row);
  return text + "\n";
}

std::string tiles_text(const std::vector<Tile>& tiles) {
  std::string text;
  for (const Tile tile : tiles) text += (text.empty() ? "" : " ") + to_text(tile);
  return text;
}

std::string seats_text(const Words& words, const View& view) {
  std::string text;
  for (std::size_t i = 0; i < view.seats.size(); ++i) {
    const SeatView& seat = view.seats[i];
    const bool at_turn = !view.end && view.turn == static_cast<int>(i);
    text += fmt::format("{} {} {:>4}", at_turn ? "*" : " ", padded(seat.name, 16), seat.score);
    if (!seat.in)
      text += "  " + words("table.left");
    else if (seat.hand)
      text += "  " + tiles_text(*seat.hand);
    else
      text += "  " + words("table.held", {{"count", seat.held}});
    if (seat.discs > 0) text += ", " + words("table.discs", {{"count", seat.discs}});
    text += "\n";
  }
  return text + "  " + words("table.bag.count", {{"count", view.bag}}) + "\n";
}

std::string unseen_text(const Words& words, const View& view) {
  std::string text;
  for (const Tile piece : view.unseen.kinds()) {
    const std::string name =
        view.rules.pieces.rolled ? std::string(1, letter_of(piece.colour)) : to_text(piece);
    text += fmt::format("{}{}×{}", text.empty() ? "" : " ", name, view.unseen.count(piece));
  }
  return labelled(words, words("table.unseen"), text) + "\n";
}

}  // namespace sixfold::terminal
