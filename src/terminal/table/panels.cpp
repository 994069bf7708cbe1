#include "terminal/table/panels.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include <fmt/core.h>

#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr Style bold{Ink::plain, Paper::none, true};
constexpr int fewest_of_name = 5;  // columns

bool reaches(const Rect& area, int row) { return row < area.row + area.rows; }

int draw_wrapped(Canvas& canvas, const Rect& area, int row, std::string_view text,
                 const Style& style) {
  for (const std::string& line : wrapped(text, area.columns)) {
    if (!reaches(area, row)) break;
    canvas.put(row++, area.column, line, style);
  }
  return row;
}

/// Details about a seat besides its name and points.
std::string seat_details(const Scene& scene, std::size_t seat) {
  const SeatView& seen = scene.shown.view.seats[seat];
  const SeatStatus& status = scene.shown.seats[seat];
  const Words& words = scene.words;
  std::vector<std::string> parts;
  if (!seen.in) parts.push_back(words("table.left"));
  if (seen.in && !seen.hand) parts.push_back(words("table.held", {{"count", seen.held}}));
  if (seen.discs > 0) parts.push_back(words("table.discs", {{"count", seen.discs}}));
  if (!status.bot.empty() && bot_name(words, status.bot) != seen.name)
    parts.push_back(bot_name(words, status.bot));
  if (status.away) parts.push_back(words("online.away"));
  if (status.bank_ms) parts.push_back(left_text(words, *status.bank_ms));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " · ") + part;
  return text;
}

int draw_points(Canvas& canvas, const Rect& area, const Scene& scene, const Score& score) {
  draw_title(canvas, area, scene.words("terminal.panel.points"));
  int row = area.row + 1;
  const int right = area.column + area.columns;
  for (const PointsLine& line : points_lines(scene.words, score)) {
    // If not all lines fit, show at least the sum.
    if (!reaches(area, row + 1)) break;
    row = draw_points_line(canvas, {area.row, area.column, area.rows - 1, area.columns}, row, line,
                           {});
  }
  const int total = score.points() + score.going_out;
  canvas.put(row, area.column, scene.words("terminal.total"), bold);
  canvas.put_right(row++, right, fmt::format("+{}", total), {Ink::good, Paper::none, true});
  return row - area.row;
}

/// Whether there is something to say about what the player is about to do.
bool is_busy(const TableState& state) {
  return state.mode != Mode::lay || last_laid(state.rack) || state.hint || state.hint_wanted;
}

/// The prompt for a mode.
std::string mode_text(const Scene& scene) {
  const TradeLimits& trade = scene.state.preview.trade;
  switch (scene.state.mode) {
    case Mode::trade:
      return scene.words("table.trade.pick.range", {{"most", trade.most}});
    case Mode::roll:
      return scene.words(must_roll(scene.shown.view.acts) ? "table.roll.must"
                                                          : "terminal.roll.pick");
    case Mode::take:
      return scene.words("table.take.pick");
    case Mode::lay:
      break;
  }
  return "";
}

}  // namespace

void draw_title(Canvas& canvas, const Rect& area, std::string_view title) {
  canvas.fill({area.row, area.column, 1, area.columns}, faint, "─");
  const std::string text = fitted(title, area.columns);
  canvas.put(area.row, area.column, columns_of(text) < area.columns ? text + " " : text,
             {Ink::accent, Paper::none, true});
}

int draw_points_line(Canvas& canvas, const Rect& area, int row, const PointsLine& line,
                     const Style& style) {
  constexpr int columns_of_points = 4;
  for (const std::string& part : wrapped(line.text, area.columns - columns_of_points)) {
    if (!reaches(area, row)) break;
    canvas.put(row++, area.column, part, style);
  }
  canvas.put_right(row - 1, area.column + area.columns, std::to_string(line.points), style);
  return row;
}

