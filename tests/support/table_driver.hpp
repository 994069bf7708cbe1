// A table to which anything happens: commands of anybody, moves sensible and not, time running out,
// the server being away. Keeps the table's log as a server would and looks for what must not be.
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
  /// Gives a number from 0 to count - 1; 0 leads to what happens most.
  using Choose = std::function<int(int count)>;

  explicit TableDriver(Choose choose);
  TableDriver(const TableDriver&) = delete;
  TableDriver& operator=(const TableDriver&) = delete;

  void step();
  [[nodiscard]] bool over() const { return table_.status() == GameStatus::ended; }
  /// Looks at what everyone is shown, which takes longer than the looks after every step.
  void check_views();

  /// The first thing that was wrong; empty: nothing was.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  int below(int count) { return choose_(count); }
  /// Without choices the usual happens.
  bool one_in(int count) { return below(count) == count - 1; }
  [[nodiscard]] static Id user(int number);

  TablePlan any_plan();
  template <class Command>
  void fill(Command& command);
  TableCommand any_command();
  Move any_move();
  Move sensible_move();

  void play();
  void agree(Wish wish);
  void add_to_chance();
  void happen(const std::vector<TableEvent>& events);
  void happen(const TableOutcome& outcome);
  void require(bool holds, const char* what);
  void check();
  void check_conserved();
  void check_take_back(const Table& before);

  Choose choose_;
  Random chance_;
  TableWorld world_;
  std::int64_t now_ms_ = 1'000'000;
  std::array<bool, most_seats> away_{};
  Table table_;
  Table folded_;  // from the events as the log has them
  std::uint64_t seq_ = 0;
  std::string fault_;
};

}  // namespace sixfold::tests
