// What keys do at a table. table_input.cpp maps keys to actions; table_acts.cpp applies these to
// the rack, the cursor and the game.
#pragma once

#include <string>
#include <vector>

#include "play/typed.hpp"
#include "terminal/table/table_state.hpp"

namespace sixfold::terminal {

/// Lives while one key is handled.
class TableInput {
 public:
  TableInput(TableState& state, const Shown& shown, const Words& words)
      : state_(state), shown_(shown), view_(shown.view), words_(words) {}

  std::vector<Command> handle(const Key& key);

 private:
  // Keys

  void waiting(const Key& key);
  void covered(const Key& key);
  void overlaid(const Key& key);
  bool look_at(char32_t character);
  void type(const Key& key);
  void do_typed(const std::string& text);
  void do_word(const TypedWord& typed, const std::string& text);
  void at_table(const Key& key);
  void character(char32_t c);
  void click(const Key& key);

  // The cursor

  void move_cursor(int x, int y);
  void centre();
  void zoom(int by);
  /// The cells that the cursor can jump to, in reading order.
  [[nodiscard]] std::vector<Cell> stops() const;
  void to_next_fit(int by);
  void to_nearest_fit();

  // The rack

  void rack_changed();
  void leave_mode();
  void enter_mode(Mode mode, bool open);
  void choose(std::size_t slot);
  void all();
  void sort();
  void lay_chosen(Cell cell);
  void lay_typed(const Place& place);
  void undo();
  void escape();
  [[nodiscard]] std::vector<Tile> picked_tiles() const;
  void pick(const std::vector<Tile>& tiles);

  // The game

  void enter();
  void take();
  void play_laid();
  void act(const Move& move);
  void hint();
  /// Does everything except the last key.
  void prepare(const Move& move);
  void ask_to_resign();
  void wish_answer(const std::string& answer);
  /// `name`: the player's; empty for the player who has been away longest.
  void decide(std::string_view what, const std::string& name);

  void command(Command one) { commands_.push_back(std::move(one)); }
  void refuse_reason(Reason reason);

  TableState& state_;
  const Shown& shown_;
  const View& view_;
  const Words& words_;
  std::vector<Command> commands_;
};

}  // namespace sixfold::terminal
