// Makes sure that a server that was told to stop does stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "server/log.hpp"

namespace sixfold::server {

/// Ends the process if this object is not destroyed in time because a store or a thread hangs.
class ExitGuard {
 public:
  explicit ExitGuard(std::chrono::milliseconds time)
      : thread_([this, time] {
          std::unique_lock lock(mutex_);
          if (met_.wait_for(lock, time, [this] { return is_met_; })) return;
          log_error("end_hangs");
          std::_Exit(EXIT_FAILURE);
        }) {}
  ~ExitGuard() {
    {
      const std::lock_guard lock(mutex_);
      is_met_ = true;
    }
    met_.notify_one();
    thread_.join();
  }
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable met_;
  bool is_met_ = false;
  std::thread thread_;
};

}  // namespace sixfold::server