int draw_seats(Canvas& canvas, const Rect& area, const Scene& scene) {
  const View& view = scene.shown.view;
  constexpr int rows_of_deed = 7;
  const bool only_names =
      is_busy(scene.state) && area.rows < 2 * static_cast<int>(view.seats.size()) + rows_of_deed;
  int row = area.row;
  for (std::size_t i = 0; i < view.seats.size() && reaches(area, row); ++i) {
    const SeatView& seat = view.seats[i];
    const bool at_turn = !view.end && view.turn == static_cast<int>(i);
    const bool own = view.seat == static_cast<int>(i);
    canvas.put(row, area.column, at_turn ? "▶" : " ", {Ink::accent, Paper::none, true});
    const std::string name =
        own ? fmt::format("{} ({})", seat.name, scene.words("terminal.you")) : seat.name;
    canvas.put_fitted(row, area.column + 2, area.columns - 7,
                      own && seat.name == scene.words("table.you") ? seat.name : name,
                      {seat.in ? Ink::plain : Ink::faint, Paper::none, at_turn});
    canvas.put_right(row++, area.column + area.columns, std::to_string(seat.score), bold);
    if (only_names) continue;
    if (!reaches(area, row)) break;
    int column = area.column + 2;
    if (seat.hand && seat.in)
      for (const Tile tile : *seat.hand) {
        draw_small_tile(canvas, row, column, tile, TileMark::lying, scene.look);
        column += 3;
      }
    canvas.put_fitted(row++, column, area.column + area.columns - column, seat_details(scene, i),
                      faint);
  }
  return row - area.row;
}

int draw_deed(Canvas& canvas, const Rect& area, const Scene& scene) {
  const TableState& state = scene.state;
  if (const std::string text = mode_text(scene); !text.empty()) {
    draw_title(canvas, area, scene.words("terminal.panel.pick"));
    return draw_wrapped(canvas, area, area.row + 1, text, {}) - area.row;
  }
  if (!last_laid(state.rack)) return 0;
  int row = area.row;
  if (state.preview.score) row += draw_points(canvas, area, scene, *state.preview.score);
  if (!state.preview.illegal || !reaches(area, row)) return row - area.row;
  if (row == area.row) {
    draw_title(canvas, area, scene.words("terminal.panel.illegal"));
    ++row;
  }
  row = draw_wrapped(
      canvas, area, row,
      reason_text(scene.words, *state.preview.illegal, largest_set(scene.shown.view.hand)),
      {Ink::bad});
  return row - area.row;
}

std::vector<std::string> hint_lines(const Scene& scene, const Hint& hint, int steps) {
  const Words& words = scene.words;
  std::vector<std::string> lines;
  std::vector<Tile> tiles;
  std::optional<Cell> where;
  if (const auto* place = std::get_if<Place>(&hint.move)) {
    where = place->tiles.front().cell;
    for (const PlacedTile& placed : place->tiles) tiles.push_back(placed.tile);
  } else if (const auto* trade = std::get_if<Trade>(&hint.move)) {
    tiles = trade->tiles;
  } else if (const auto* roll = std::get_if<Roll>(&hint.move)) {
    tiles = roll->cubes;
  } else if (const auto* take = std::get_if<Take>(&hint.move)) {
    where = take->tile.cell;
    tiles.push_back(take->tile.tile);
  }
  lines.push_back(where ? words("terminal.hint.where", {{"cell", cell_name(words, *where)}})
                        : words("terminal.hint.nowhere"));
  if (steps >= 2 && !tiles.empty())
    lines.push_back(
        words("terminal.hint.tiles", {{"tiles", tile_names(words, scene.shown.theme, tiles)}}));
  if (steps >= 3)
    lines.push_back(
        words("terminal.hint.act", {{"act", act_text(words, scene.shown.theme, hint.move)},
                                    {"points", hint.points},
                                    {"chance", static_cast<int>(std::lround(100 * hint.chance))}}));
  if (steps >= 4)
    for (const MoveReason& reason : hint.reasons)
      if (std::string text = hint_reason_text(words, scene.shown.theme, reason); !text.empty())
        lines.push_back(std::move(text));
  return lines;
}

