// A table in the hub's memory.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <set>
#include <vector>

#include "server/hub.hpp"

namespace sixfold {

// The delay before retrying a failed write, or before acting where another node may have acted.
inline constexpr std::int64_t try_again_ms = 1'000;
// The most codes tried for a new table, and tables for a quick match.
inline constexpr int most_tries = 10;
// The most commands that wait for a table, and callers that wait until it is loaded.
inline constexpr std::size_t most_waiting = 100;

/// Times never decrease, even if clocks differ.
[[nodiscard]] inline std::int64_t time_at(const Table& table, std::int64_t time_ms) {
  return std::max(time_ms, table.turn_started_ms());
}

/// Only one thing happens at a time: commands that arrive during an append wait.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  std::optional<TableChange> change;  // decided, but not committed yet
  bool loaded = false;
  bool busy = false;
  bool running = false;     // run_next() is active and also handles what is added to `waiting`
  bool bot_thinks = false;  // or waits for its turn to think
  std::int64_t bot_asked_ms = 0;
  std::set<ViewerNumber> viewers;
  std::set<Id> shown_away;  // players who have been shown as away
  std::deque<std::function<void()>> waiting;
  std::vector<WithRoom> loading;
};

}  // namespace sixfold
