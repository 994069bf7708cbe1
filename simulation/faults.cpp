#include "simulation/faults.hpp"

#include "simulation/power_loss_vfs.hpp"

namespace sixfold::simulation {

namespace {

// After the end of a fault clients may still be on their way back.
constexpr Micros aftermath = 30 * second;

}  // namespace

const std::vector<Faults::Kind>& Faults::kinds() {
  static const std::vector<Kind> all{
      {"torn connection", &Faults::tear_connections, true, true},
      {"crash", &Faults::crash_node, true, true},
      {"freeze", &Faults::freeze_node, true, true},
      {"clock step", &Faults::step_clock, true, true},
      {"lost hints", &Faults::lose_hints, true, false},
      {"database stopped", &Faults::stop_database, true, false},
      {"database hung", &Faults::hang_database, true, false},
      {"unknown commits", &Faults::lose_answers, true, false},
      {"slow database", &Faults::slow_database, true, false},
      {"power cut", &Faults::cut_power_off, false, true},
      {"disk full", &Faults::fill_disk, false, true},
  };
  return all;
}

Faults::Faults(Environment& environment, Faultable what)
    : environment_(environment),
      what_(std::move(what)),
      mean_pause_(environment.between(2, 60) * second) {
  // Without any, everyone can expect timely answers, whatever clients do.
  if (environment_.one_in(5)) return;
  for (const Kind& kind : kinds()) {
    const bool is_possible = what_.store == StoreKind::model ? kind.on_model : kind.on_sqlite;
    const auto weight = environment_.rng.below(4);
    for (std::uint32_t i = 0; is_possible && i < weight; ++i) chosen_.push_back(&kind);
  }
}

void Faults::begin() {
  if (!chosen_.empty()) next();
}

void Faults::next() {
  later(environment_.between(0, 2 * mean_pause_), [this] {
    const Kind& kind = *environment_.any_of(chosen_);
    environment_.count_fault(kind.name);
    (this->*kind.happen)();
    next();
  });
}

void Faults::end() {
  is_over_ = true;
  what_.conditions = {};
  what_.bus.lose(0);
  set_disk_room(std::nullopt);
  environment_.disturb(aftermath);
}

void Faults::later(Micros delay, Scheduler::Task task) {
  environment_.scheduler.after(delay, [this, task = std::move(task)] {
    if (!is_over_) task();
  });
}

Node& Faults::any_node() { return *what_.nodes[environment_.rng.index(what_.nodes.size())]; }

void Faults::tear_connections() {
  const bool all = environment_.one_in(10);
  for (const auto& connection : what_.connections)
    if (all || environment_.one_in(8)) connection->tear();
}

void Faults::crash_node() {
  const Micros down = environment_.between(100, 20'000) * millisecond;
  environment_.disturb(down + aftermath);
  what_.crash(any_node(), down);
}

void Faults::freeze_node() {
  const Micros lasts = environment_.between(100, 15'000) * millisecond;
  environment_.disturb(lasts + aftermath);
  any_node().freeze(environment_.scheduler.now() + lasts);
}

void Faults::step_clock() {
  const std::int64_t most_ms = environment_.one_in(3) ? 7'200'000 : 5'000;
  any_node().step_clock(environment_.between(-most_ms, most_ms));
}

void Faults::lose_hints() {
  what_.bus.lose(static_cast<int>(environment_.between(10, 100)));
  later(environment_.between(1, 60) * second, [this] { what_.bus.lose(0); });
}

void Faults::stop_database() {
  const Micros lasts = environment_.between(100, 30'000) * millisecond;
  environment_.disturb(lasts + aftermath);
  what_.conditions.is_down = true;
  later(lasts, [this] { what_.conditions.is_down = false; });
}

void Faults::hang_database() {
  const Micros lasts = environment_.between(100, 30'000) * millisecond;
  environment_.disturb(lasts + aftermath);
  what_.conditions.hangs = true;
  later(lasts, [this] { what_.conditions.hangs = false; });
}

void Faults::lose_answers() {
  const Micros lasts = environment_.between(1, 20) * second;
  environment_.disturb(lasts + aftermath);
  what_.conditions.lost_answers_percent = static_cast<int>(environment_.between(5, 100));
  later(lasts, [this] { what_.conditions.lost_answers_percent = 0; });
}

void Faults::slow_database() {
  const Micros lasts = environment_.between(1, 30) * second;
  environment_.disturb(lasts + aftermath);
  what_.conditions.latency = environment_.between(5, 200) * millisecond;
  later(lasts, [this] { what_.conditions.latency = StoreConditions{}.latency; });
}

void Faults::cut_power_off() {
  const Micros lasts = environment_.between(0, 2'000) * millisecond;
  environment_.disturb(lasts + aftermath);
  cut_power(static_cast<int>(environment_.between(0, 60)));
  // Also if faults are over by then: the power must come back.
  environment_.scheduler.after(lasts, [this] {
    what_.crash(any_node(), environment_.between(100, 5'000) * millisecond);
    restore_power();
  });
}

void Faults::fill_disk() {
  const Micros lasts = environment_.between(1, 20) * second;
  environment_.disturb(lasts + aftermath);
  set_disk_room(environment_.between(0, 50'000));
  later(lasts, [] { set_disk_room(std::nullopt); });
}

}  // namespace sixfold::simulation
