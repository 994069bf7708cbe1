#include "terminal/table/table_state.hpp"

#include <algorithm>

#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

void refresh(TableState& state, const View& view) {
  state.preview = preview(view, Place{laid_tiles(state.rack)});
}

void reset(TableState& state) {
  state.mode = Mode::lay;
  state.picked.clear();
  state.chosen.reset();
  state.hint.reset();
  state.hint_steps = 0;
  state.hint_wanted = false;
}

/// What others have done since, and how many lines of six they completed.
std::string told_since(const TableState& state, const Shown& shown, const Words& words) {
  const View& view = shown.view;
  std::string text;
  for (std::size_t i = state.history; i < view.history.size(); ++i) {
    const SeenTurn& turn = view.history[i];
    if (turn.seat == view.seat && i + 1 < view.history.size()) continue;
    text = turn_line(words, shown, turn);
    if (i >= state.scores.size() || !state.scores[i]) continue;
    const auto sixes = std::ranges::count_if(state.scores[i]->lines,
                                             [](const ScoredLine& line) { return line.bonus > 0; });
    if (sixes > 0) text += "  " + words("move.sixfold", {{"count", static_cast<int>(sixes)}});
  }
  return text;
}

}  // namespace

TableState sit_down(const Shown& shown, const Rack& kept) {
  TableState state;
  if (!shown.playing()) return state;
  const View& view = shown.view;
  state.rack = rack_for(view, kept);
  for (Slot& slot : state.rack) slot.fresh = Fresh::no;
  state.seat = view.seat;
  state.turn = view.turn;
  state.history = view.history.size();
  state.ended = view.end.has_value();
  state.scores = scores_of_history(view).value_or(state.scores);
  if (state.ended) state.overlay = Overlay::result;
  const Extent extent = extent_of(view, {});
  state.cursor = {(extent.low.x + extent.high.x) / 2, (extent.low.y + extent.high.y) / 2};
  refresh(state, view);
  return state;
}

void follow(TableState& state, const Shown& shown, const Words& words) {
  if (!shown.playing()) return;
  const View& view = shown.view;
  const bool another_game = state.ended && !view.end;
  if (state.turn < 0 || another_game) {
    state = sit_down(shown, another_game ? Rack{} : state.rack);
    return;
  }
  const bool other_hand = state.seat != view.seat;
  state.rack = rack_for(view, other_hand ? Rack{} : state.rack);
  const bool moved = state.turn != view.turn || state.history != view.history.size();
  if (moved || other_hand) reset(state);
  if (state.history != view.history.size()) {
    state.scores = scores_of_history(view).value_or(state.scores);
    state.notice = told_since(state, shown, words);
    state.notice_is_bad = false;
  }
  if (view.end && !state.ended) state.overlay = Overlay::result;
  if ((state.mode == Mode::trade && !view.acts.trade) ||
      (state.mode == Mode::roll && !view.acts.roll) ||
      (state.mode == Mode::take && !view.acts.take))
    reset(state);
  if (state.chosen && (*state.chosen >= state.rack.size() || state.rack[*state.chosen].cell))
    state.chosen.reset();
  state.seat = view.seat;
  state.turn = view.turn;
  state.history = view.history.size();
  state.ended = view.end.has_value();
  refresh(state, view);
}

void take_hint(TableState& state, const Shown& shown, Hint hint) {
  if (!state.hint_wanted || !shown.own_turn()) return;
  state.hint_wanted = false;
  state.hint = std::move(hint);
  state.hint_steps = 1;
}

void refuse(TableState& state, std::string notice) {
  state.notice = std::move(notice);
  state.notice_is_bad = true;
}

std::vector<Cell> fitting_cells(const TableState& state) {
  std::vector<Cell> cells;
  const bool some_laid = last_laid(state.rack).has_value();
  if (!state.chosen && !some_laid) return cells;
  for (const Fit& fit : state.preview.fits)
    if (!state.chosen || state.rack[*state.chosen].tile == fit.tile)
      cells.insert(cells.end(), fit.cells.begin(), fit.cells.end());
  std::ranges::sort(cells);
  const auto twins = std::ranges::unique(cells);
  cells.erase(twins.begin(), twins.end());
  return cells;
}

}  // namespace sixfold::terminal
