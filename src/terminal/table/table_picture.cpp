#include "terminal/table/table_picture.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/table/overlays.hpp"
#include "terminal/table/panels.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int tall_window = 46;

/// The layout of the picture.
struct Places {
  Rect board;
  Rect side;
  Rect rack;
  int status_row = 0;
  int notice_row = 0;
  int keys_row = 0;
  CellSize rack_size = CellSize::medium;
};

Places places_in(Size window) {
  Places places;
  const bool tall = window.rows >= tall_window;
  places.rack_size = tall ? CellSize::large : CellSize::medium;
  const int rack_rows = tall ? 4 : 2;
  places.keys_row = window.rows - 1;
  places.notice_row = window.rows - 2;
  places.status_row = window.rows - 3;
  places.rack = {places.status_row - rack_rows, 0, rack_rows, window.columns};
  const int side = std::clamp(window.columns * 28 / 100, smallest_side, largest_side);
  const int rows = places.rack.row - 2;
  places.board = {1, 0, rows, window.columns - side - 1};
  places.side = {1, window.columns - side, rows, side};
  return places;
}

BoardMarks marks_of(const Scene& scene) {
  const TableState& state = scene.state;
  const View& view = scene.shown.view;
  BoardMarks marks;
  marks.laid = laid_tiles(state.rack);
  if (!view.history.empty())
    if (const auto* placed = std::get_if<Placed>(&view.history.back().act))
      for (const PlacedTile& tile : placed->tiles) marks.last.push_back(tile.cell);
  marks.taking = state.mode == Mode::take;
  marks.fits = marks.taking ? std::vector<Cell>{} : fitting_cells(state);
  if (!view.end && view.seat) marks.cursor = state.cursor;
  if (state.chosen) marks.chosen = state.rack[*state.chosen].tile;
  if (state.hint && last_laid(state.rack) == std::nullopt) {
    if (const auto* place = std::get_if<Place>(&state.hint->move))
      for (const PlacedTile& placed : place->tiles) {
        marks.hinted.push_back(placed.cell);
        if (state.hint_steps == 1) break;
      }
  }
  return marks;
}

void draw_rack_slot(Canvas& canvas, const Scene& scene, const Places& places, std::size_t slot,
                    int column) {
  const TableState& state = scene.state;
  const Slot& held = state.rack[slot];
  const bool picked = std::ranges::count(state.picked, slot) > 0;
  const bool chosen = state.chosen == slot;
  const std::string number = std::to_string(slot + 1);
  const Style number_style{held.fresh != Fresh::no ? Ink::good : Ink::faint, Paper::none,
                           chosen || picked};
  const bool large = places.rack_size == CellSize::large;
  const int row = places.rack.row;
  if (large)
    canvas.put(row + 3, column + 3, number, number_style);
  else
    canvas.put(row, column, number, number_style);
  if (held.cell) {
    canvas.put(large ? row + 1 : row, column + 2, "··", faint);
    return;
  }
  const TileMark mark = picked ? TileMark::picked : chosen ? TileMark::laid : TileMark::lying;
  draw_tile(canvas, row, column, places.rack_size, held.tile, mark, scene.look);
}

void draw_rack(Canvas& canvas, const Scene& scene, const Places& places,
               std::vector<ClickArea>& click_areas) {
  const Words& words = scene.words;
  canvas.fill({places.rack.row - 1, 0, 1, places.rack.columns}, faint, "─");
  const View& view = scene.shown.view;
  if (!view.seat) {
    canvas.put(places.rack.row, 1, words("online.watching"), faint);
    return;
  }
  const std::string title = words("table.rack");
  canvas.put(places.rack.row - 1, 1, " " + title + " ", {Ink::accent, Paper::none, true});
  if (scene.state.rack.empty()) canvas.put(places.rack.row, 1, words("table.rack.empty"), faint);
  int column = 1;
  const int step = extent_of(places.rack_size).columns + 2;
  for (std::size_t slot = 0; slot < scene.state.rack.size(); ++slot, column += step) {
    draw_rack_slot(canvas, scene, places, slot, column);
    click_areas.push_back({{places.rack.row, column, places.rack.rows, step}, slot});
  }
}

std::string bar_right(const Scene& scene) {
  const Shown& shown = scene.shown;
  std::string text = scene.words("table.bag.count", {{"count", shown.view.bag}});
  if (!shown.online) return text;
  if (shown.online->deadline_ms && !shown.view.end)
    text = left_text(scene.words, *shown.online->deadline_ms - net::now_ms()) + " · " + text;
  return scene.words("online.code", {{"code", shown.online->code}}) + " · " + text;
}

