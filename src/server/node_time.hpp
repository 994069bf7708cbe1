// The time of day on one node, and whether players may lose on time now. After a fault (the store
// failed, the machine's clock was set, the hub's thread was held up) nobody may until the lost time
// has been given back.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <utility>

#include "server/hub_clock.hpp"

namespace sixfold::server {

class NodeTime {
 public:
  /// The machine's clocks: the time of day, which may jump, and one that never does.
  NodeTime(std::function<std::int64_t()> wall_ms, std::function<std::int64_t()> steady_ms)
      : wall_ms_(std::move(wall_ms)),
        steady_ms_(std::move(steady_ms)),
        clock_(steady_ms_, wall_ms_()),
        watched_ms_(steady_ms_()),
        wall_offset_ms_(wall_ms_() - watched_ms_) {}

  [[nodiscard]] std::int64_t wall_ms() const { return wall_ms_(); }
  /// Runs evenly; may be called from any thread.
  [[nodiscard]] std::int64_t now_ms() const { return clock_.now_ms(); }
  /// How far another clock is ahead.
  [[nodiscard]] std::int64_t ahead_ms(std::int64_t other_ms) const {
    return clock_.ahead_ms(other_ms);
  }
  /// Sets this clock by another one; returns by how much it moved.
  std::int64_t follow(std::int64_t other_ms) {
    // Smaller differences are ignored.
    constexpr std::int64_t noise_ms = 200;
    const std::int64_t ahead = ahead_ms(other_ms);
    if (std::abs(ahead) <= noise_ms) return 0;
    clock_.advance(ahead);
    return ahead;
  }

  void add_fault() { ++faults_; }
  [[nodiscard]] std::uint64_t faults() const { return faults_; }
  /// Whether nothing has gone wrong since lost time was last given back.
  [[nodiscard]] bool is_settled() const { return faults_ == settled_faults_ && !giving_back_; }
  /// The time lost by the first `faults` faults has been given back.
  void settle(std::uint64_t faults) {
    if (faults_ != settled_faults_ || giving_back_) settled_ms_ = steady_ms_();
    settled_faults_ = faults;
  }
  /// Lost time is being given back; false if it was already.
  bool begin_giving_back() { return !std::exchange(giving_back_, true); }
  void end_giving_back() { giving_back_ = false; }
  /// Whether time is settled, and players have had the time to retry what the store refused.
  [[nodiscard]] bool may_run_out() const {
    constexpr std::int64_t second_attempt_ms = 2'000;
    return is_settled() && steady_ms_() >= settled_ms_ + second_attempt_ms;
  }

  /// To be called several times a second: adds a fault if the machine's clock was set, or if the
  /// last call is longer ago than `longest_stall_ms` (0: never). Returns how far the clock was set.
  std::int64_t watch(std::int64_t longest_stall_ms) {
    const std::int64_t steady = steady_ms_();
    const std::int64_t wall_offset = wall_ms_() - steady;
    const std::int64_t step = wall_offset - std::exchange(wall_offset_ms_, wall_offset);
    const std::int64_t stalled = steady - std::exchange(watched_ms_, steady);
    const bool was_set = std::abs(step) > HubClock::step_ms;
    if (was_set) ++faults_;
    if (longest_stall_ms > 0 && stalled > longest_stall_ms) ++faults_;
    return was_set ? step : 0;
  }

 private:
  std::function<std::int64_t()> wall_ms_;
  std::function<std::int64_t()> steady_ms_;
  HubClock clock_;
  std::int64_t watched_ms_;      // in steady time
  std::int64_t wall_offset_ms_;  // between the machine's clocks, when last watched
  std::uint64_t faults_ = 0;
  std::uint64_t settled_faults_ = 0;
  std::int64_t settled_ms_ = std::numeric_limits<std::int64_t>::min() / 2;  // in steady time
  bool giving_back_ = false;
};

}  // namespace sixfold::server
