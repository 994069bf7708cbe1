// Who is there: users with an open connection, and since when the others have had none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "store/id.hpp"

namespace sixfold {

class Presence {
 public:
  /// Whoever was never seen has been away since then.
  explicit Presence(std::int64_t now_ms) : began_ms_(now_ms) {}

  /// A connection more of the user's.
  void arrive(const Id& user) {
    if (++connections_of_[user] > 1) return;
    last_seen_ms_.erase(user);
    gone_.erase(user);
    arrived_.insert(user);
  }

  /// One less; true if it was the last.
  bool leave(const Id& user, std::int64_t now_ms) {
    if (--connections_of_[user] > 0) return false;
    connections_of_.erase(user);
    last_seen_ms_[user] = now_ms;
    arrived_.erase(user);
    gone_.insert(user);
    return true;
  }

  /// None while the user is there.
  [[nodiscard]] std::optional<std::int64_t> away_since_ms(const Id& user) const {
    if (connections_of_.contains(user) || elsewhere_.contains(user)) return std::nullopt;
    const auto seen = last_seen_ms_.find(user);
    return seen == last_seen_ms_.end() ? began_ms_ : seen->second;
  }

  // What other nodes hear, and what they say.

  /// Those who have come, or gone, since this was last asked.
  [[nodiscard]] std::vector<Id> take_arrived() { return taken(arrived_); }
  [[nodiscard]] std::vector<Id> take_gone() { return taken(gone_); }

  /// Those who are at other nodes now; returns for whom that is news.
  [[nodiscard]] std::vector<Id> set_elsewhere(const std::vector<Id>& present, std::int64_t now_ms) {
    std::set<Id> now(present.begin(), present.end());
    std::vector<Id> changed;
    std::ranges::set_symmetric_difference(now, elsewhere_, std::back_inserter(changed));
    for (const Id& user : changed)
      if (!now.contains(user) && !connections_of_.contains(user)) last_seen_ms_[user] = now_ms;
    elsewhere_ = std::move(now);
    return changed;
  }

  /// Those who have been away for an hour might as well never have been seen.
  void forget_old(std::int64_t now_ms) {
    constexpr std::int64_t remembered_ms = 3'600'000;
    std::erase_if(last_seen_ms_,
                  [&](const auto& seen) { return now_ms - seen.second > remembered_ms; });
  }

 private:
  static std::vector<Id> taken(std::set<Id>& users) {
    std::vector<Id> all(users.begin(), users.end());
    users.clear();
    return all;
  }

  std::int64_t began_ms_;
  std::map<Id, int> connections_of_;
  std::map<Id, std::int64_t> last_seen_ms_;
  std::set<Id> arrived_, gone_;
  std::set<Id> elsewhere_;
};

}  // namespace sixfold
