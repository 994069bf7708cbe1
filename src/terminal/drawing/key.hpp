// Keyboard and mouse input.
#pragma once

#include <cstdint>

namespace sixfold::terminal {

struct Key {
  enum class Kind : std::uint8_t {
    character,
    up,
    down,
    left,
    right,
    enter,
    escape,
    backspace,
    tab,
    back_tab,
    home,
    end,
    page_up,
    page_down,
    click,  ///< with row and column
    wheel_up,
    wheel_down,
    resize,
    closed,  ///< end of input
  };
  Kind kind = Kind::character;
  char32_t character = 0;
  int row = 0;
  int column = 0;

  friend bool operator==(const Key&, const Key&) = default;
};

constexpr Key key_of(char32_t character) { return {Key::Kind::character, character, 0, 0}; }
constexpr Key key_of(Key::Kind kind) { return {kind, 0, 0, 0}; }

}  // namespace sixfold::terminal
