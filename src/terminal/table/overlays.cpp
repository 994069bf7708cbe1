#include "terminal/table/overlays.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "terminal/drawing/text.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr Style frame{Ink::accent};
constexpr int widest_box = 76;
constexpr int most_of_name = 18;  // columns

/// A line of an overlay: text, and optionally something at its right end.
struct Line {
  std::string text;
  std::string right;
  Style style;
};

Rect box_for(const Canvas& canvas, int rows, int columns) {
  const int height = std::min(rows + 2, canvas.size().rows - 2);
  const int width = std::min(columns + 4, canvas.size().columns - 2);
  return {(canvas.size().rows - height) / 2, (canvas.size().columns - width) / 2, height, width};
}

/// As many lines as fit, starting at the scroll position.
void draw_lines(Canvas& canvas, std::string_view title, const std::vector<Line>& lines,
                int scroll) {
  int columns = columns_of(title) + 4;
  for (const Line& line : lines)
    columns = std::max(columns, columns_of(line.text) + columns_of(line.right) + 2);
  const Rect box = box_for(canvas, static_cast<int>(lines.size()), std::min(columns, widest_box));
  canvas.box(box, title, frame);
  const int room = box.rows - 2;
  const int most = std::max(0, static_cast<int>(lines.size()) - room);
  const int first = std::min(scroll, most);
  for (int i = 0; i < room && first + i < static_cast<int>(lines.size()); ++i) {
    const Line& line = lines[static_cast<std::size_t>(first) + static_cast<std::size_t>(i)];
    const int row = box.row + 1 + i;
    canvas.put_fitted(row, box.column + 2, box.columns - 4 - columns_of(line.right), line.text,
                      line.style);
    canvas.put_right(row, box.column + box.columns - 2, line.right, line.style);
  }
  if (first > 0) canvas.put(box.row, box.column + box.columns - 4, "▲", frame);
  if (first < most) canvas.put(box.row + box.rows - 1, box.column + box.columns - 4, "▼", frame);
}

void draw_help(Canvas& canvas, const Scene& scene) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 19> keys{{
      {"1 … 9", "choose"},
      {"← ↑ ↓ →", "cursor"},
      {"Tab, ⇧Tab", "fits"},
      {"⏎", "enter"},
      {"p", "play"},
      {"⌫", "undo"},
      {"a", "all"},
      {"t", "trade"},
      {"r", "roll"},
      {"d", "take"},
      {"x", "pass"},
      {"h", "hint"},
      {"/ R O Y G B P", "type"},
      {"u", "unseen"},
      {"s", "scores"},
      {"o", "sort"},
      {"+ - c", "zoom"},
      {"e", "resign"},
      {"q", "quit"},
  }};
  std::vector<Line> lines;
  lines.reserve(keys.size());
  const Ruleset& rules = scene.shown.view.rules;
  for (const auto& [key, what] : keys) {
    if (what == "roll" && !rules.roll_before_placing) continue;
    if (what == "take" && !rules.take_for_disc) continue;
    lines.push_back({padded(key, 14) + scene.words("terminal.help." + std::string(what)), "", {}});
  }
  std::vector<std::string> texts{scene.words("table.type.help")};
  if (scene.shown.online) {
    lines.push_back({padded("y n", 14) + scene.words("terminal.help.wish"), "", {}});
    for (const AbsenceChoice& choice : absence_choices)
      lines.push_back({padded(utf8_of(choice.key), 14) +
                           scene.words("terminal.help." + std::string(choice.message)),
                       "",
                       {}});
    texts.push_back(scene.words("terminal.help.online"));
  }
  lines.push_back({"", "", {}});
  for (const std::string& text : texts)
    for (const std::string& line : wrapped(text, widest_box - 6))
      lines.push_back({line, "", {Ink::faint}});
  draw_lines(canvas, scene.words("terminal.help.title"), lines, scene.state.scroll);
}

void draw_unseen_box(Canvas& canvas, const Scene& scene) {
  const int rows = unseen_rows(scene.shown.view);
  const Rect box = box_for(canvas, rows, 26);
  canvas.box(box, "", frame);
  draw_unseen(canvas, {box.row + 1, box.column + 2, rows, box.columns - 4}, scene);
}

