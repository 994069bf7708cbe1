// Reads lines from standard input while also waiting for the mailbox.
#pragma once

#include <optional>
#include <string>

#include "terminal/online/mailbox.hpp"

namespace sixfold::terminal {

class LineInput {
 public:
  /// The next line without its line ending; empty if something was posted, the time is up, or the
  /// input has ended.
  [[nodiscard]] std::optional<std::string> next(const Mailbox& mailbox, int milliseconds);
  /// Waits until something is posted or typed, the input ends, or the time is up.
  void wait(const Mailbox& mailbox, int milliseconds);
  /// Whether there is no more input.
  [[nodiscard]] bool ended() const { return ended_ && read_.empty(); }

 private:
  std::optional<std::string> take_line();

  std::string read_;  // and not yet taken
  bool ended_ = false;
};

}  // namespace sixfold::terminal
