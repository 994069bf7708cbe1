// A table to which anything may happen: commands by anyone, sensible moves and others, timeouts,
// absences of the server. Keeps the table's log as a server would, and checks invariants.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/random.hpp"
#include "server/table.hpp"
#include "server/table_command.hpp"

namespace sixfold::tests {

class TableDriver {
 public:
  /// Returns a number from 0 to count - 1; 0 stands for the most common case.
  using Choose = std::function<int(int count)>;

  explicit TableDriver(Choose choose);
  TableDriver(const TableDriver&) = delete;
  TableDriver& operator=(const TableDriver&) = delete;

  void step();
  [[nodiscard]] bool over() const { return table_.status() == GameStatus::ended; }
  /// Checks what everyone is shown, which takes longer than the checks after every step.
  void check_views();

  /// The first violation; empty if there was none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  int below(int count) { return choose_(count); }
  /// When choices run out, the common case happens.
  bool one_in(int count) { return below(count) == count - 1; }
  [[nodiscard]] static Id user(int number);

  protocol::TablePlan any_plan();
  template <class Command>
  void fill(Command& command);
  protocol::TableCommand any_command();
  Move any_move();
  Move sensible_move();

  [[nodiscard]] const server::TableServices& services() {
    services_.now_ms = now_ms_;
    return services_;
  }
  void play();
  void agree(protocol::Wish wish);
  void add_to_chance();
  void happen(const std::vector<server::TableEvent>& events);
  void happen(const server::TableChange& change);
  void happen(const server::TableOutcome& outcome);
  void require(bool holds, const char* what);
  void check();
  void check_conserved();
  void check_take_back(const server::Table& before);

  Choose choose_;
  Random chance_;
  server::TableServices services_;
  std::int64_t now_ms_ = 1'000'000;
  std::array<bool, most_seats> away_{};
  server::Table table_;
  server::Table folded_;  // computed from the stored form of the events
  std::uint64_t seq_ = 0;
  std::string fault_;
};

}  // namespace sixfold::tests
