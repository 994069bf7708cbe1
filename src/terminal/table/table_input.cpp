#include "terminal/table/table_input.hpp"

#include <algorithm>

#include "record/notation.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/command_words.hpp"

namespace sixfold::terminal {

namespace {

using Kind = Key::Kind;

constexpr std::size_t longest_typed = 200;

}  // namespace

std::vector<Command> TableInput::handle(const Key& key) {
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

void TableInput::waiting(const Key& key) {
  if (key == key_of(U'q')) command(Quit{});
}

void TableInput::covered(const Key& key) {
  if (key == key_of(U'q'))
    command(Quit{});
  else if (key.kind == Kind::enter || key.kind == Kind::click || key == key_of(U' '))
    command(DoReveal{});
}

void TableInput::overlaid(const Key& key) {
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
  // The key of another overlay opens that one; any other key closes this one.
  if (key.kind == Kind::character) look_at(key.character);
  if (state_.overlay == before) state_.overlay = Overlay::none;
}

bool TableInput::look_at(char32_t character) {
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

void TableInput::type(const Key& key) {
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
  } else if (key.kind == Kind::character && key.character >= U' ' && text.size() < longest_typed) {
    text += utf8_of(key.character);
  }
}

void TableInput::do_typed(const std::string& text) {
  if (text.find_first_not_of(' ') == std::string::npos) return;
  const auto typed = read_typed(text, command_words(words_));
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

void TableInput::do_word(const TypedWord& typed, const std::string& text) {
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
  for (const AbsenceChoice& choice : absence_choices)
    if (word == choice.word) return decide(word, typed.rest);
  if (is_wish(word)) return command(DoWish{word});
  refuse(state_, words_("table.type.bad", {{"text", text}}));
}

void TableInput::at_table(const Key& key) {
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

void TableInput::character(char32_t c) {
  if (look_at(c)) return;
  if (c >= U'1' && c <= U'9') return choose(static_cast<std::size_t>(c - U'1'));
  if (c < 0x80 && colour_of(static_cast<char>(c)))
    return static_cast<void>(state_.typing = std::string(1, static_cast<char>(c)));
  for (const AbsenceChoice& choice : absence_choices)
    if (c == choice.key && shown_.online) return decide(choice.word, "");
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

void TableInput::click(const Key& key) {
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
  for (const ClickArea& click_area : state_.drawn.click_areas)
    if (click_area.area.holds(key.row, key.column)) {
      if (const auto* slot = std::get_if<std::size_t>(&click_area.target)) return choose(*slot);
      return at_table(std::get<Key>(click_area.target));
    }
}

std::vector<Command> handle(TableState& state, const Shown& shown, const Key& key,
                            const Words& words) {
  return TableInput(state, shown, words).handle(key);
}

}  // namespace sixfold::terminal