void draw_scores(Canvas& canvas, const Scene& scene) {
  const View& view = scene.shown.view;
  std::vector<Line> lines;
  std::vector<int> totals(view.seats.size(), 0);
  int names = 0;  // columns
  for (const SeatView& seat : view.seats) names = std::max(names, columns_of(seat.name));
  names = std::min(names, most_of_name);
  for (std::size_t i = 0; i < view.history.size(); ++i) {
    const SeenTurn& turn = view.history[i];
    const auto seat = static_cast<std::size_t>(turn.seat);
    const int points = points_of(turn).value_or(0);
    totals[seat] += points;
    const std::string right = points_of(turn) ? fmt::format("+{} = {}", points, totals[seat]) : "";
    std::vector<Line> turn_lines{
        {fmt::format("{:>3}  {} {}", i + 1, padded(view.seats[seat].name, names),
                     turn_text(scene.words, scene.shown.theme, turn)),
         right,
         {Ink::plain, Paper::none, view.seat == turn.seat}}};
    if (i < scene.state.scores.size() && scene.state.scores[i]) {
      std::string parts;
      for (const PointsLine& part : points_lines(scene.words, *scene.state.scores[i]))
        parts += (parts.empty() ? "" : " · ") +
                 labelled(scene.words, part.text, std::to_string(part.points));
      const std::string indent(static_cast<std::size_t>(names) + 6, ' ');
      const int inside = std::min(widest_box, canvas.size().columns - 6);
      for (const std::string& line : wrapped(parts, inside - names - 6))
        turn_lines.push_back({indent + line, "", {Ink::faint}});
    }
    lines.insert(lines.begin(), turn_lines.begin(), turn_lines.end());
  }
  if (lines.empty()) lines.push_back({scene.words("table.moves.none"), "", {Ink::faint}});
  draw_lines(canvas, scene.words("table.scores"), lines, scene.state.scroll);
}

void draw_result(Canvas& canvas, const Scene& scene) {
  const Words& words = scene.words;
  const View& view = scene.shown.view;
  std::vector<Line> lines{{headline(words, scene.shown), "", {Ink::good, Paper::none, true}}};
  lines.push_back({end_text(words, scene.shown), "", {}});
  lines.push_back({"", "", {}});
  lines.push_back({padded(words("result.player"), most_of_name),
                   fmt::format("{:>10} {:>12} {:>10}", words("result.score"), words("result.best"),
                               words("result.sixfolds")),
                   {Ink::faint}});
  for (std::size_t seat = 0; seat < view.seats.size(); ++seat) {
    int best = 0;
    int sixes = 0;
    for (std::size_t i = 0; i < view.history.size(); ++i) {
      if (view.history[i].seat != static_cast<int>(seat)) continue;
      best = std::max(best, points_of(view.history[i]).value_or(0));
      if (i < scene.state.scores.size() && scene.state.scores[i])
        for (const ScoredLine& line : scene.state.scores[i]->lines) sixes += line.bonus > 0 ? 1 : 0;
    }
    const bool won = std::ranges::count(scene.shown.winners, static_cast<int>(seat)) > 0;
    lines.push_back({padded(view.seats[seat].name, most_of_name),
                     fmt::format("{:>10} {:>12} {:>10}", view.seats[seat].score, best, sixes),
                     {Ink::plain, Paper::none, won}});
  }
  lines.push_back({"", "", {}});
  if (scene.shown.kept) {
    for (const std::string& text : kept_lines(words, *scene.shown.kept))
      for (const std::string& line : wrapped(text, widest_box - 6)) lines.push_back({line, "", {}});
    lines.push_back({"", "", {}});
  }
  lines.push_back(
      {words(scene.shown.online ? "terminal.result.keys.online" : "terminal.result.keys"),
       "",
       {Ink::faint}});
  draw_lines(canvas, words("result.title"), lines, 0);
}

}  // namespace

void draw_message_box(Canvas& canvas, std::string_view title,
                      const std::vector<std::string>& lines) {
  std::vector<Line> all{{"", "", {}}};
  for (const std::string& text : lines) {
    if (text.empty()) all.push_back({});
    for (const std::string& line : wrapped(text, canvas.size().columns - 8))
      all.push_back({(text.starts_with("  ") ? "  " : "") + line, "", {}});
  }
  all.push_back({});
  draw_lines(canvas, title, all, 0);
}

void draw_overlay(Canvas& canvas, const Scene& scene) {
  switch (scene.state.overlay) {
    case Overlay::none:
      return;
    case Overlay::help:
      return draw_help(canvas, scene);
    case Overlay::unseen:
      return draw_unseen_box(canvas, scene);
    case Overlay::scores:
      return draw_scores(canvas, scene);
    case Overlay::result:
      return draw_result(canvas, scene);
    case Overlay::resign:
      return draw_message_box(
          canvas, scene.words("table.resign"),
          {scene.words("table.resign.sure"), "", scene.words("terminal.resign.keys")});
  }
}

}  // namespace sixfold::terminal
