// Who is present: users with an open connection, here or on another node, and since when the others
// have been away.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "record/id.hpp"

namespace sixfold::server {

class Presence {
 public:
  /// Users never seen have been away since `now_ms`. If there are other nodes, users about whom
  /// they have not been asked count as present.
  Presence(std::int64_t now_ms, bool alone) : began_ms_(now_ms), alone_(alone) {}

  /// Adds a connection of the user.
  void arrive(const Id& user) {
    if (++connections_of_[user] > 1) return;
    last_seen_.erase(user);
    gone_.erase(user);
    arrived_.insert(user);
  }

  /// Removes a connection; true if it was the user's last.
  bool leave(const Id& user, std::int64_t now_ms) {
    if (--connections_of_[user] > 0) return false;
    connections_of_.erase(user);
    last_seen_[user] = {now_ms, true};
    arrived_.erase(user);
    gone_.insert(user);
    return true;
  }

  /// Empty while the user is present, or may be.
  [[nodiscard]] std::optional<std::int64_t> away_since_ms(const Id& user) const {
    if (connections_of_.contains(user) || elsewhere_.contains(user)) return std::nullopt;
    // Whoever left this node may be at another since, unless those were asked.
    if (!alone_ && (!has_news_ || !asked_.contains(user))) return std::nullopt;
    if (const auto seen = last_seen_.find(user); seen != last_seen_.end())
      return seen->second.time_ms;
    return alone_ ? std::optional(began_ms_) : std::nullopt;
  }

  /// Whether the user has a connection to this node.
  [[nodiscard]] bool is_here(const Id& user) const { return connections_of_.contains(user); }

  /// Whether the user's latest connection was to this node.
  [[nodiscard]] bool is_ours(const Id& user) const {
    if (connections_of_.contains(user)) return true;
    const auto seen = last_seen_.find(user);
    return !elsewhere_.contains(user) && seen != last_seen_.end() && seen->second.here;
  }

  /// Whether the user, who has no connection to this node, may have one to another.
  [[nodiscard]] bool may_be_elsewhere(const Id& user) const {
    return !alone_ && !connections_of_.contains(user) && !away_since_ms(user);
  }

  // Exchange with other nodes.

  /// The users who have come and gone since the last call or, in a whole report, all users present
  /// here.
  struct Changes {
    bool is_whole = true;
    std::vector<Id> arrived;
    std::vector<Id> gone;
  };
  [[nodiscard]] Changes take_changes() {
    Changes changes{std::exchange(is_whole_due_, false), {}, {}};
    if (changes.is_whole)
      for (const auto& [user, connections] : connections_of_) changes.arrived.push_back(user);
    else {
      changes.arrived.assign(arrived_.begin(), arrived_.end());
      changes.gone.assign(gone_.begin(), gone_.end());
    }
    arrived_.clear();
    gone_.clear();
    return changes;
  }
  /// The last report may have been lost: makes the next one whole.
  void tell_all_again() { is_whole_due_ = true; }

  /// Nothing is known about other nodes until set_elsewhere() is called again.
  void lose_news() { has_news_ = false; }

  /// Sets which of the users in `asked` are on other nodes now; returns those who are away since,
  /// and those who no longer are.
  [[nodiscard]] std::vector<Id> set_elsewhere(const std::vector<Id>& present, std::set<Id> asked,
                                              std::int64_t now_ms) {
    std::set<Id> now(present.begin(), present.end());
    // Nothing changes for those who are elsewhere as before, nor for those who were asked before.
    const std::set<Id> nobody;
    std::set<Id> affected;
    std::ranges::set_symmetric_difference(now, elsewhere_, std::inserter(affected, affected.end()));
    std::ranges::set_symmetric_difference(asked, has_news_ ? asked_ : nobody,
                                          std::inserter(affected, affected.end()));
    std::vector<std::pair<Id, bool>> was_away;
    was_away.reserve(affected.size());
    for (const Id& user : affected) was_away.emplace_back(user, away_since_ms(user).has_value());
    for (const Id& user : elsewhere_)
      if (!now.contains(user)) missing(user, now_ms);
    for (const Id& user : now) last_seen_.erase(user);
    for (const Id& user : asked)
      if (!now.contains(user)) missing(user, now_ms);
    elsewhere_ = std::move(now);
    asked_ = std::move(asked);
    has_news_ = true;
    std::vector<Id> changed;
    for (const auto& [user, away] : was_away)
      if (away_since_ms(user).has_value() != away) changed.push_back(user);
    return changed;
  }

  /// Forgets users who have been away for an hour, as if they had never been seen.
  void forget_old(std::int64_t now_ms) {
    constexpr std::int64_t remembered_ms = 3'600'000;
    std::erase_if(last_seen_, [&](const auto& seen) {
      return now_ms - seen.second.time_ms > remembered_ms && !asked_.contains(seen.first);
    });
  }

  /// The clock was set: shifts all times.
  void shift(std::int64_t by_ms) {
    began_ms_ += by_ms;
    for (auto& [user, seen] : last_seen_) seen.time_ms += by_ms;
  }

 private:
  struct Seen {
    std::int64_t time_ms = 0;
    bool here = false;
  };

  /// Marks the user as away from now on, unless already marked.
  void missing(const Id& user, std::int64_t now_ms) {
    if (!connections_of_.contains(user)) last_seen_.try_emplace(user, Seen{now_ms, false});
  }

  std::int64_t began_ms_;
  bool alone_;
  bool has_news_ = false;
  bool is_whole_due_ = true;
  std::map<Id, int> connections_of_;
  std::map<Id, Seen> last_seen_;
  std::set<Id> arrived_, gone_;
  std::set<Id> elsewhere_;
  std::set<Id> asked_;
};

}  // namespace sixfold::server
