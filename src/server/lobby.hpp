// The contents of the lobby: one encoded entry per listed table, in pages, and the changes since
// the last message. Messages are put together from entries that are already text, not written from
// a LobbyPage: a full lobby is sent to everyone who enters, and an entry changes far less often.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "record/id.hpp"

namespace sixfold {

class Lobby {
 public:
  /// Replaces a table's entry; an empty entry hides it.
  void put(const Id& game, std::string entry) {
    const auto old = entries_.find(game);
    const bool is_shown = old != entries_.end();
    if (is_shown ? old->second == entry : entry.empty()) return;
    if (entry.empty())
      entries_.erase(old);
    else
      entries_[game] = std::move(entry);
    if (waiting_.insert(game).second) changed_.push_back(game);
  }

  /// The message `{"lobby":{…}}` with at most `most` tables after the given one, sorted by id;
  /// `next` is where the next page begins.
  [[nodiscard]] std::string page(const std::optional<Id>& after, std::size_t most) const {
    auto entry = after ? entries_.upper_bound(*after) : entries_.begin();
    std::vector<std::string> shown;
    std::string end;
    for (; entry != entries_.end() && shown.size() < most; ++entry) {
      shown.push_back(entry->second);
      end = to_text(entry->first);
    }
    std::string message = R"({"lobby":{"tables":[)" + joined(shown) + "]";
    if (after) message += R"(,"after":")" + to_text(*after) + "\"";
    if (entry != entries_.end()) message += R"(,"next":")" + end + "\"";
    return message + "}}";
  }

  /// The message `{"lobby_changes":{…}}` with at most `most` tables; the rest follows in the next
  /// message. Empty if nothing has changed.
  [[nodiscard]] std::string take_changes(std::size_t most) {
    std::vector<std::string> put;
    std::vector<std::string> gone;
    for (; most > 0 && !changed_.empty(); --most) {
      const Id game = changed_.front();
      changed_.pop_front();
      waiting_.erase(game);
      if (const auto entry = entries_.find(game); entry != entries_.end())
        put.push_back(entry->second);
      else
        gone.push_back("\"" + to_text(game) + "\"");
    }
    if (put.empty() && gone.empty()) return "";
    return R"({"lobby_changes":{"put":[)" + joined(put) + R"(],"gone":[)" + joined(gone) + "]}}";
  }

 private:
  static std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
    return text;
  }

  std::map<Id, std::string> entries_;
  std::deque<Id> changed_;  // in order of their first change
  std::set<Id> waiting_;    // the same tables
};

}  // namespace sixfold
