// A table in memory, as the hub keeps it.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <vector>

#include "server/hub.hpp"

namespace sixfold {

/// One thing at a time happens to it: what comes while an append is
/// under way waits.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  bool loaded = false;
  bool busy = false;
  bool bot_thinks = false;
  std::set<ViewerNumber> viewers;
  std::deque<std::function<void()>> waiting;
  std::vector<WithRoom> loading;
};

}  // namespace sixfold
