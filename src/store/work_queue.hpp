// Tasks for one thread, run in order; pending tasks are run before it ends.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace sixfold::store {

template <class Task>
class WorkQueue {
 public:
  void push(Task task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    ready_.notify_one();
  }

  [[nodiscard]] bool is_closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

  [[nodiscard]] bool is_empty() {
    const std::lock_guard lock(mutex_);
    return tasks_.empty();
  }

  /// Waits for tasks and takes up to `most`; empty once the queue is closed and has been emptied.
  std::vector<Task> pop(std::size_t most) {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
    std::vector<Task> taken;
    while (!tasks_.empty() && taken.size() < most) {
      taken.push_back(std::move(tasks_.front()));
      tasks_.pop_front();
    }
    return taken;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Task> tasks_;
  bool closed_ = false;
};

}  // namespace sixfold::store
