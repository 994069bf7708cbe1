// Virtual time. The next thing to happen is the earliest event and, among events planned for the
// same moment, the one that was planned first. Nothing else decides the order, so that a run
// depends on its seed alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace sixfold::simulation {

/// Microseconds of virtual time.
using Micros = std::int64_t;
inline constexpr Micros millisecond = 1'000;
inline constexpr Micros second = 1'000'000;
inline constexpr Micros minute = 60 * second;

class Scheduler {
 public:
  using Task = std::function<void()>;

  [[nodiscard]] Micros now() const { return now_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] std::size_t planned() const { return events_.size(); }

  /// A time that has passed means now.
  void at(Micros time, Task task) {
    events_.emplace(std::pair(time > now_ ? time : now_, ++last_order_), std::move(task));
  }
  void after(Micros delay, Task task) { at(now_ + delay, std::move(task)); }

  /// Lets the next event happen; false if there is none.
  bool step() {
    if (events_.empty()) return false;
    auto next = events_.extract(events_.begin());
    now_ = next.key().first;
    ++steps_;
    next.mapped()();
    return true;
  }

 private:
  Micros now_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t last_order_ = 0;
  std::map<std::pair<Micros, std::uint64_t>, Task> events_;
};

}  // namespace sixfold::simulation