void draw_side(Canvas& canvas, const Rect& area, const Scene& scene) {
  int row = area.row;
  const int end = area.row + area.rows;
  const auto rest = [&] { return Rect{row, area.column, std::max(0, end - row), area.columns}; };
  row += draw_seats(canvas, rest(), scene);
  for (const auto draw : {draw_deed, draw_hint}) {
    if (end - row < 3) return;
    ++row;
    const int taken = draw(canvas, rest(), scene);
    row += taken == 0 ? -1 : taken;
  }
  constexpr int some_moves = 4;
  if (end - row > unseen_rows(scene.shown.view) + some_moves) {
    ++row;
    row += draw_unseen(canvas, rest(), scene);
  }
  if (end - row < 3) return;
  ++row;
  draw_moves(canvas, rest(), scene);
}

/// Who is away, followed by the keys for what can be done about it.
bool draw_absence(Canvas& canvas, int row, const Scene& scene,
                  std::vector<ClickArea>& click_areas) {
  const auto absence = absence_at(scene.shown, net::now_ms());
  if (!absence) return false;
  std::vector<KeyHelp> keys;
  if (absence->wait_ms == 0)
    for (const AbsenceChoice& choice : absence_choices)
      keys.push_back({utf8_of(choice.key),
                      scene.words("terminal.key." + std::string(choice.message)),
                      key_of(choice.key)});
  int room = canvas.size().columns - 2;
  for (const KeyHelp& key : keys) room -= columns_of(key.key) + columns_of(key.text) + 3;
  const std::string text = absence_text(scene.words, scene.shown, *absence, "online.away.text");
  const int end = canvas.put(row, 1, fitted(text, room), {Ink::accent});
  for (const ClickArea& click_area : draw_keys(canvas, row, keys, end + 2))
    click_areas.push_back(click_area);
  return true;
}

bool bot_plays_for_viewer(const Shown& shown) {
  return shown.view.seat && !shown.view.end && !nth(shown.seats, *shown.view.seat).bot.empty();
}

/// The line below the hand: what is typed, asked or wished, or what happened.
void draw_notice(Canvas& canvas, const Places& places, const Scene& scene,
                 std::vector<ClickArea>& click_areas) {
  const TableState& state = scene.state;
  const int columns = canvas.size().columns - 2;
  const int row = places.notice_row;
  const Words& words = scene.words;
  if (state.typing) {
    const int end = canvas.put(row, 1, "> " + *state.typing, {Ink::plain, Paper::none, true});
    canvas.put(row, end, "_", {Ink::accent, Paper::none, true});
    return;
  }
  if (const auto& online = scene.shown.online) {
    if (!online->connected)
      return canvas.put_fitted(row, 1, columns, words("online.lost"), {Ink::bad});
    if (online->paused) return canvas.put_fitted(row, 1, columns, words("online.paused"));
    for (const SeatStatus& seat : scene.shown.seats)
      if (!seat.wish.empty())
        return canvas.put_fitted(
            row, 1, columns, words("online.wish." + seat.wish, {{"name", seat.name}}) + " (y/n)",
            {Ink::accent});
    if (bot_plays_for_viewer(scene.shown))
      return canvas.put_fitted(row, 1, columns, words("online.bot.instead") + " (/return)",
                               {Ink::accent});
    const bool refused = state.notice_is_bad && !state.notice.empty();
    if (!refused && draw_absence(canvas, row, scene, click_areas)) return;
  }
  canvas.put_fitted(row, 1, columns, state.notice, {state.notice_is_bad ? Ink::bad : Ink::plain});
}

std::vector<KeyHelp> keys_for(const Scene& scene) {
  const Words& words = scene.words;
  const Acts& acts = scene.shown.view.acts;
  const auto entry = [&](std::string key, std::string_view what, Key does) {
    return KeyHelp{std::move(key), words("terminal.key." + std::string(what)), does};
  };
  std::vector<KeyHelp> keys;
  if (scene.shown.view.end) {
    keys.push_back(entry("n", "again", key_of(U'n')));
  } else if (scene.state.mode != Mode::lay) {
    const bool slots = scene.state.mode != Mode::take;
    if (slots) keys.push_back(entry("1-9", "pick", key_of(Key::Kind::resize)));
    if (slots) keys.push_back(entry("a", "all", key_of(U'a')));
    keys.push_back(entry("⏎", "do", key_of(Key::Kind::enter)));
    keys.push_back(entry("Esc", "cancel", key_of(Key::Kind::escape)));
  } else {
    keys.push_back(entry("1-9", "choose", key_of(Key::Kind::resize)));
    keys.push_back(entry("⏎", scene.state.chosen ? "lay" : "play", key_of(Key::Kind::enter)));
    if (last_laid(scene.state.rack))
      keys.push_back(entry("⌫", "undo", key_of(Key::Kind::backspace)));
    if (acts.trade) keys.push_back(entry("t", "trade", key_of(U't')));
    if (acts.roll) keys.push_back(entry("r", "roll", key_of(U'r')));
    if (acts.take) keys.push_back(entry("d", "take", key_of(U'd')));
    if (acts.pass) keys.push_back(entry("x", "pass", key_of(U'x')));
    if (scene.shown.hints) keys.push_back(entry("h", "hint", key_of(U'h')));
    keys.push_back(entry("/", "type", key_of(U'/')));
  }
  keys.push_back(entry("u", "unseen", key_of(U'u')));
  keys.push_back(entry("s", "scores", key_of(U's')));
  keys.push_back(entry("?", "help", key_of(U'?')));
  keys.push_back(entry("q", "quit", key_of(U'q')));
  return keys;
}

