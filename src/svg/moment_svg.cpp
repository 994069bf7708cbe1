#include "svg/moment_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/core.h>

#include "record/json.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "svg/emblems.hpp"
#include "svg/escaped.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::svg {

using namespace terminal;

namespace {

constexpr int cell = 40;
constexpr int margin = 30;
constexpr int line_height = 26;
constexpr std::string_view wood = "#1b1b1f";
constexpr std::array<std::string_view, colour_count> colours{"#e5484d", "#f08c2e", "#f5d90a",
                                                             "#46a758", "#3e8bff", "#a259e6"};

std::string circle(double x, double y, double radius) {
  return fmt::format(R"(<circle cx="{:g}" cy="{:g}" r="{:g}"/>)", x, y, radius);
}

/// A star in a square of 40, with its first tip at this angle.
std::string star(int tips, double outer, double inner, double turn) {
  std::string corners;
  for (int i = 0; i < 2 * tips; ++i) {
    const double angle = turn + i * std::numbers::pi / tips;
    const double reach = i % 2 == 0 ? outer : inner;
    corners += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", 20 + reach * std::cos(angle),
                           20 + reach * std::sin(angle));
  }
  return fmt::format("<polygon points=\"{}\"/>", corners);
}

std::string shape(Shape which) {
  switch (which) {
    case Shape::circle:
      return circle(20, 20, 12);
    case Shape::square:
      return R"(<rect x="9" y="9" width="22" height="22" rx="2"/>)";
    case Shape::diamond:
      return R"(<polygon points="20,6 34,20 20,34 6,20"/>)";
    case Shape::clover:
      return circle(20, 12.5, 6.5) + circle(27.5, 20, 6.5) + circle(20, 27.5, 6.5) +
             circle(12.5, 20, 6.5) + circle(20, 20, 5);
    case Shape::cross:
      return star(4, 17, 6, std::numbers::pi / 4);
    case Shape::starburst:
      return star(8, 15, 8.5, -std::numbers::pi / 2);
  }
  return "";
}

/// The pictures of a theme, by the letter of the shape; empty if its tiles show the shapes.
Json emblems_of(std::string_view theme) {
  for (const EmblemFile& file : emblem_files)
    if (file.theme == theme) return Json::parse(file.text, nullptr, false);
  return Json::object();
}

std::string picture(const Json& emblems, Tile which) {
  const auto found = emblems.find(to_text(which).substr(1));
  if (found == emblems.end()) return shape(which.shape);
  return fmt::format("<g transform=\"scale(0.4)\"><path d=\"{}\"/><path d=\"{}\" fill=\"{}\"/></g>",
                     (*found)["fill"].get<std::string>(), (*found)["cut"].get<std::string>(), wood);
}

std::string tile(int x, int y, Tile which, bool last, const Json& emblems) {
  return fmt::format(
      "<g transform=\"translate({},{})\"><rect x=\"1.5\" y=\"1.5\" width=\"37\" height=\"37\" "
      "rx=\"5\" fill=\"{}\"{}/><g fill=\"{}\">{}</g></g>\n",
      x, y, wood, last ? R"( stroke="#ffffff" stroke-width="2.5")" : "", nth(colours, which.colour),
      picture(emblems, which));
}

std::string label(double x, double y, std::string_view text, std::string_view anchor,
                  std::string_view fill) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y,
                     anchor, fill, escaped(text));
}

/// The mark printed on an empty cell of a board.
std::string cell_mark(const View& view, Cell at, int x, int y) {
  if (!view.rules.layout) return "";
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"39\" height=\"39\" fill=\"#3a3a42\"/>\n", x, y);
  if (std::ranges::binary_search(view.stars, at))
    return text + fmt::format(
                      "<circle cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"none\" "
                      "stroke=\"#e8c46a\" stroke-width=\"4\"/>\n",
                      x + 20, y + 20);
  if (view.rules.start_cells_count && view.rules.layout->is_start(at))
    return text + label(x + 20, y + 26, "S", "middle", "#9ad29a");
  if (const int bonus = view.rules.layout->bonus_at(at); bonus != 0)
    return text + label(x + 20, y + 26, fmt::format("+{}", bonus), "middle", "#9ad29a");
  return text;
}

std::vector<Cell> last_placed(const View& view) {
  std::vector<Cell> last;
  if (!view.history.empty())
    if (const auto* placed = std::get_if<Placed>(&view.history.back().act))
      for (const PlacedTile& one : placed->tiles) last.push_back(one.cell);
  return last;
}

