// The tables at which a user plays or waits. Whoever asks for them gets them in pages, and is told
// about changes while the connection is open. The tables stay in memory meanwhile, so that news
// from other nodes reaches them.
#include <memory>
#include <utility>

#include "server/hub.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t longest_own_page = 20;
// The most tables about which a connection is told.
constexpr std::size_t most_followed = 100;

}  // namespace

void Hub::on(ViewerNumber viewer, const AskOwnTables& ask) {
  const Id user = connections_.at(viewer).user;
  if (!own_asked_by_user_.take(user, services_.steady_ms())) return refuse_own(viewer, "too_fast");
  askers_[user].insert(viewer);
  games_of(user, [this, viewer, after = ask.after](const auto& rows) {
    if (!rows) return refuse_own(viewer, "unavailable");
    send_own(viewer, after, *rows);
  });
}

void Hub::refuse_own(ViewerNumber viewer, std::string_view code) {
  send(viewer, protocol::Error{.code = std::string(code), .where = std::string(AskOwnTables::tag)});
}

void Hub::send_own(ViewerNumber viewer, const std::optional<Id>& after,
                   const std::vector<store::GameRow>& rows) {
  OwnRequest request;
  request.viewer = viewer;
  request.after = after;
  for (const store::GameRow& row : rows)
    if (row.status != GameStatus::ended && (!after || row.game > *after))
      request.games.push_back(row.game);
  if (request.games.size() > longest_own_page) {
    request.games.resize(longest_own_page);
    request.next = request.games.back();
  }
  if (request.games.empty()) return send_own_page(request);
  const auto shared = std::make_shared<OwnRequest>(std::move(request));
  const auto missing = std::make_shared<std::size_t>(shared->games.size());
  for (const Id& game : shared->games)
    load(game, [this, shared, missing, game](Room* room, NoRoom why_not) {
      if (room == nullptr && why_not != NoRoom::unreadable && why_not != NoRoom::no_such_table)
        shared->fault = why_not;
      if (room != nullptr && connections_.contains(shared->viewer))
        if (auto entry = own_entry(*room, shared->viewer)) {
          shared->loaded.insert_or_assign(game, *std::move(entry));
          follow(*room, shared->viewer);
        }
      if (--*missing == 0) send_own_page(*shared);
    });
}

/// A table may have changed since it was loaded.
void Hub::send_own_page(const OwnRequest& request) {
  if (!connections_.contains(request.viewer)) return;
  // A list that leaves out a running game would be wrong.
  if (request.fault) return refuse_own(request.viewer, code_of(*request.fault));
  protocol::OwnPage page;
  page.after = request.after;
  page.next = request.next;
  for (const Id& game : request.games) {
    const Room* const room = loaded_room(game);
    const auto loaded = request.loaded.find(game);
    std::optional<protocol::OwnTable> entry;
    if (room != nullptr)
      entry = own_entry(*room, request.viewer);
    else if (loaded != request.loaded.end())
      entry = loaded->second;
    if (entry) page.tables.push_back(*std::move(entry));
  }
  send(request.viewer, page);
}

std::optional<protocol::OwnTable> Hub::own_entry(const Room& room, ViewerNumber viewer) const {
  return own_table(connections_.at(viewer).user, room.table, moment(room));
}

void Hub::follow(Room& room, ViewerNumber viewer) {
  Connection& connection = connections_.at(viewer);
  if (connection.following.size() >= most_followed) return;
  connection.following.insert(room.game);
  room.followers.insert(viewer);
}

/// To be called when the connection is lost.
void Hub::unfollow(ViewerNumber viewer) {
  Connection& connection = connections_.at(viewer);
  for (const Id& game : std::exchange(connection.following, {}))
    if (const auto room = rooms_.find(game); room != rooms_.end()) {
      room->second->followers.erase(viewer);
      unload_if_idle(game);
    }
  const auto asking = askers_.find(connection.user);
  if (asking == askers_.end()) return;
  asking->second.erase(viewer);
  if (asking->second.empty()) askers_.erase(asking);
}

/// To be called whenever the table has changed, or has come into memory.
void Hub::tell_followers(Room& room) {
  std::set<ViewerNumber> viewers = room.followers;
  for (const TableSeat& seat : room.table.seats())
    if (const auto asking = seat.user ? askers_.find(*seat.user) : askers_.end();
        asking != askers_.end())
      viewers.insert(asking->second.begin(), asking->second.end());
  for (const ViewerNumber viewer : viewers) {
    protocol::OwnChanges changes;
    if (auto entry = own_entry(room, viewer)) {
      follow(room, viewer);
      if (!room.followers.contains(viewer)) continue;
      changes.put.push_back(*std::move(entry));
    } else {
      if (room.followers.erase(viewer) == 0) continue;
      changes.gone.push_back(room.game);
      connections_.at(viewer).following.erase(room.game);
    }
    send(viewer, changes);
  }
}

}  // namespace sixfold::server
