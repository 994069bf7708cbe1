// What keys do at a table.
#include <algorithm>
#include <cstdlib>

#include "record/notation.hpp"
#include "terminal/table_state.hpp"
#include "terminal/telling.hpp"
#include "terminal/text.hpp"
#include "terminal/typed.hpp"

namespace sixfold::terminal {

namespace {

using Kind = Key::Kind;

constexpr int roaming = 5;  // cells beyond the tiles that the cursor may go to
constexpr std::size_t longest_typed = 200;
constexpr int last_hint_step = 4;

class TableInput {
 public:
  TableInput(TableState& state, const Shown& shown, const Words& words)
      : state_(state), shown_(shown), view_(shown.view), words_(words) {}

  std::vector<Command> handle(const Key& key) {
    if (key.kind == Kind::closed) return {Quit{}};
    if (!shown_.playing())
      waiting(key);
    else if (shown_.covered)
      covered(key);
    else if (state_.typing)
      type(key);
    else if (state_.overlay != Overlay::none)
      overlaid(key);
    else
      at_table(key);
    return std::move(commands_);
  }

 private:
  void command(Command one) { commands_.push_back(std::move(one)); }
  void tell(std::string notice) {
    state_.notice = std::move(notice);
    state_.notice_is_bad = false;
  }
  void refuse_reason(Reason reason) { refuse(state_, reason_text(words_, {reason, {}})); }
  void rack_changed() {
    state_.preview = preview(view_, Place{laid_tiles(state_.rack)});
    state_.notice.clear();
    command(KeepRack{});
  }

  // Before there is a hand to be seen

  void waiting(const Key& key) {
    if (key == key_of(U'q')) command(Quit{});
  }

  void covered(const Key& key) {
    if (key == key_of(U'q'))
      command(Quit{});
    else if (key.kind == Kind::enter || key.kind == Kind::click || key == key_of(U' '))
      command(DoReveal{});
  }

  // Overlays

  void overlaid(const Key& key) {
    if (state_.overlay == Overlay::resign) {
      if (key == key_of(U'y')) command(DoResign{});
      state_.overlay = Overlay::none;
      return;
    }
    switch (key.kind) {
      case Kind::up:
      case Kind::wheel_up:
        state_.scroll = std::max(0, state_.scroll - 1);
        return;
      case Kind::down:
      case Kind::wheel_down:
        ++state_.scroll;
        return;
      case Kind::page_up:
        state_.scroll = std::max(0, state_.scroll - 10);
        return;
      case Kind::page_down:
        state_.scroll += 10;
        return;
      case Kind::resize:
        return;
      default:
        break;
    }
    if (key == key_of(U'q') && state_.overlay == Overlay::result) return command(Quit{});
    if (key == key_of(U'n') && state_.overlay == Overlay::result) return command(PlayAgain{});
    const Overlay before = state_.overlay;
    state_.overlay = Overlay::none;
    // Another overlay's key goes there at once; anything else closes this one.
    if (key.kind == Kind::character) look_at(key.character);
    if (state_.overlay == before) state_.overlay = Overlay::none;
  }

  bool look_at(char32_t character) {
    const auto open = [&](Overlay overlay) {
      state_.overlay = overlay;
      state_.scroll = 0;
      return true;
    };
    switch (character) {
      case U'?':
        return open(Overlay::help);
      case U'u':
        return open(Overlay::unseen);
      case U's':
        return open(Overlay::scores);
      default:
        return false;
    }
  }

  // Typing

  void type(const Key& key) {
    std::string& text = *state_.typing;
    if (key.kind == Kind::escape) {
      state_.typing.reset();
    } else if (key.kind == Kind::backspace) {
      auto clusters = clusters_of(text);
      if (clusters.empty()) return state_.typing.reset();
      text.resize(text.size() - clusters.back().text.size());
    } else if (key.kind == Kind::enter) {
      const std::string typed = text;
      state_.typing.reset();
      do_typed(typed);
    } else if (key.kind == Kind::character && key.character >= U' ' &&
               text.size() < longest_typed) {
      text += utf8_of(key.character);
    }
  }

