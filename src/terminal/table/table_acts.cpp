#include <algorithm>
#include <cstdlib>

#include "terminal/table/table_input.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/clock.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int roaming = 5;  // how many cells the cursor may move beyond the tiles
constexpr int last_hint_step = 4;

bool in_reading_order(Cell a, Cell b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); }

}  // namespace

// The cursor

void TableInput::move_cursor(int x, int y) {
  const Extent extent = extent_of(view_, laid_tiles(state_.rack));
  const int reach = view_.rules.layout ? 0 : roaming;
  state_.cursor.x = std::clamp(state_.cursor.x + x, extent.low.x - reach, extent.high.x + reach);
  state_.cursor.y = std::clamp(state_.cursor.y + y, extent.low.y - reach, extent.high.y + reach);
}

void TableInput::centre() {
  const Extent extent = extent_of(view_, laid_tiles(state_.rack));
  state_.cursor = {(extent.low.x + extent.high.x) / 2, (extent.low.y + extent.high.y) / 2};
}

void TableInput::zoom(int by) {
  const int size = static_cast<int>(state_.drawn.camera.size) + by;
  state_.zoom = static_cast<CellSize>(std::clamp(size, 0, static_cast<int>(CellSize::large)));
}

std::vector<Cell> TableInput::stops() const {
  std::vector<Cell> cells =
      state_.mode == Mode::take ? state_.preview.takes : fitting_cells(state_);
  std::ranges::sort(cells, in_reading_order);
  return cells;
}

void TableInput::to_next_fit(int by) {
  const std::vector<Cell> cells = stops();
  if (cells.empty()) return;
  const auto after = std::ranges::upper_bound(cells, state_.cursor, in_reading_order);
  const auto from = std::ranges::lower_bound(cells, state_.cursor, in_reading_order);
  if (by > 0)
    state_.cursor = after == cells.end() ? cells.front() : *after;
  else
    state_.cursor = from == cells.begin() ? cells.back() : *std::prev(from);
}

void TableInput::to_nearest_fit() {
  const std::vector<Cell> cells = stops();
  if (cells.empty()) return;
  const Cell here = state_.cursor;
  state_.cursor = *std::ranges::min_element(cells, {}, [here](Cell cell) {
    return std::abs(cell.x - here.x) + std::abs(cell.y - here.y);
  });
}

// The rack

void TableInput::rack_changed() {
  state_.preview = preview(view_, Place{laid_tiles(state_.rack)});
  state_.notice.clear();
  command(KeepRack{});
}

void TableInput::leave_mode() {
  state_.mode = Mode::lay;
  state_.picked.clear();
  state_.chosen.reset();
}

void TableInput::enter_mode(Mode mode, bool open) {
  if (!open)
    return refuse_reason(view_.seat == view_.turn ? Reason::act_not_open : Reason::not_your_turn);
  if (state_.mode == mode) return leave_mode();
  leave_mode();
  if (last_laid(state_.rack)) {
    take_all_back(state_.rack);
    rack_changed();
  }
  state_.mode = mode;
  state_.notice.clear();
  if (mode == Mode::take) to_nearest_fit();
}

void TableInput::choose(std::size_t slot) {
  if (slot >= state_.rack.size()) return;
  if (state_.mode == Mode::trade || state_.mode == Mode::roll) {
    const auto found = std::ranges::find(state_.picked, slot);
    if (found == state_.picked.end())
      state_.picked.push_back(slot);
    else
      state_.picked.erase(found);
    return;
  }
  if (state_.mode == Mode::take) leave_mode();
  if (state_.rack[slot].cell) {
    state_.cursor = *state_.rack[slot].cell;
    return;
  }
  const bool again = state_.chosen == slot;
  state_.chosen.reset();
  if (again) return;
  state_.chosen = slot;
  state_.notice.clear();
  to_nearest_fit();
}

void TableInput::all() {
  if (state_.mode == Mode::trade || state_.mode == Mode::roll) {
    state_.picked.clear();
    const auto most = state_.mode == Mode::trade
                          ? static_cast<std::size_t>(state_.preview.trade.most)
                          : state_.rack.size();
    for (std::size_t i = 0; i < std::min(most, state_.rack.size()); ++i) state_.picked.push_back(i);
  } else if (last_laid(state_.rack)) {
    take_all_back(state_.rack);
    rack_changed();
  }
}

void TableInput::sort() {
  state_.rack = sorted(state_.rack, next_order(state_.rack));
  leave_mode();
  rack_changed();
}

void TableInput::lay_chosen(Cell cell) {
  if (view_.board.at(cell) || laid_on(state_.rack, cell)) return refuse_reason(Reason::occupied);
  if (!on_board(view_.rules, cell)) return refuse_reason(Reason::off_board);
  lay(state_.rack, *state_.chosen, cell);
  state_.chosen.reset();
  rack_changed();
}

