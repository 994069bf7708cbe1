// What goes wrong. Which faults a run has, and how often, follows from its seed, so that some runs
// have few kinds and many of each.
#pragma once

#include <memory>
#include <vector>

#include "simulation/model_store.hpp"
#include "simulation/network.hpp"

namespace sixfold::simulation {

enum class StoreKind : std::uint8_t { model, sqlite };

/// What can go wrong.
struct Faultable {
  std::vector<std::unique_ptr<Node>>& nodes;
  std::vector<std::shared_ptr<Connection>>& connections;
  Bus& bus;
  StoreConditions& conditions;
  StoreKind store;
  /// Ends the node's process, which is started again after that time.
  std::function<void(Node& node, Micros restart_after)> crash;
};

class Faults {
 public:
  Faults(Environment& environment, Faultable what);

  void begin();
  /// Everything works from now on.
  void end();

 private:
  struct Kind {
    const char* name;
    void (Faults::*happen)();
    bool on_model, on_sqlite;
  };
  static const std::vector<Kind>& kinds();

  void tear_connections();
  void crash_node();
  void freeze_node();
  void step_clock();
  void lose_hints();
  void stop_database();
  void hang_database();
  void lose_answers();
  void slow_database();
  void cut_power_off();
  void fill_disk();

  void next();
  /// A task at the end of a fault, unless all faults have ended by then.
  void later(Micros delay, Scheduler::Task task);
  [[nodiscard]] Node& any_node();

  Environment& environment_;
  Faultable what_;
  std::vector<const Kind*> chosen_;
  Micros mean_pause_;
  bool is_over_ = false;
};

}  // namespace sixfold::simulation
