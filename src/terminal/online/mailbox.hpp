// Delivers tasks from other threads to the one that draws, with a descriptor to wait on next to the
// keyboard.
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

  /// May be called from any thread.
  void post(std::function<void()> letter);
  /// Runs the posted tasks. To be called from the thread that owns the mailbox.
  void deliver();
  /// Waits until something is posted or the time is up; returns immediately if something is
  /// waiting.
  void wait(int milliseconds) const;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  std::mutex mutex_;
  std::vector<std::function<void()>> letters_;
};

/// A thread that is told to stop and joined before another one replaces it or the program ends.
class Worker {
 public:
  using Work = std::function<void(const std::stop_token&)>;
  void start(Work work) { thread_ = std::jthread(std::move(work)); }
  void stop() { thread_ = std::jthread(); }

 private:
  std::jthread thread_;
};

}  // namespace sixfold::terminal
