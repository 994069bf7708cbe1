// Runs slow work, such as hashing passphrases, one task at a time. Addresses take turns, so that a
// client with many requests delays only itself.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>

namespace sixfold::server {

class HashQueue {
 public:
  using Task = std::function<void()>;
  /// `elsewhere` runs a task on a thread for slow work, `here` runs one on the caller's thread.
  HashQueue(std::function<void(Task)> elsewhere, std::function<void(Task)> here)
      : elsewhere_(std::move(elsewhere)), here_(std::move(here)) {}

  /// Does the work elsewhere, then continues here with the result. False if the queue is full.
  template <class Work, class Then>
  [[nodiscard]] bool push(const std::string& address, Work work, Then then) {
    if (waiting_count_ >= most_waiting || of_address(address) >= most_of_address) return false;
    ++waiting_count_;
    std::deque<Task>& queue = waiting_[address];
    if (queue.empty()) turns_.push_back(address);
    queue.push_back([this, work = std::move(work), then = std::move(then)] {
      here_([this, then, result = work()] {
        is_running_ = false;
        next();
        then(result);
      });
    });
    next();
    return true;
  }

 private:
  static constexpr std::size_t most_waiting = 256;
  static constexpr std::size_t most_of_address = 16;

  [[nodiscard]] std::size_t of_address(const std::string& address) const {
    const auto found = waiting_.find(address);
    return found == waiting_.end() ? 0 : found->second.size();
  }

  void next() {
    if (is_running_ || turns_.empty()) return;
    const std::string address = std::move(turns_.front());
    turns_.pop_front();
    const auto queue = waiting_.find(address);
    Task task = std::move(queue->second.front());
    queue->second.pop_front();
    --waiting_count_;
    if (queue->second.empty())
      waiting_.erase(queue);
    else
      turns_.push_back(address);
    is_running_ = true;
    elsewhere_(std::move(task));
  }

  std::function<void(Task)> elsewhere_;
  std::function<void(Task)> here_;
  std::map<std::string, std::deque<Task>> waiting_;  // by address
  std::deque<std::string> turns_;                    // addresses with waiting tasks
  std::size_t waiting_count_ = 0;
  bool is_running_ = false;
};

}  // namespace sixfold::server
