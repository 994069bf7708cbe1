// What other threads have for the one that draws: posted by them, delivered by it, with a
// descriptor to wait on beside the keyboard.
#pragma once

#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sixfold::terminal {

class Mailbox {
 public:
  Mailbox();
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// From any thread.
  void post(std::function<void()> letter);
  /// Calls what was posted. From the thread that owns the box.
  void deliver();
  /// Until something was posted, or so many milliseconds have gone by; at once if something waits.
  void wait(int milliseconds) const;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  std::mutex mutex_;
  std::vector<std::function<void()>> letters_;
};

/// A thread that is told to stop, and waited for, before another takes its place or the end comes.
class Worker {
 public:
  using Work = std::function<void(const std::stop_token&)>;
  void start(Work work) { thread_ = std::jthread(std::move(work)); }
  void stop() { thread_ = std::jthread(); }

 private:
  std::jthread thread_;
};

}  // namespace sixfold::terminal
