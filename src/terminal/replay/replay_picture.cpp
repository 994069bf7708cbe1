#include "terminal/replay/replay_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/table/panels.hpp"
#include "terminal/table/table_picture.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int page = 10;

Ink ink_of(MoveClass grade) {
  switch (grade) {
    case MoveClass::best:
    case MoveClass::good:
      return Ink::good;
    case MoveClass::inaccuracy:
      return Ink::accent;
    default:
      return Ink::bad;
  }
}

class ReplayPainter {
 public:
  ReplayPainter(Canvas& canvas, const ReplayState& state, const Moment& moment, const Words& words,
                const Look& look)
      : canvas_(canvas), state_(state), moment_(moment), words_(words), look_(look) {}

  Camera draw() {
    const Size window = canvas_.size();
    const View& view = moment_.shown.view;
    const int seats = static_cast<int>(view.seats.size());
    draw_bar(canvas_,
             words_("app.name") + " · " + words_("replay.title") + " · " +
                 game_name(words_, view.rules, moment_.shown.theme),
             words_("table.bag.count", {{"count", view.bag}}));
    const int side = std::clamp(window.columns * 28 / 100, smallest_side, largest_side);
    const int rows = window.rows - 4 - seats;
    const Rect board{1, 0, rows, window.columns - side - 1};
    const Camera camera = draw_table(board);
    for (int row = 1; row <= rows; ++row) canvas_.put(row, window.columns - side - 1, "│", faint);
    draw_side({1, window.columns - side + 1, rows, side - 2});
    canvas_.fill({rows + 1, 0, 1, window.columns}, faint, "─");
    draw_curves(rows + 2);
    canvas_.put(
        window.rows - 2, 1,
        words_("replay.of", {{"turn", moment_.turn}, {"turns", std::to_string(moment_.turns)}}),
        {Ink::plain, Paper::none, true});
    if (state_.reviewing)
      canvas_.put_right(window.rows - 2, window.columns - 1, words_("terminal.reviewing"), faint);
    draw_key_line(window.rows - 1);
    return camera;
  }

 private:
  /// The acts of the last turn shown, as judged by the review.
  [[nodiscard]] std::vector<const ReviewedAct*> acts() const {
    std::vector<const ReviewedAct*> found;
    if (state_.review)
      for (const ReviewedAct& act : state_.review->acts)
        if (act.turn == moment_.turn) found.push_back(&act);
    return found;
  }

  Camera draw_table(const Rect& area) {
    View view = moment_.shown.view;
    BoardMarks marks;
    if (!view.history.empty())
      if (const auto* placed = std::get_if<Placed>(&view.history.back().act)) {
        for (const PlacedTile& tile : placed->tiles) marks.last.push_back(tile.cell);
        const auto judged = acts();
        const auto* best = state_.better && !judged.empty()
                               ? std::get_if<Place>(&judged.back()->candidates.front().move)
                               : nullptr;
        if (best != nullptr) {
          for (const PlacedTile& tile : placed->tiles) view.board.remove(tile.cell);
          for (const PlacedTile& tile : best->tiles)
            if (!view.board.at(tile.cell)) marks.laid.push_back(tile);
          marks.last.clear();
        }
      }
    const Extent extent = extent_of(view, marks.laid);
    const Cell middle = marks.last.empty() ? Cell{(extent.low.x + extent.high.x) / 2,
                                                  (extent.low.y + extent.high.y) / 2}
                                           : marks.last.front();
    const Camera camera =
        camera_for(extent, middle, state_.camera, state_.zoom, {area.rows, area.columns});
    draw_board(canvas_, area, view, marks, camera, look_);
    return camera;
  }

  int draw_text(const Rect& area, int row, std::string_view text, const Style& style) {
    for (const std::string& line : wrapped(text, area.columns)) {
      if (row >= area.row + area.rows) break;
      canvas_.put(row++, area.column, line, style);
    }
    return row;
  }

  void draw_side(const Rect& area) {
    const TableState nothing;
    const Scene scene{nothing, moment_.shown, words_, look_};
    const View& view = moment_.shown.view;
    int row = area.row + draw_seats(canvas_, area, scene) + 1;
    if (!view.history.empty()) {
      const Rect rest{row, area.column, area.rows - row + area.row, area.columns};
      draw_title(canvas_, rest, words_("replay.turn") + " " + std::to_string(moment_.turn));
      row = draw_text(area, row + 1, turn_sentence(words_, moment_.shown, view.history.back()), {});
      if (moment_.score)
        for (const PointsLine& line : points_lines(words_, *moment_.score)) {
          if (row >= area.row + area.rows) break;
          row = draw_points_line(canvas_, {area.row, area.column + 1, area.rows, area.columns - 1},
                                 row, line, faint);
        }
    }
    for (const ReviewedAct* act : acts()) {
      row = draw_text(area, row + 1, figures_text(words_, *act),
                      {ink_of(act->grade), Paper::none, true});
      if (const auto better = better_text(words_, moment_.shown.theme, *act))
        row = draw_text(area, row, *better, {});
      for (const MoveReason& reason : act->explanation.better)
        if (act->grade != MoveClass::best)
          row = draw_text(area, row, hint_reason_text(words_, moment_.shown.theme, reason), faint);
    }
    if (view.end) {
      row = draw_text(area, row + 1, end_text(words_, moment_.shown), {});
      row = draw_text(area, row, headline(words_, moment_.shown), {Ink::good, Paper::none, true});
      for (std::size_t i = 0; state_.review && i < view.seats.size(); ++i)
        row = draw_text(
            area, row,
            labelled(words_, view.seats[i].name, summary_text(words_, state_.review->seats[i])),
            faint);
    }
  }