  void do_typed(const std::string& text) {
    if (text.find_first_not_of(' ') == std::string::npos) return;
    const auto typed = read_typed(text);
    if (!typed) return refuse(state_, words_("table.type.bad", {{"text", text}}));
    if (const auto* move = std::get_if<Move>(&*typed)) {
      if (const auto* place = std::get_if<Place>(move))
        lay_typed(*place);
      else
        act(*move);
      return;
    }
    do_word(std::get<TypedWord>(*typed), text);
  }

  void lay_typed(const Place& place) {
    if (lay_only(state_.rack, place.tiles)) return refuse_reason(Reason::not_in_hand);
    leave_mode();
    if (!place.tiles.empty()) state_.cursor = place.tiles.back().cell;
    rack_changed();
  }

  void do_word(const TypedWord& typed, const std::string& text) {
    const std::string& word = typed.word;
    if (word == "play") return play_laid();
    if (word == "undo") return undo();
    if (word == "hint") return hint();
    if (word == "quit") return command(Quit{});
    if (word == "resign") return ask_to_resign();
    if (word == "help") return static_cast<void>(look_at(U'?'));
    if (word == "unseen") return static_cast<void>(look_at(U'u'));
    if (word == "scores") return static_cast<void>(look_at(U's'));
    if (word == "say") return command(DoSay{typed.rest});
    for (const char* const wish : {"pause", "resume", "take-back", "refuse", "return", "rematch"})
      if (word == wish) return command(DoWish{word});
    refuse(state_, words_("table.type.bad", {{"text", text}}));
  }

  // At the table

  void at_table(const Key& key) {
    switch (key.kind) {
      case Kind::up:
        return move_cursor(0, -1);
      case Kind::down:
        return move_cursor(0, 1);
      case Kind::left:
        return move_cursor(-1, 0);
      case Kind::right:
        return move_cursor(1, 0);
      case Kind::page_up:
      case Kind::wheel_up:
        return move_cursor(0, -4);
      case Kind::page_down:
      case Kind::wheel_down:
        return move_cursor(0, 4);
      case Kind::tab:
      case Kind::end:
        return to_next_fit(1);
      case Kind::back_tab:
      case Kind::home:
        return to_next_fit(-1);
      case Kind::enter:
        return enter();
      case Kind::escape:
        return escape();
      case Kind::backspace:
        return undo();
      case Kind::click:
        return click(key);
      case Kind::character:
        return character(key.character);
      default:
        return;
    }
  }

  void character(char32_t c) {
    if (look_at(c)) return;
    if (c >= U'1' && c <= U'9') return choose(static_cast<std::size_t>(c - U'1'));
    if (c < 0x80 && colour_of(static_cast<char>(c)))
      return static_cast<void>(state_.typing = std::string(1, static_cast<char>(c)));
    switch (c) {
      case U'/':
      case U':':
        state_.typing = "";
        return;
      case U' ':
        return enter();
      case U'p':
        return play_laid();
      case U't':
        return enter_mode(Mode::trade, view_.acts.trade);
      case U'r':
        return enter_mode(Mode::roll, view_.acts.roll);
      case U'd':
        return enter_mode(Mode::take, view_.acts.take);
      case U'x':
        return act(Pass{});
      case U'h':
        return hint();
      case U'a':
        return all();
      case U'o':
        return sort();
      case U'+':
      case U'=':
        return zoom(1);
      case U'-':
        return zoom(-1);
      case U'c':
        state_.zoom.reset();
        return centre();
      case U'e':
        return ask_to_resign();
      case U'n':
        return view_.end ? command(PlayAgain{}) : wish_answer("refuse");
      case U'y':
        return wish_answer("");
      case U'q':
        return command(Quit{});
      default:
        return;
    }
  }