int draw_hint(Canvas& canvas, const Rect& area, const Scene& scene) {
  const TableState& state = scene.state;
  if (!state.hint && !state.hint_wanted) return 0;
  draw_title(canvas, area, scene.words("terminal.panel.hint"));
  int row = area.row + 1;
  if (!state.hint)
    return draw_wrapped(canvas, area, row, scene.words("app.working"), faint) - area.row;
  const std::string more =
      scene.words(state.hint_steps < 4 ? "terminal.hint.more" : "terminal.hint.lay");
  std::vector<std::string> lines;
  for (const std::string& line : hint_lines(scene, *state.hint, state.hint_steps))
    for (std::string& part : wrapped(line, area.columns)) lines.push_back(std::move(part));
  // If not everything fits, show the latest.
  const int room = area.rows - 1 - static_cast<int>(wrapped(more, area.columns).size());
  const int left_out = std::max(0, static_cast<int>(lines.size()) - std::max(0, room));
  for (const std::string& line : lines | std::views::drop(left_out))
    row = draw_wrapped(canvas, area, row, line, {});
  return draw_wrapped(canvas, area, row, more, faint) - area.row;
}

int unseen_rows(const View& view) { return view.rules.pieces.rolled ? 3 : 2 + colour_count; }

int draw_unseen(Canvas& canvas, const Rect& area, const Scene& scene) {
  const View& view = scene.shown.view;
  if (area.rows < unseen_rows(view)) return 0;
  draw_title(canvas, area, fmt::format("{} {}", scene.words("table.unseen"), view.unseen.size()));
  int row = area.row + 1;
  if (view.rules.pieces.rolled) {
    int column = area.column;
    for (int i = 0; i < colour_count; ++i, column += 4) {
      const auto colour = static_cast<Colour>(i);
      const int count = view.unseen.count(piece_of(view.rules, Tile{colour, {}}));
      canvas.put(row, column, fmt::format("{}{:>2}", letter_of(colour), count),
                 {ink_of(colour), Paper::none, true});
    }
    return unseen_rows(view);
  }
  for (int shape = 0; shape < shape_count; ++shape)
    canvas.put(row, area.column + 3 + 3 * shape, shape_text(static_cast<Shape>(shape), scene.look),
               faint);
  for (int i = 0; i < colour_count; ++i) {
    const auto colour = static_cast<Colour>(i);
    ++row;
    canvas.put(row, area.column, std::string(1, letter_of(colour)),
               {ink_of(colour), Paper::none, true});
    for (int shape = 0; shape < shape_count; ++shape) {
      const int count = view.unseen.count({colour, static_cast<Shape>(shape)});
      canvas.put(row, area.column + 3 + 3 * shape, count == 0 ? "·" : std::to_string(count),
                 count == 0 ? faint : Style{ink_of(colour)});
    }
  }
  return unseen_rows(view);
}

int draw_moves(Canvas& canvas, const Rect& area, const Scene& scene) {
  const View& view = scene.shown.view;
  if (area.rows < 2) return 0;
  draw_title(canvas, area, scene.words("table.moves"));
  int row = area.row + 1;
  if (view.history.empty())
    return draw_wrapped(canvas, area, row, scene.words("table.moves.none"), faint) - area.row;
  for (const SeenTurn& turn : view.history | std::views::reverse) {
    if (!reaches(area, row)) break;
    const std::string& name = nth(view.seats, turn.seat).name;
    const auto points = points_of(turn);
    const int room = area.columns - (points ? 4 : 0);
    const std::string deed = turn_text(scene.words, scene.shown.theme, turn);
    const int for_name = std::max(fewest_of_name, room - columns_of(deed) - 1);
    canvas.put_fitted(row, area.column, room, fitted(name, for_name) + " " + deed);
    if (points)
      canvas.put_right(row, area.column + area.columns, fmt::format("+{}", *points), {Ink::good});
    ++row;
  }
  return row - area.row;
}

}  // namespace sixfold::terminal
