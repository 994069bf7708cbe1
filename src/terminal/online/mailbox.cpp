#include "terminal/online/mailbox.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace sixfold::terminal {

Mailbox::Mailbox() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

Mailbox::~Mailbox() { close(descriptor_); }

void Mailbox::post(std::function<void()> letter) {
  {
    const std::scoped_lock lock(mutex_);
    letters_.push_back(std::move(letter));
  }
  const std::uint64_t one = 1;
  // This fails only if the counter is at its maximum, and then the reader is awake anyway.
  static_cast<void>(write(descriptor_, &one, sizeof one) == sizeof one);
}

void Mailbox::deliver() {
  std::uint64_t count = 0;
  static_cast<void>(read(descriptor_, &count, sizeof count) == sizeof count);
  std::vector<std::function<void()>> letters;
  {
    const std::scoped_lock lock(mutex_);
    letters.swap(letters_);
  }
  for (const auto& letter : letters) letter();
}

void Mailbox::wait(int milliseconds) const {
  pollfd waiting{descriptor_, POLLIN, 0};
  poll(&waiting, 1, milliseconds);
}

}  // namespace sixfold::terminal
