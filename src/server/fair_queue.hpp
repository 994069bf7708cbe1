// A queue of tables that wait for a turn, in which having more tables does not give anyone more
// turns.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "record/id.hpp"

namespace sixfold::server {

/// The user and address for whom work is done. Users at one address share its turns, and tables of
/// one user share the user's turns.
struct QueueOwner {
  std::string address;
  Id user;
};

class FairQueue {
 public:
  void push(const QueueOwner& owner, const Id& game) {
    auto& users = addresses_[owner.address];
    if (users.of.empty()) address_order_.push_back(owner.address);
    auto& games = users.of[owner.user];
    if (games.empty()) users.order.push_back(owner.user);
    games.push_back(game);
    ++size_;
  }

  /// Returns the next table: round robin over addresses, then over the users of an address, then
  /// over the tables of a user.
  [[nodiscard]] std::optional<Id> pop() {
    if (size_ == 0) return std::nullopt;
    const std::string address = take_first(address_order_);
    Users& users = addresses_[address];
    const Id user = take_first(users.order);
    std::deque<Id>& games = users.of[user];
    const Id game = take_first(games);
    --size_;
    if (games.empty())
      users.of.erase(user);
    else
      users.order.push_back(user);
    if (users.of.empty())
      addresses_.erase(address);
    else
      address_order_.push_back(address);
    return game;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The number of addresses that wait.
  [[nodiscard]] std::size_t addresses() const { return addresses_.size(); }

 private:
  struct Users {
    std::map<Id, std::deque<Id>> of;
    std::deque<Id> order;
  };

  template <class T>
  static T take_first(std::deque<T>& all) {
    T first = std::move(all.front());
    all.pop_front();
    return first;
  }

  std::map<std::string, Users> addresses_;
  std::deque<std::string> address_order_;
  std::size_t size_ = 0;
};

}  // namespace sixfold::server
