// A table for tests, and a player who presses keys.
#pragma once

#include <string>
#include <vector>

#include "play/local_game.hpp"
#include "terminal/setup/setup.hpp"
#include "terminal/table/table_picture.hpp"

namespace sixfold::terminal {

inline Shown table(std::string_view edition, std::uint64_t seed = 5) {
  Choices choices;
  choices.edition = edition;
  choices.seats = {{"Ann", ""}, {"Ben", ""}};
  choices.seed = static_cast<int>(seed);
  const Words words("en");
  const LocalGame game = LocalGame::begin(*plan_of(choices, words));
  Shown shown;
  shown.view = view(game.game(), game.game().position().turn);
  shown.seats = {{"Ann"}, {"Ben"}};
  return shown;
}

/// A table, and the effect of keys.
struct Seat {
  Shown shown;
  Words words;
  TableState state;
  Look look;

  explicit Seat(Shown given)
      : shown(std::move(given)),
        words(Words("en").about(shown.view.rules)),
        state(sit_down(shown, {})) {}

  std::vector<Command> press(const Key& key) { return handle(state, shown, key, words); }
  std::vector<Command> press(char32_t key) { return press(key_of(key)); }
  std::vector<Command> type(std::u32string_view text) {
    press(U'/');
    for (const char32_t c : text) press(c);
    return press(key_of(Key::Kind::enter));
  }
  std::string picture(Size size) {
    Picture drawn = table_picture({state, shown, words, look}, size);
    state.drawn = drawn.drawn;
    std::string text;
    for (int row = 0; row < size.rows; ++row) text += drawn.canvas.line(row) + "\n";
    return text;
  }
};

inline constexpr Size usual{24, 80};

}  // namespace sixfold::terminal