  /// Each seat's chance to win during the game, as a line of blocks; the current turn stands out.
  void draw_curves(int row) {
    constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    constexpr int name_columns = 12;
    const View& view = moment_.shown.view;
    const int width = std::max(1, canvas_.size().columns - name_columns - 8);
    for (std::size_t seat = 0; seat < view.seats.size(); ++seat, ++row) {
      canvas_.put_fitted(row, 1, name_columns - 1, view.seats[seat].name);
      if (!state_.review || state_.review->acts.empty()) continue;
      const auto& all = state_.review->acts;
      const int columns = std::min(width, static_cast<int>(all.size()));
      double now = state_.review->seats[seat].start;
      for (int column = 0; column < columns; ++column) {
        const auto at =
            static_cast<std::size_t>(column) * all.size() / static_cast<std::size_t>(columns);
        const double chance = all[at].played.chances[seat];
        const bool past = all[at].turn <= moment_.turn;
        if (past) now = chance;
        canvas_.put(row, name_columns + 1 + column,
                    nth(blocks, std::clamp(8 * chance + 0.5, 0.0, 8.0)),
                    past ? Style{Ink::accent} : faint);
      }
      if (view.end) now = state_.review->seats[seat].result;
      canvas_.put_right(
          row, canvas_.size().columns - 1,
          words_("terminal.percent", {{"number", static_cast<int>(std::lround(100 * now))}}),
          {Ink::plain, Paper::none, true});
    }
  }

  void draw_key_line(int row) {
    std::vector<KeyHelp> keys{{"← →", words_("terminal.key.step"), {}},
                              {words_("terminal.keyname.ends"), words_("terminal.key.ends"), {}},
                              {"␣", words_("terminal.key.run"), {}}};
    if (state_.review) keys.push_back({"b", words_("terminal.key.better"), {}});
    keys.push_back({"+ -", words_("terminal.key.zoom"), {}});
    keys.push_back({"q", words_("terminal.key.quit"), {}});
    static_cast<void>(draw_keys(canvas_, row, keys));
  }

  Canvas& canvas_;
  const ReplayState& state_;
  const Moment& moment_;
  const Words& words_;
  const Look& look_;
};

}  // namespace

bool handle(ReplayState& state, const Key& key) {
  const auto go = [&](int turn) {
    state.turn = std::clamp(turn, 0, state.turns);
    state.better = false;
    state.running = state.running && state.turn < state.turns;
  };
  const auto resize = [&](int by) {
    const int size = static_cast<int>(state.camera.size) + by;
    state.zoom = static_cast<CellSize>(std::clamp(size, 0, static_cast<int>(CellSize::large)));
  };
  switch (key.kind) {
    case Key::Kind::left:
    case Key::Kind::up:
    case Key::Kind::wheel_up:
      go(state.turn - 1);
      return true;
    case Key::Kind::right:
    case Key::Kind::down:
    case Key::Kind::enter:
    case Key::Kind::wheel_down:
      go(state.turn + 1);
      return true;
    case Key::Kind::page_up:
      go(state.turn - page);
      return true;
    case Key::Kind::page_down:
      go(state.turn + page);
      return true;
    case Key::Kind::home:
      go(0);
      return true;
    case Key::Kind::end:
      go(state.turns);
      return true;
    case Key::Kind::escape:
    case Key::Kind::closed:
      return false;
    case Key::Kind::character:
      break;
    default:
      return true;
  }
  if (key == key_of(U'q')) return false;
  if (key == key_of(U' ')) state.running = !state.running && state.turn < state.turns;
  if (key == key_of(U'b')) state.better = !state.better;
  if (key == key_of(U'+') || key == key_of(U'=')) resize(1);
  if (key == key_of(U'-')) resize(-1);
  if (key == key_of(U'c')) state.zoom.reset();
  return true;
}

ReplayPicture replay_picture(const ReplayState& state, const Moment& moment, const Words& words,
                             const Look& look, Size window) {
  if (window.rows < smallest_window.rows || window.columns < smallest_window.columns)
    return {tiny_picture(words, window), state.camera};
  ReplayPicture picture{Canvas(window), state.camera};
  picture.camera = ReplayPainter(picture.canvas, state, moment, words, look).draw();
  return picture;
}

std::string figures_text(const Words& words, const ReviewedAct& act) {
  const auto own = static_cast<std::size_t>(act.seat);
  return words("terminal.figures", {{"class", words("class." + std::string(code_of(act.grade)))},
                                    {"chance", words.decimal(100 * act.played.chances[own])},
                                    {"lost", words.decimal(100 * act.given_up)},
                                    {"luck", words.change(100 * act.luck[own])}});
}

std::optional<std::string> better_text(const Words& words, std::string_view theme,
                                       const ReviewedAct& act) {
  if (act.grade == MoveClass::best || act.candidates.empty()) return std::nullopt;
  const ReviewedMove& best = act.candidates.front();
  return words(act.equal ? "terminal.equal" : "terminal.better",
               {{"act", act_text(words, theme, best.move)},
                {"points", best.points},
                {"chance", words.decimal(100 * nth(best.chances, act.seat))},
                {"error", words.decimal(100 * best.error)}});
}

std::string summary_text(const Words& words, const SeatReview& seat) {
  return words("terminal.summary", {{"skill", words.change(100 * seat.skill)},
                                    {"luck", words.change(100 * seat.luck)},
                                    {"adjusted", words.decimal(100 * seat.adjusted)}});
}

}  // namespace sixfold::terminal