Picture message_picture(const Scene& scene, Size window, std::string_view title,
                        const std::vector<std::string>& lines) {
  Picture picture{Canvas(window), {}};
  draw_bar(picture.canvas, scene.words("app.name"), "");
  draw_message_box(picture.canvas, title, lines);
  return picture;
}

Picture waiting_picture(const Scene& scene, Size window) {
  const Words& words = scene.words;
  const OnlineTable& online = *scene.shown.online;
  if (online.code.empty())
    return message_picture(scene, window, words("app.name"),
                           {online.refused ? "" : words("online.connecting"), scene.state.notice,
                            "", "q " + words("terminal.key.quit")});
  std::vector<std::string> lines{words("online.code", {{"code", online.code}}), online.link, ""};
  for (const SeatStatus& seat : scene.shown.seats)
    lines.push_back("  " + (seat.taken ? seat.name : "– " + words("online.seat.free")));
  lines.insert(lines.end(), {"", agreement_text(words, online.agreed), words("online.waiting.text"),
                             words("terminal.waiting.quit")});
  if (!online.connected) lines.push_back(words("online.lost"));
  return message_picture(scene, window, words("online.waiting"), lines);
}

}  // namespace

void draw_bar(Canvas& canvas, std::string_view left, std::string_view right) {
  const Style bar{Ink::plain, Paper::bar, true};
  const int columns = canvas.size().columns;
  canvas.fill({0, 0, 1, columns}, bar);
  canvas.put_fitted(0, 1, columns - columns_of(right) - 4, left, bar);
  canvas.put_right(0, columns - 1, right, bar);
}

std::vector<ClickArea> draw_keys(Canvas& canvas, int row, const std::vector<KeyHelp>& keys,
                                 int column) {
  std::vector<ClickArea> click_areas;
  for (const KeyHelp& key : keys) {
    const int width = columns_of(key.key) + 1 + columns_of(key.text);
    if (column + width > canvas.size().columns) break;
    const int text = canvas.put(row, column, key.key, {Ink::accent, Paper::none, true});
    canvas.put(row, text + 1, key.text, {Ink::faint});
    click_areas.push_back({{row, column, 1, width}, key.does});
    column += width + 2;
  }
  return click_areas;
}

Canvas tiny_picture(const Words& words, Size window) {
  Canvas canvas(window);
  const std::string text = words("terminal.tiny", {{"columns", smallest_window.columns},
                                                   {"rows", smallest_window.rows},
                                                   {"width", window.columns},
                                                   {"height", window.rows}});
  int row = 0;
  for (const std::string& line : wrapped(text, window.columns)) canvas.put(row++, 0, line);
  return canvas;
}

Picture table_picture(const Scene& scene, Size window) {
  if (window.rows < smallest_window.rows || window.columns < smallest_window.columns)
    return {tiny_picture(scene.words, window), {}};
  if (!scene.shown.playing()) return waiting_picture(scene, window);
  const Words& words = scene.words;
  const View& view = scene.shown.view;
  if (scene.shown.covered) {
    const std::string& name = nth(view.seats, *scene.shown.covered).name;
    return message_picture(scene, window, words("pass.title", {{"name", name}}),
                           {words("pass.text"), "", "⏎ " + words("pass.button", {{"name", name}})});
  }
  Picture picture{Canvas(window), {}};
  Canvas& canvas = picture.canvas;
  const Places places = places_in(window);
  draw_bar(canvas, words("app.name") + " · " + game_name(words, view.rules, scene.shown.theme),
           bar_right(scene));
  const BoardMarks marks = marks_of(scene);
  picture.drawn.board = places.board;
  picture.drawn.camera =
      camera_for(extent_of(view, marks.laid), scene.state.cursor, scene.state.drawn.camera,
                 scene.state.zoom, {places.board.rows, places.board.columns});
  draw_board(canvas, places.board, view, marks, picture.drawn.camera, scene.look);
  for (int row = places.side.row; row < places.side.row + places.side.rows; ++row)
    canvas.put(row, places.side.column - 1, "│", faint);
  Rect side = places.side;
  side.column += 1;
  side.columns -= 2;
  draw_side(canvas, side, scene);
  draw_rack(canvas, scene, places, picture.drawn.click_areas);
  canvas.put_fitted(places.status_row, 1, window.columns - 2, status_text(words, scene.shown),
                    {scene.shown.own_turn() ? Ink::good : Ink::plain, Paper::none, true});
  draw_notice(canvas, places, scene, picture.drawn.click_areas);
  for (const ClickArea& click_area : draw_keys(canvas, places.keys_row, keys_for(scene)))
    picture.drawn.click_areas.push_back(click_area);
  draw_overlay(canvas, scene);
  return picture;
}

}  // namespace sixfold::terminal