std::string board(const View& view, const Corners& corners, const Json& emblems) {
  const std::vector<Cell> last = last_placed(view);
  std::string text;
  for (int y = corners.low.y; y <= corners.high.y; ++y) {
    const int top = margin + (y - corners.low.y) * cell;
    text += label(margin - 8, top + 25, std::to_string(y), "end", "#8a8a94");
    for (int x = corners.low.x; x <= corners.high.x; ++x) {
      const int left = margin + (x - corners.low.x) * cell;
      if (y == corners.low.y)
        text += label(left + 20, margin - 8, std::to_string(x), "middle", "#8a8a94");
      const auto lying = view.board.at({x, y});
      text += lying ? tile(left, top, *lying, std::ranges::count(last, Cell{x, y}) > 0, emblems)
                    : cell_mark(view, {x, y}, left, top);
    }
  }
  return text;
}

}  // namespace

Corners corners_of(const View& view) {
  if (view.rules.layout)
    return {{0, 0}, {view.rules.layout->width - 1, view.rules.layout->height - 1}};
  Corners corners{{0, 0}, {0, 0}};
  if (!view.board.empty()) {
    const Cell first = view.board.tiles().front().cell;
    corners = {first, first};
  }
  for (const PlacedTile& placed : view.board.tiles()) {
    corners.low = {std::min(corners.low.x, placed.cell.x), std::min(corners.low.y, placed.cell.y)};
    corners.high = {std::max(corners.high.x, placed.cell.x),
                    std::max(corners.high.y, placed.cell.y)};
  }
  return corners;
}

std::string moment_svg(const Words& words, const Moment& moment, const Corners& corners) {
  const View& view = moment.shown.view;
  const int hands_top = margin + (corners.high.y - corners.low.y + 1) * cell + line_height;
  constexpr int name_width = 220;
  const int width = std::max(2 * margin + (corners.high.x - corners.low.x + 1) * cell,
                             2 * margin + name_width + 7 * cell);
  const int height =
      hands_top + static_cast<int>(view.seats.size()) * (cell + 6) + line_height + margin / 2;
  const std::string title =
      game_name(words, view.rules, moment.shown.theme) + ", " +
      words("replay.of", {{"turn", moment.turn}, {"turns", std::to_string(moment.turns)}});
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"15\">\n<title>{2}</title>\n<rect "
      "width=\"{0}\" height=\"{1}\" fill=\"#2a2a31\"/>\n",
      width, height, escaped(title));
  const Json emblems = emblems_of(moment.shown.theme);
  text += board(view, corners, emblems);
  int top = hands_top;
  for (std::size_t i = 0; i < view.seats.size(); ++i, top += cell + 6) {
    const SeatView& seat = view.seats[i];
    const bool at_turn = !view.end && view.turn == static_cast<int>(i);
    text += label(margin, top + 25, (at_turn ? "▶ " : "") + fitted(seat.name, 14), "start",
                  at_turn ? "#ffffff" : "#c8c8d0");
    if (moment.score && view.history.back().seat == static_cast<int>(i))
      text += label(margin + name_width - 52, top + 25, fmt::format("+{}", moment.score->points()),
                    "end", "#9ad29a");
    text += label(margin + name_width - 16, top + 25, std::to_string(seat.score), "end", "#ffffff");
    int left = margin + name_width;
    for (const Tile held : seat.hand.value_or(std::vector<Tile>{})) {
      text += tile(left, top, held, false, emblems);
      left += cell;
    }
  }
  text += label(margin, top + 18, title, "start", "#8a8a94");
  return text + "</svg>\n";
}

std::string board_svg(const View& view, std::string_view theme) {
  const Corners corners = corners_of(view);
  const int width = (corners.high.x - corners.low.x + 1) * cell;
  const int height = (corners.high.y - corners.low.y + 1) * cell;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#2a2a31\"/>\n"
      "<svg x=\"30\" y=\"30\" width=\"{2}\" height=\"{3}\" viewBox=\"0 0 {4} {5}\">\n",
      preview_width, preview_height, preview_width - 60, preview_height - 60, width, height);
  const Json emblems = emblems_of(theme);
  const std::vector<Cell> last = last_placed(view);
  if (view.rules.layout)
    for (int y = 0; y < view.rules.layout->height; ++y)
      for (int x = 0; x < view.rules.layout->width; ++x)
        text +=
            fmt::format("<rect x=\"{}\" y=\"{}\" width=\"39\" height=\"39\" fill=\"#3a3a42\"/>\n",
                        x * cell, y * cell);
  for (const PlacedTile& placed : view.board.tiles())
    text += tile((placed.cell.x - corners.low.x) * cell, (placed.cell.y - corners.low.y) * cell,
                 placed.tile, std::ranges::count(last, placed.cell) > 0, emblems);
  return text + "</svg>\n</svg>\n";
}

}  // namespace sixfold::svg
