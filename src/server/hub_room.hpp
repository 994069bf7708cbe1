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

/// One thing at a time happens to it: what comes while an append is
/// under way waits.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  bool loaded = false;
  bool busy = false;
  bool running = false;  // run_next() is at work: what is added to `waiting` is done by it
  bool bot_thinks = false;
  std::set<ViewerNumber> viewers;
  std::deque<std::function<void()>> waiting;
  std::vector<WithRoom> loading;
};

}  // namespace sixfold