void TableInput::lay_typed(const Place& place) {
  if (lay_only(state_.rack, place.tiles)) return refuse_reason(Reason::not_in_hand);
  leave_mode();
  if (!place.tiles.empty()) state_.cursor = place.tiles.back().cell;
  rack_changed();
}

void TableInput::undo() {
  const auto last = last_laid(state_.rack);
  if (!last) return leave_mode();
  state_.cursor = *state_.rack[*last].cell;
  take_back(state_.rack, *last);
  rack_changed();
}

void TableInput::escape() {
  if (state_.mode != Mode::lay || state_.chosen) return leave_mode();
  state_.hint.reset();
  state_.hint_steps = 0;
  state_.notice.clear();
}

std::vector<Tile> TableInput::picked_tiles() const {
  std::vector<Tile> tiles;
  tiles.reserve(state_.picked.size());
  for (const std::size_t slot : state_.picked) tiles.push_back(state_.rack[slot].tile);
  return tiles;
}

void TableInput::pick(const std::vector<Tile>& tiles) {
  state_.picked.clear();
  for (const Tile tile : tiles)
    for (std::size_t slot = 0; slot < state_.rack.size(); ++slot)
      if (state_.rack[slot].tile == tile && std::ranges::count(state_.picked, slot) == 0) {
        state_.picked.push_back(slot);
        break;
      }
}

// The game

void TableInput::enter() {
  switch (state_.mode) {
    case Mode::trade:
      if (state_.picked.empty()) return refuse_reason(Reason::no_tiles);
      return act(Trade{picked_tiles()});
    case Mode::roll:
      // With nothing picked, make the compulsory rolls if they are due.
      if (state_.picked.empty() && !must_roll(view_.acts)) return refuse_reason(Reason::no_tiles);
      return act(Roll{picked_tiles()});
    case Mode::take:
      return take();
    case Mode::lay:
      break;
  }
  if (state_.chosen) return lay_chosen(state_.cursor);
  if (last_laid(state_.rack)) return play_laid();
  if (must_roll(view_.acts)) return act(Roll{});
  state_.notice = words_("terminal.choose");
  state_.notice_is_bad = false;
}

void TableInput::take() {
  const auto tile = view_.board.at(state_.cursor);
  if (!tile) return refuse_reason(Reason::no_tile);
  act(Take{{state_.cursor, *tile}});
}

void TableInput::play_laid() {
  if (!last_laid(state_.rack)) return refuse_reason(Reason::no_tiles);
  act(Place{laid_tiles(state_.rack)});
}

void TableInput::act(const Move& move) {
  if (view_.end) return refuse_reason(Reason::game_over);
  if (!shown_.own_turn()) return refuse_reason(Reason::not_your_turn);
  if (std::holds_alternative<Place>(move) && state_.preview.illegal)
    return refuse(state_, reason_text(words_, *state_.preview.illegal, largest_set(view_.hand)));
  command(DoAct{move});
}

void TableInput::hint() {
  if (!shown_.hints) return refuse(state_, words_("terminal.no-hints"));
  if (!shown_.own_turn()) return refuse_reason(Reason::not_your_turn);
  if (state_.hint_wanted) return;
  if (!state_.hint) {
    state_.hint_wanted = true;
    return command(AskHint{});
  }
  if (state_.hint_steps < last_hint_step) {
    ++state_.hint_steps;
    return;
  }
  prepare(state_.hint->move);
}

void TableInput::prepare(const Move& move) {
  if (const auto* place = std::get_if<Place>(&move)) {
    lay_typed(*place);
  } else if (const auto* trade = std::get_if<Trade>(&move)) {
    enter_mode(Mode::trade, view_.acts.trade);
    pick(trade->tiles);
  } else if (const auto* roll = std::get_if<Roll>(&move); roll && !roll->cubes.empty()) {
    enter_mode(Mode::roll, view_.acts.roll);
    pick(roll->cubes);
  } else if (const auto* take = std::get_if<Take>(&move)) {
    enter_mode(Mode::take, view_.acts.take);
    state_.cursor = take->tile.cell;
  }
}

void TableInput::ask_to_resign() {
  if (view_.end || !view_.seat) return;
  state_.overlay = Overlay::resign;
}

void TableInput::wish_answer(const std::string& answer) {
  for (const SeatStatus& seat : shown_.seats)
    if (!seat.wish.empty()) return command(DoWish{answer.empty() ? seat.wish : answer});
}

void TableInput::decide(std::string_view what, const std::string& name) {
  const auto absence = absence_at(shown_, net::now_ms(), name);
  if (!absence) return refuse(state_, words_("terminal.away.nobody"));
  if (absence->wait_ms > 0)
    return refuse(state_, absence_text(words_, shown_, *absence, "online.away.text"));
  command(DoDecide{std::string(what), absence->seat});
}

void TableInput::refuse_reason(Reason reason) { refuse(state_, reason_text(words_, {reason, {}})); }

}  // namespace sixfold::terminal
