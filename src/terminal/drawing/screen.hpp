// The terminal, through ncurses: shows pictures, reads the keyboard and the mouse.
#pragma once

#include <memory>
#include <optional>

#include "terminal/drawing/canvas.hpp"
#include "terminal/drawing/key.hpp"
#include "terminal/drawing/tile_look.hpp"
#include "terminal/online/mailbox.hpp"

namespace sixfold::terminal {

struct ScreenOptions {
  bool colours = true;
  bool symbols = true;
};

/// Uses the environment's locale, or any UTF-8 locale if the environment asks for UTF-8. Returns
/// whether characters outside ASCII can be shown.
bool set_up_locale();

class Screen {
 public:
  /// Null if there is no terminal, or one that cannot move its cursor.
  static std::unique_ptr<Screen> open(const ScreenOptions& options);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  [[nodiscard]] Size size() const;
  [[nodiscard]] const Look& look() const { return look_; }
  void show(const Canvas& canvas);
  /// The next key; empty if something was posted or the time is up.
  [[nodiscard]] std::optional<Key> read(const Mailbox& mailbox, int milliseconds);

 private:
  struct Pairs;
  explicit Screen(const ScreenOptions& options, bool unicode);

  Look look_;
  bool unicode_;
  std::unique_ptr<Pairs> pairs_;
};

}  // namespace sixfold::terminal
