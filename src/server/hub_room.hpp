// A table in memory, as the hub keeps it.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <vector>

#include "server/hub.hpp"

namespace sixfold {

// After which what could not be stored, or what another node may be doing, is tried.
inline constexpr std::int64_t try_again_ms = 1'000;
// Codes that are tried for a new table, and tables for a quick match.
inline constexpr int most_tries = 10;
// Commands that wait for one table, and those who wait until it is loaded.
inline constexpr std::size_t most_waiting = 100;

/// One thing at a time happens to it: what comes while an append is
/// under way waits.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  bool loaded = false;
  bool busy = false;
  bool running = false;     // run_next() is at work: what is added to `waiting` is done by it
  bool bot_thinks = false;  // or waits for its turn to think
  std::int64_t bot_asked_ms = 0;
  std::set<ViewerNumber> viewers;
  std::set<Id> shown_away;  // players whom somebody was shown as away
  std::deque<std::function<void()>> waiting;
  std::vector<WithRoom> loading;
};

}  // namespace sixfold
