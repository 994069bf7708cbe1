// The time of day as the hub sees it. When the machine's clock is set, the hub's clock keeps
// running evenly until it is told to follow.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace sixfold::server {

class HubClock {
 public:
  /// A larger difference counts as a jump of the clock.
  static constexpr std::int64_t step_ms = 2'000;

  HubClock(std::function<std::int64_t()> steady_ms, std::int64_t now_ms)
      : steady_ms_(std::move(steady_ms)), offset_ms_(now_ms - steady_ms_()) {}

  /// May be called from any thread.
  [[nodiscard]] std::int64_t now_ms() const { return steady_ms_() + offset_ms_; }
  /// How far another clock is ahead of this one.
  [[nodiscard]] std::int64_t ahead_ms(std::int64_t other_ms) const { return other_ms - now_ms(); }
  void advance(std::int64_t by_ms) { offset_ms_ += by_ms; }

 private:
  std::function<std::int64_t()> steady_ms_;
  std::atomic<std::int64_t> offset_ms_;
};

}  // namespace sixfold::server
