// Who is there: users with an open connection, here or at another node, and since when the others
// have had none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "store/id.hpp"

namespace sixfold {

class Presence {
 public:
  /// Whoever was never seen has been away since then; where there are other nodes, whoever these
  /// have not been asked about counts as being there.
  Presence(std::int64_t now_ms, bool alone) : began_ms_(now_ms), alone_(alone) {}

  /// One more connection of the user's.
  void arrive(const Id& user) {
    if (++connections_of_[user] > 1) return;
    last_seen_.erase(user);
    gone_.erase(user);
    arrived_.insert(user);
  }

  /// One less; true if it was the last.
  bool leave(const Id& user, std::int64_t now_ms) {
    if (--connections_of_[user] > 0) return false;
    connections_of_.erase(user);
    last_seen_[user] = {now_ms, true};
    arrived_.erase(user);
    gone_.insert(user);
    return true;
  }

  /// None while the user is there, or may be.
  [[nodiscard]] std::optional<std::int64_t> away_since_ms(const Id& user) const {
    if (connections_of_.contains(user) || elsewhere_.contains(user)) return std::nullopt;
    if (!alone_ && !has_news_) return std::nullopt;
    if (const auto seen = last_seen_.find(user); seen != last_seen_.end())
      return seen->second.time_ms;
    return alone_ ? std::optional(began_ms_) : std::nullopt;
  }

  /// Whether this node is the one that last had a connection of the user's.
  [[nodiscard]] bool is_ours(const Id& user) const {
    if (connections_of_.contains(user)) return true;
    const auto seen = last_seen_.find(user);
    return !elsewhere_.contains(user) && seen != last_seen_.end() && seen->second.here;
  }

  // What other nodes hear, and what they say.

  /// Those who have come and gone since this was last asked; or, of a whole report, all who are
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
  /// What was told is not known: the next report is whole.
  void tell_all_again() { is_whole_due_ = true; }

  /// Nothing is known of other nodes until set_elsewhere() is called again.
  void lose_news() { has_news_ = false; }

  /// Those of the users `asked` for who are at other nodes now; returns for whom that is news.
  [[nodiscard]] std::vector<Id> set_elsewhere(const std::vector<Id>& present, std::set<Id> asked,
                                              std::int64_t now_ms) {
    std::set<Id> now(present.begin(), present.end());
    std::vector<Id> changed;
    std::ranges::set_symmetric_difference(now, elsewhere_, std::back_inserter(changed));
    for (const Id& user : elsewhere_)
      if (!now.contains(user)) missing(user, now_ms);
    for (const Id& user : now) last_seen_.erase(user);
    for (const Id& user : asked)
      if (!now.contains(user)) missing(user, now_ms);
    elsewhere_ = std::move(now);
    asked_ = std::move(asked);
    has_news_ = true;
    return changed;
  }

  /// Those who have been away for an hour might as well never have been seen.
  void forget_old(std::int64_t now_ms) {
    constexpr std::int64_t remembered_ms = 3'600'000;
    std::erase_if(last_seen_, [&](const auto& seen) {
      return now_ms - seen.second.time_ms > remembered_ms && !asked_.contains(seen.first);
    });
  }

  /// The clock was set: everything that is remembered is so much later.
  void shift(std::int64_t by_ms) {
    began_ms_ += by_ms;
    for (auto& [user, seen] : last_seen_) seen.time_ms += by_ms;
  }

 private:
  struct Seen {
    std::int64_t time_ms = 0;
    bool here = false;
  };

  /// Away since now, unless it was known before.
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

}  // namespace sixfold
