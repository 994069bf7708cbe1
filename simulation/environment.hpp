// What everything in a simulated world shares: time, chance, the trace of what happened, and the
// verdict on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/random.hpp"
#include "record/id.hpp"
#include "simulation/scheduler.hpp"

namespace sixfold::simulation {

/// What happened: a hash of all of it, its last lines and, if wanted, every line in a file.
class Trace {
 public:
  explicit Trace(std::FILE* file = nullptr) : file_(file) {}

  void note(Micros now, std::string_view what, std::string_view detail);
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] const std::deque<std::string>& last_lines() const { return last_lines_; }

 private:
  void mix(std::string_view bytes);

  std::FILE* file_;
  std::uint64_t hash_ = 0xcbf29ce484222325U;
  std::deque<std::string> last_lines_;
};

/// Counts what was checked, by invariant, and keeps the first violation.
class Verdict {
 public:
  /// Invariants that may be violated, to look beyond them.
  explicit Verdict(std::set<std::string> tolerated) : tolerated_(std::move(tolerated)) {}

  /// `detail` is called, and gives a text, only if the invariant does not hold.
  template <class Detail>
  bool check(const char* invariant, bool holds, const Detail& detail) {
    ++checked_[invariant];
    if (!holds && !violation_ && !tolerated_.contains(invariant))
      violation_ = std::string(invariant) + ": " + detail();
    return holds;
  }
  [[nodiscard]] const std::optional<std::string>& violation() const { return violation_; }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& checked() const { return checked_; }

 private:
  std::set<std::string> tolerated_;
  std::optional<std::string> violation_;
  std::map<std::string, std::uint64_t> checked_;
};

struct Environment {
  Environment(std::uint64_t seed, std::FILE* trace_file, std::set<std::string> tolerated)
      : rng(seed), trace(trace_file), verdict(std::move(tolerated)) {}

  Scheduler scheduler;
  Random rng;
  Trace trace;
  Verdict verdict;
  std::map<std::string, std::uint64_t> faults;  ///< how many of each kind
  /// Faults are over since then, or will be: until then nobody can expect timely answers.
  Micros calm_since = 0;
  Micros slowest_answer = 0;      ///< to an honest client whom no fault disturbed
  std::uint64_t connections = 0;  ///< ever made

  /// The true time of day, in milliseconds since 1970: a run begins with the year 2026.
  [[nodiscard]] std::int64_t wall_ms() const {
    constexpr std::int64_t began_ms = 1'767'225'600'000;
    return began_ms + scheduler.now() / millisecond;
  }

  void note(std::string_view what, std::string_view detail) {
    trace.note(scheduler.now(), what, detail);
  }
  void count_fault(const std::string& kind) {
    ++faults[kind];
    note("fault", kind);
  }
  /// A fault whose effects everyone may feel for so long.
  void disturb(Micros lasts) { calm_since = std::max(calm_since, scheduler.now() + lasts); }

  [[nodiscard]] bool one_in(std::uint32_t count) { return rng.below(count) == 0; }
  /// From `least` to `most`, both included.
  [[nodiscard]] std::int64_t between(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(rng.next() % static_cast<std::uint64_t>(most - least + 1));
  }
  template <class Values>
  [[nodiscard]] const auto& any_of(const Values& values) {
    return values[rng.index(std::size(values))];
  }
  [[nodiscard]] Id new_id() {
    Id id;
    for (std::uint8_t& byte : id.bytes) byte = static_cast<std::uint8_t>(rng.below(256));
    return id;
  }
};

}  // namespace sixfold::simulation
