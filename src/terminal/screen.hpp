// The terminal itself, by ncurses: shows pictures, reads keys and the mouse.
#pragma once

#include <memory>
#include <optional>

#include "terminal/canvas.hpp"
#include "terminal/key.hpp"
#include "terminal/mailbox.hpp"
#include "terminal/tile_look.hpp"

namespace sixfold::terminal {

struct ScreenOptions {
  bool colours = true;
  bool symbols = true;
};

/// Takes the environment's locale, or any that has UTF-8 where the environment asks for that.
/// Whether characters beyond ASCII can be shown.
bool set_up_locale();

class Screen {
 public:
  /// Nothing where the terminal cannot be drawn on: no terminal at all, or one that cannot move its
  /// cursor.
  static std::unique_ptr<Screen> open(const ScreenOptions& options);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  [[nodiscard]] Size size() const;
  [[nodiscard]] const Look& look() const { return look_; }
  void show(const Canvas& canvas);
  /// The next key; nothing when something was posted, or so many milliseconds have gone by.
  [[nodiscard]] std::optional<Key> read(const Mailbox& mailbox, int milliseconds);

 private:
  struct Pairs;
  explicit Screen(const ScreenOptions& options, bool unicode);

  Look look_;
  bool unicode_;
  std::unique_ptr<Pairs> pairs_;
};

}  // namespace sixfold::terminal
