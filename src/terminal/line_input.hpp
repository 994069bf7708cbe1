// Lines of standard input, waited for beside what other threads post.
#pragma once

#include <optional>
#include <string>

#include "terminal/mailbox.hpp"

namespace sixfold::terminal {

class LineInput {
 public:
  /// The next line without its end; nothing when something was posted, so many milliseconds have
  /// gone by, or the input has ended.
  [[nodiscard]] std::optional<std::string> next(const Mailbox& mailbox, int milliseconds);
  /// Until something was posted or typed, the input has ended, or so many milliseconds have gone
  /// by.
  void wait(const Mailbox& mailbox, int milliseconds);
  /// Whether nothing will come any more.
  [[nodiscard]] bool ended() const { return ended_ && read_.empty(); }

 private:
  std::optional<std::string> take_line();

  std::string read_;  // and not yet taken
  bool ended_ = false;
};

}  // namespace sixfold::terminal
