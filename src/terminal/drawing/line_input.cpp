#include "terminal/drawing/line_input.hpp"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace sixfold::terminal {

namespace {

constexpr std::size_t most_waiting = 65'536;  // bytes typed ahead

}  // namespace

std::optional<std::string> LineInput::take_line() {
  const std::size_t end = read_.find('\n');
  if (end == std::string::npos && (!ended_ || read_.empty())) return std::nullopt;
  std::string line = read_.substr(0, end);
  read_.erase(0, end == std::string::npos ? end : end + 1);
  return line;
}

std::optional<std::string> LineInput::next(const Mailbox& mailbox, int milliseconds) {
  if (auto line = take_line()) return line;
  if (ended_) return std::nullopt;
  wait(mailbox, milliseconds);
  return take_line();
}

void LineInput::wait(const Mailbox& mailbox, int milliseconds) {
  if (ended_ || read_.size() > most_waiting) return mailbox.wait(milliseconds);
  std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {mailbox.descriptor(), POLLIN, 0}}};
  if (poll(waiting.data(), waiting.size(), milliseconds) <= 0 || waiting[0].revents == 0) return;
  std::array<char, 4096> block{};
  const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
  if (count > 0)
    read_.append(block.data(), static_cast<std::size_t>(count));
  else
    ended_ = count == 0 || errno != EINTR;
}

}  // namespace sixfold::terminal
