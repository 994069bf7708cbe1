// A table in memory, and the queue of what is to happen there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/table_command.hpp"
#include "store/store.hpp"

namespace sixfold::server {

/// The number of an open connection. Numbers are never reused, so that no message reaches the wrong
/// person.
using ViewerNumber = std::uint64_t;

// The most tasks that wait for a table, and callers that wait until it is loaded.
inline constexpr std::size_t most_waiting = 100;

/// Tasks that run one at a time, on the hub's thread. A task that asks the store for something
/// holds the queue until it has the answer.
class TaskQueue {
 public:
  void push(std::function<void()> task) { tasks_.push_back(std::move(task)); }
  void push_front(std::function<void()> task) { tasks_.push_front(std::move(task)); }
  [[nodiscard]] bool is_full() const { return tasks_.size() >= most_waiting; }
  [[nodiscard]] bool is_held() const { return held_; }
  [[nodiscard]] bool is_idle() const { return !held_ && tasks_.empty(); }

  void hold() { held_ = true; }
  void release() { held_ = false; }
  /// Runs tasks until one holds the queue or none is left. False if a task that this has begun is
  /// the caller; what was pushed runs after it.
  bool run() {
    if (running_) return false;
    running_ = true;
    while (!held_ && !tasks_.empty()) {
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      task();
    }
    running_ = false;
    return true;
  }

 private:
  std::deque<std::function<void()>> tasks_;
  bool held_ = false;
  bool running_ = false;
};

struct Room;
/// Why a table cannot be loaded: `unreadable` if its log makes no sense, `unavailable` if the store
/// did not answer.
enum class NoRoom : std::uint8_t { no_such_table, unreadable, unavailable, busy };
constexpr std::string_view code_of(NoRoom why) {
  switch (why) {
    case NoRoom::no_such_table:
      return "no_such_table";
    case NoRoom::unreadable:
    case NoRoom::unavailable:
      return "unavailable";
    case NoRoom::busy:
      return "busy";
  }
  return "";
}
/// Receives the table, or null and why there is none.
using WithRoom = std::function<void(Room* room, NoRoom why_not)>;

struct Room {
  explicit Room(const Id& id) : game(id) {}

  Id game;
  Table table;
  std::uint64_t seq = 0;              ///< of the last event
  std::optional<TableChange> change;  ///< decided, but not committed yet
  bool loaded = false;
  std::vector<WithRoom> loading;  ///< who waits until it is
  TaskQueue queue;
  std::set<ViewerNumber> viewers;
  std::set<ViewerNumber> followers;  ///< players elsewhere who are told whose turn it is
  std::set<Id> shown_away;           ///< players who have been shown as away

  /// Times never decrease, even if clocks differ.
  [[nodiscard]] std::int64_t time_at(std::int64_t time_ms) const {
    return std::max(time_ms, table.turn_started_ms());
  }

  struct Fault {
    std::uint64_t seq = 0;
    std::string why;
  };
  /// Applies further events of the log. A fault if no valid decisions can have led to them.
  [[nodiscard]] std::optional<Fault> fold(const std::vector<store::StoredEvent>& events) {
    for (const store::StoredEvent& stored : events) {
      const auto event = from_stored(stored);
      if (!event) return Fault{stored.seq, event.error().message};
      table.apply(*event, stored.time_ms);
      if (table.is_broken()) return Fault{stored.seq, "not possible after the events before it"};
      seq = stored.seq;
    }
    return std::nullopt;
  }
};

}  // namespace sixfold::server
