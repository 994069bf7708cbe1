// One server process: a real hub whose thread, clocks, chance and store are the simulation's. Its
// one thread takes time for what it reads and sends, so that whoever keeps it busy delays others.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "server/hub.hpp"
#include "simulation/environment.hpp"

namespace sixfold::simulation {

/// Opens a node's store. `is_alive` is false once the process is gone: nothing may be answered
/// then.
using OpenStore =
    std::function<std::unique_ptr<store::Store>(const std::function<bool()>& is_alive)>;

class Node {
 public:
  struct Outside {
    OpenStore open_store;
    std::function<void(const server::BusNews&)> publish;
    bool alone = true;
  };

  Node(Environment& environment, int number, Outside outside);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  void start();
  /// The process is gone, with all that it had in memory.
  void crash();
  /// It does nothing until then.
  void freeze(Micros until);
  void step_clock(std::int64_t by_ms) { clock_offset_ms_ += by_ms; }
  [[nodiscard]] bool has_true_time() const { return clock_offset_ms_ == 0; }

  /// Takes connections.
  [[nodiscard]] bool is_ready() const { return is_ready_; }
  [[nodiscard]] bool is_running() const { return hub_ != nullptr; }
  [[nodiscard]] bool is_frozen() const { return frozen_until_ > environment_.scheduler.now(); }
  /// Precondition: is_running().
  [[nodiscard]] server::Hub& hub() { return *hub_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::int64_t now_ms() const { return environment_.wall_ms() + clock_offset_ms_; }
  [[nodiscard]] std::int64_t steady_ms() const {
    return environment_.scheduler.now() / millisecond;
  }

  /// Runs a task on the node's thread when its turn comes, unless the process is gone by then.
  void post(Scheduler::Task task);
  /// For what the running task does beyond running.
  void charge(Micros cost) { task_cost_ += cost; }
  [[nodiscard]] std::size_t backlog() const { return tasks_.size(); }
  /// How long the thread has been at work in all.
  [[nodiscard]] Micros worked() const { return worked_; }

 private:
  /// The task, unless this process is gone when it comes.
  [[nodiscard]] Scheduler::Task in_this_life(Scheduler::Task task);
  [[nodiscard]] std::int64_t read_clock();
  void work();
  void tick();
  void log(std::string_view event, const Json& with);
  [[nodiscard]] server::HubServices hub_services();

  Environment& environment_;
  int number_;
  Outside outside_;
  Id id_;
  Random chance_;
  std::int64_t clock_offset_ms_ = 0;
  Micros frozen_until_ = 0;
  Micros task_cost_ = 0;
  Micros worked_ = 0;
  bool is_ready_ = false;
  bool is_working_ = false;
  bool is_in_task_ = false;
  int clock_reads_ = 0;  // in the running task
  std::deque<Scheduler::Task> tasks_;
  std::shared_ptr<int> life_;  // of the process; what belongs to an earlier one does not happen
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<server::Hub> hub_;
};

}  // namespace sixfold::simulation
