// Tracks when each game needs attention next.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "record/id.hpp"

namespace sixfold::server {

class Deadlines {
 public:
  /// Replaces the game's deadline. Empty: the game needs no attention.
  void set(const Id& game, std::optional<std::int64_t> deadline_ms) {
    if (const auto old = deadline_of_.find(game); old != deadline_of_.end()) {
      in_order_.erase({old->second, game});
      deadline_of_.erase(old);
    }
    if (!deadline_ms) return;
    deadline_of_[game] = *deadline_ms;
    in_order_.insert({*deadline_ms, game});
  }

  /// Removes and returns the games whose deadline has passed.
  [[nodiscard]] std::vector<Id> take_due(std::int64_t now_ms) {
    std::vector<Id> due;
    for (const auto& [deadline, game] : in_order_) {
      if (deadline > now_ms) break;
      due.push_back(game);
    }
    for (const Id& game : due) set(game, std::nullopt);
    return due;
  }

 private:
  std::map<Id, std::int64_t> deadline_of_;
  std::set<std::pair<std::int64_t, Id>> in_order_;
};

}  // namespace sixfold::server
