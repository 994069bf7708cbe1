#include "server/lobby.hpp"

#include <algorithm>
#include <utility>

namespace sixfold::server {

namespace {

// The most tables in one message, so that a message fits into a socket's queue.
constexpr std::size_t usual_page = 50;
constexpr std::size_t longest_page = 100;
constexpr std::size_t most_changes = 50;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

}  // namespace

bool is_listed(const Table& table, const TableMoment& moment) {
  if (!table.plan().in_lobby || table.status() != GameStatus::waiting || table.locked() ||
      !table.has_open_seat())
    return false;
  return std::ranges::any_of(table.seats(), [&](const TableSeat& seat) {
    return seat.user && !moment.away_since_ms(*seat.user);
  });
}

void Lobby::update(const Table& table, const TableMoment& moment) {
  if (!table.plan().in_lobby) return;
  const bool is_shown = is_listed(table, moment);
  std::optional<Place> now;
  if (table.status() == GameStatus::waiting) {
    now.emplace();
    for (const TableSeat& seat : table.seats())
      if (seat.user) now->users.push_back(*seat.user);
    if (is_shown) now->match = match_kind(table.plan());
  }
  place(moment.game, std::move(now));
  if (!is_shown) return put(moment.game, "");
  const ShownTable shown = shown_to(std::nullopt, table, moment);
  put(moment.game, dump(protocol::write(lobby_entry(shown, table.created_ms()))));
}

const std::set<Id>& Lobby::tables_of(const Id& user) const {
  static const std::set<Id> none;
  const auto found = tables_of_.find(user);
  return found == tables_of_.end() ? none : found->second;
}

const std::set<Id>& Lobby::matches(const TablePlan& plan) const {
  static const std::set<Id> none;
  const auto kind = match_kind(plan);
  const auto found = kind ? matches_.find(*kind) : matches_.end();
  return found == matches_.end() ? none : found->second;
}

/// Replaces where a table is found; without a place, it is found nowhere.
void Lobby::place(const Id& game, std::optional<Place> now) {
  const auto leave = [&game](auto& index, const auto& key) {
    const auto found = index.find(key);
    found->second.erase(game);
    if (found->second.empty()) index.erase(found);
  };
  if (const auto before = tables_.find(game); before != tables_.end()) {
    for (const Id& user : before->second.users) leave(tables_of_, user);
    if (before->second.match) leave(matches_, *before->second.match);
    tables_.erase(before);
  }
  if (!now) return;
  for (const Id& user : now->users) tables_of_[user].insert(game);
  if (now->match) matches_[*now->match].insert(game);
  tables_.emplace(game, *std::move(now));
}

/// Replaces a table's entry; an empty entry hides it.
void Lobby::put(const Id& game, std::string entry) {
  const auto old = entries_.find(game);
  const bool is_shown = old != entries_.end();
  if (is_shown ? old->second == entry : entry.empty()) return;
  if (entry.empty())
    entries_.erase(old);
  else
    entries_[game] = std::move(entry);
  if (waiting_.insert(game).second) changed_.push_back(game);
}

std::string Lobby::page(const std::optional<Id>& after, std::optional<std::size_t> most) const {
  const std::size_t length = std::clamp<std::size_t>(most.value_or(usual_page), 1, longest_page);
  auto entry = after ? entries_.upper_bound(*after) : entries_.begin();
  std::vector<std::string> shown;
  std::string end;
  for (; entry != entries_.end() && shown.size() < length; ++entry) {
    shown.push_back(entry->second);
    end = to_text(entry->first);
  }
  std::string message = R"({"lobby":{"tables":[)" + joined(shown) + "]";
  if (after) message += R"(,"after":")" + to_text(*after) + "\"";
  if (entry != entries_.end()) message += R"(,"next":")" + end + "\"";
  return message + "}}";
}

std::string Lobby::take_changes() {
  std::vector<std::string> put;
  std::vector<std::string> gone;
  for (std::size_t left = most_changes; left > 0 && !changed_.empty(); --left) {
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

}  // namespace sixfold::server
