// News from other nodes, and from the store at start-up.
#include <utility>

#include "server/hub.hpp"

namespace sixfold::server {

void Hub::begin(std::function<void(const std::optional<store::ReadFault>&)> ready) {
  nodes_.begin(
      [this, ready = std::move(ready)](const Result<std::int64_t, store::ReadFault>& down_ms) {
        if (!down_ms) return ready(down_ms.error());
        find_open_games(*down_ms, ready);
      });
}

void Hub::find_open_games(
    std::int64_t down_ms,
    const std::function<void(const std::optional<store::ReadFault>&)>& ready) {
  store_.open_games([this, down_ms, ready](auto found) {
    services_.post([this, down_ms, ready, found = std::move(found)] {
      if (!found) return ready(found.error());
      began_steady_ms_ = services_.steady_ms();
      open_tables_ = static_cast<int>(found->size());
      for (const store::GameRow& row : *found)
        if (row.listed) load(row.game, [](auto&&... /*room*/) {});
      services_.log("started", {{"open_games", found->size()}, {"down_ms", down_ms}});
      ready(std::nullopt);
    });
  });
}

NodeExchange::Host Hub::nodes_host() {
  return {[this] {
            std::vector<store::EventPlace> tables;
            for (const auto& [game, room] : rooms_)
              if (room->loaded) tables.push_back({game, room->seq});
            return tables;
          },
          [this] {
            std::set<Id> players;
            for (const auto& [game, room] : rooms_)
              for (const TableSeat& seat : room->table.seats())
                if (room->loaded && seat.user) players.insert(*seat.user);
            return players;
          },
          [this](const store::NodeNews& news) { learn(news); },
          [this](const std::vector<Id>& users) {
            for (const Id& user : users)
              for (const auto& [game, room] : rooms_)
                if (room->loaded && room->table.seat_of(user)) {
                  list(*room);
                  show(*room);
                }
          },
          [this] {
            for (const auto& [game, room] : rooms_) hear_event({game, room->seq + 1});
          }};
}

void Hub::learn(const store::NodeNews& news) {
  for (const store::EventPlace& place : news.changed) hear_event(place);
  for (const Id& game : news.due) time_out(game);
  for (const Id& game : news.listed) load(game, [](auto&&... /*room*/) {});
  // The store's count may be out of date, so a node that is alone keeps its own.
  if (!services_.alone) open_tables_ = news.open_games;
  cut_off(news.banned);
  cut_off_sessions(news.ended_sessions);
  muted_ = {news.muted.begin(), news.muted.end()};
  services_.ban_addresses(news.banned_addresses);
}

void Hub::cut_off(const std::vector<Id>& banned) {
  if (banned.empty()) return;
  services_.cut_off({}, banned);
  const std::set<Id> users(banned.begin(), banned.end());
  for (const auto& [viewer, connection] : connections_)
    if (users.contains(connection.user)) cut_off(viewer, "banned");
}

void Hub::end_sessions(const std::vector<Id>& sessions) {
  cut_off_sessions(sessions);
  for (const Id& session : sessions) services_.publish(EndedSession{session});
}

void Hub::cut_off_sessions(const std::vector<Id>& sessions) {
  if (sessions.empty()) return;
  services_.cut_off(sessions, {});
  const std::set<Id> ended(sessions.begin(), sessions.end());
  for (const auto& [viewer, connection] : connections_)
    if (ended.contains(connection.who.session)) cut_off(viewer, "session_ended");
}

void Hub::cut_off(ViewerNumber viewer, std::string_view code) {
  send(viewer, protocol::Error{.code = std::string(code)});
  connections_.at(viewer).close();
}

void Hub::hear(const BusNews& news) {
  if (const auto* place = std::get_if<store::EventPlace>(&news)) return hear_event(*place);
  if (const auto* ended = std::get_if<EndedSession>(&news))
    return cut_off_sessions({ended->session});
  const auto& said = std::get<SaidPhrase>(news);
  if (said.node != services_.node) tell_phrase(said);
}

void Hub::hear_event(const store::EventPlace& place) {
  Room* const room = loaded_room(place.game);
  if (room == nullptr) return;
  enqueue(*room, [this, room, seq = place.seq] {
    if (room->seq < seq) catch_up(*room);
  });
}

}  // namespace sixfold::server