  void move_cursor(int x, int y) {
    const Extent extent = extent_of(view_, laid_tiles(state_.rack));
    const int reach = view_.rules.layout ? 0 : roaming;
    state_.cursor.x = std::clamp(state_.cursor.x + x, extent.low.x - reach, extent.high.x + reach);
    state_.cursor.y = std::clamp(state_.cursor.y + y, extent.low.y - reach, extent.high.y + reach);
  }

  void centre() {
    const Extent extent = extent_of(view_, laid_tiles(state_.rack));
    state_.cursor = {(extent.low.x + extent.high.x) / 2, (extent.low.y + extent.high.y) / 2};
  }

  void zoom(int by) {
    const int size = static_cast<int>(state_.drawn.camera.size) + by;
    state_.zoom = static_cast<CellSize>(std::clamp(size, 0, static_cast<int>(CellSize::large)));
  }

  /// The cells in question, in reading order.
  [[nodiscard]] std::vector<Cell> stops() const {
    std::vector<Cell> cells =
        state_.mode == Mode::take ? state_.preview.takes : fitting_cells(state_);
    std::ranges::sort(cells,
                      [](Cell a, Cell b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
    return cells;
  }

  void to_next_fit(int by) {
    const std::vector<Cell> cells = stops();
    if (cells.empty()) return;
    const auto order = [](Cell a, Cell b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); };
    const auto after = std::ranges::upper_bound(cells, state_.cursor, order);
    const auto from = std::ranges::lower_bound(cells, state_.cursor, order);
    if (by > 0)
      state_.cursor = after == cells.end() ? cells.front() : *after;
    else
      state_.cursor = from == cells.begin() ? cells.back() : *std::prev(from);
  }

  void to_nearest_fit() {
    const std::vector<Cell> cells = stops();
    if (cells.empty()) return;
    const Cell here = state_.cursor;
    state_.cursor = *std::ranges::min_element(cells, {}, [here](Cell cell) {
      return std::abs(cell.x - here.x) + std::abs(cell.y - here.y);
    });
  }

  void leave_mode() {
    state_.mode = Mode::lay;
    state_.picked.clear();
    state_.chosen.reset();
  }

  void enter_mode(Mode mode, bool open) {
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

  void choose(std::size_t slot) {
    if (slot >= state_.rack.size()) return;
    if (state_.mode == Mode::trade || state_.mode == Mode::roll) {
      const auto found = std::ranges::find(state_.picked, slot);
      if (found == state_.picked.end())
        state_.picked.push_back(slot);
      else
        state_.picked.erase(found);
      return;
    }
    leave_mode_take();
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

  void leave_mode_take() {
    if (state_.mode == Mode::take) leave_mode();
  }

  void all() {
    if (state_.mode == Mode::trade || state_.mode == Mode::roll) {
      state_.picked.clear();
      const auto most = state_.mode == Mode::trade
                            ? static_cast<std::size_t>(state_.preview.trade.most)
                            : state_.rack.size();
      for (std::size_t i = 0; i < std::min(most, state_.rack.size()); ++i)
        state_.picked.push_back(i);
    } else if (last_laid(state_.rack)) {
      take_all_back(state_.rack);
      rack_changed();
    }
  }

  void sort() {
    state_.rack = sorted(state_.rack, state_.sort_by);
    state_.sort_by = state_.sort_by == SortBy::colour ? SortBy::shape : SortBy::colour;
    leave_mode();
    rack_changed();
  }

  void enter() {
    switch (state_.mode) {
      case Mode::trade:
        if (state_.picked.empty()) return refuse_reason(Reason::no_tiles);
        return act(Trade{picked_tiles()});
      case Mode::roll:
        // None picked: let the compulsory rolls come, where they are due.
        if (state_.picked.empty() && view_.acts.place) return refuse_reason(Reason::no_tiles);
        return act(Roll{picked_tiles()});
      case Mode::take:
        return take();
      case Mode::lay:
        break;
    }
    if (state_.chosen) return lay_chosen(state_.cursor);
    if (last_laid(state_.rack)) return play_laid();
    if (view_.acts.roll && !view_.acts.place) return act(Roll{});
    tell(words_("terminal.choose"));
  }

  void lay_chosen(Cell cell) {
    if (view_.board.at(cell) || laid_on(state_.rack, cell)) return refuse_reason(Reason::occupied);
    if (!on_board(view_.rules, cell)) return refuse_reason(Reason::off_board);
    lay(state_.rack, *state_.chosen, cell);
    state_.chosen.reset();
    rack_changed();
  }

  void take() {
    const auto tile = view_.board.at(state_.cursor);
    if (!tile) return refuse_reason(Reason::no_tile);
    act(Take{{state_.cursor, *tile}});
  }

  void escape() {
    if (state_.mode != Mode::lay || state_.chosen) return leave_mode();
    state_.hint.reset();
    state_.hint_steps = 0;
    state_.notice.clear();
  }

  void undo() {
    const auto last = last_laid(state_.rack);
    if (!last) return leave_mode();
    state_.cursor = *state_.rack[*last].cell;
    take_back(state_.rack, *last);
    rack_changed();
  }

  [[nodiscard]] std::vector<Tile> picked_tiles() const {
    std::vector<Tile> tiles;
    for (const std::size_t slot : state_.picked) tiles.push_back(state_.rack[slot].tile);
    return tiles;
  }

  void play_laid() {
    if (!last_laid(state_.rack)) return refuse_reason(Reason::no_tiles);
    act(Place{laid_tiles(state_.rack)});
  }

  void act(const Move& move) {
    if (view_.end) return refuse_reason(Reason::game_over);
    if (!shown_.own_turn()) return refuse_reason(Reason::not_your_turn);
    if (std::holds_alternative<Place>(move) && state_.preview.illegal)
      return refuse(state_, reason_text(words_, *state_.preview.illegal, largest_set(view_.hand)));
    command(DoAct{move});
  }

  void hint() {
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

  /// Everything but the last key.
  void prepare(const Move& move) {
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

  void pick(const std::vector<Tile>& tiles) {
    state_.picked.clear();
    for (const Tile tile : tiles)
      for (std::size_t slot = 0; slot < state_.rack.size(); ++slot)
        if (state_.rack[slot].tile == tile && std::ranges::count(state_.picked, slot) == 0) {
          state_.picked.push_back(slot);
          break;
        }
  }

  void ask_to_resign() {
    if (view_.end || !view_.seat) return;
    state_.overlay = Overlay::resign;
  }

  void wish_answer(const std::string& answer) {
    for (const SeatStatus& seat : shown_.seats)
      if (!seat.wish.empty()) return command(DoWish{answer.empty() ? seat.wish : answer});
  }

  void click(const Key& key) {
    if (state_.drawn.board.holds(key.row, key.column)) {
      const auto cell = cell_at(state_.drawn.board, state_.drawn.camera, key.row, key.column);
      if (!cell || !on_board(view_.rules, *cell)) return;
      state_.cursor = *cell;
      if (const auto laid = laid_on(state_.rack, *cell); laid && !state_.chosen) {
        take_back(state_.rack, *laid);
        return rack_changed();
      }
      if (state_.chosen || state_.mode == Mode::take) enter();
      return;
    }
    for (const Hot& hot : state_.drawn.hots)
      if (hot.area.holds(key.row, key.column)) {
        if (const auto* slot = std::get_if<std::size_t>(&hot.target)) return choose(*slot);
        return at_table(std::get<Key>(hot.target));
      }
  }

  TableState& state_;
  const Shown& shown_;
  const View& view_;
  const Words& words_;
  std::vector<Command> commands_;
};

}  // namespace

std::vector<Command> handle(TableState& state, const Shown& shown, const Key& key,
                            const Words& words) {
  return TableInput(state, shown, words).handle(key);
}

}  // namespace sixfold::terminal
