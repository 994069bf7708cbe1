// What a hub shares with others by way of the store: what it finds at the start, what it reports,
// and what it hears of other nodes.
#include <algorithm>
#include <utility>

#include "server/hub_room.hpp"

namespace sixfold {

namespace {

constexpr std::int64_t others_lost_ms = 5'000;

}  // namespace

void Hub::begin(std::function<void(const std::optional<ReadFault>&)> ready) {
  store_.open_games([this, ready = std::move(ready)](auto found) {
    world_.post([this, ready, found = std::move(found)] {
      if (!found) return ready(found.error());
      open_tables_ = static_cast<int>(found->games.size());
      std::int64_t down =
          std::max<std::int64_t>(0, started_ms_ - found->last_alive_ms.value_or(started_ms_));
      // Where others go on, no time was lost.
      if (!world_.alone && down < others_lost_ms) down = 0;
      // Ready once all appends are answered; the one more is for the case that there are none.
      const auto missing = std::make_shared<std::size_t>(1);
      const auto failed = std::make_shared<std::optional<ReadFault>>();
      const auto one_less = [ready, missing, failed] {
        if (--*missing == 0) ready(*failed);
      };
      for (const GameRow& row : found->games) {
        if (row.listed) load(row.game, [](Room* /*room*/, std::string_view /*why_not*/) {});
        if (row.status != GameStatus::running || !row.deadline_ms || down == 0) continue;
        ++*missing;
        give_back_time(row, down, [this, failed, one_less](auto outcome) {
          world_.post([failed, one_less, outcome = std::move(outcome)] {
            // Another node may have been faster: then the time was given back.
            if (!outcome && outcome.error().kind == AppendRefusal::Kind::unavailable)
              *failed = outcome.error().why;
            one_less();
          });
        });
      }
      world_.log("started", {{"open_games", found->games.size()}, {"down_ms", down}});
      one_less();
    });
  });
}

/// Needs the game's row alone: no table is loaded for this.
void Hub::give_back_time(const GameRow& row, std::int64_t down_ms, AppendAnswer answer) {
  AppendRequest request;
  request.game = row.game;
  request.expected_seq = row.seq;
  request.time_ms = started_ms_;
  request.events = {to_stored(TimeGivenBack{down_ms})};
  request.status = row.status;
  request.deadline_ms = *row.deadline_ms + down_ms;
  request.listed = row.listed;
  store_.append(std::move(request), std::move(answer));
}

void Hub::hear(const BusNews& news) {
  if (const auto* place = std::get_if<EventPlace>(&news)) return hear_event(*place);
  if (const auto* ended = std::get_if<EndedSession>(&news))
    return cut_off_sessions({ended->session});
  const auto& said = std::get<SaidPhrase>(news);
  if (said.node != world_.node) tell_phrase(said);
}

void Hub::hear_event(const EventPlace& place) {
  const auto found = rooms_.find(place.game);
  if (found == rooms_.end() || !found->second->loaded) return;
  Room& room = *found->second;
  enqueue(room, [this, &room, seq = place.seq] {
    if (room.seq < seq) catch_up(room, {});
  });
}

void Hub::report(std::int64_t now_ms) {
  reported_ms_ = now_ms;
  reporting_ = true;
  presence_.forget_old(now_ms);
  NodeReport report{world_.node, now_ms, presence_.take_arrived(), presence_.take_gone(), {}};
  for (const auto& [game, room] : rooms_)
    if (room->loaded) report.tables.push_back({game, room->seq});
  store_.report(std::move(report), [this](auto news) {
    world_.post([this, news = std::move(news)] {
      reporting_ = false;
      if (news)
        take(*news);
      else
        world_.log("no_news", {{"why", news.error()}});
    });
  });
}

void Hub::take(const NodeNews& news) {
  for (const EventPlace& place : news.changed) hear_event(place);
  for (const Id& game : news.due) time_out(game);
  for (const Id& game : news.listed)
    load(game, [](Room* /*room*/, std::string_view /*why_not*/) {});
  open_tables_ = news.open_games;
  cut_off(news.banned);
  cut_off_sessions(news.ended_sessions);
  muted_ = {news.muted.begin(), news.muted.end()};
  world_.ban_addresses(news.banned_addresses);
  for (const Id& user : presence_.set_elsewhere(news.present, world_.now_ms()))
    for (const auto& [game, room] : rooms_)
      if (room->loaded && room->table.seat_of(user)) {
        list(*room);
        show(*room);
      }
}

void Hub::cut_off(const std::vector<Id>& banned) {
  if (banned.empty()) return;
  const std::set<Id> users(banned.begin(), banned.end());
  for (const auto& [viewer, connection] : connections_)
    if (users.contains(connection.user)) cut_off(viewer, "banned");
}

void Hub::end_sessions(const std::vector<Id>& sessions) {
  cut_off_sessions(sessions);
  for (const Id& session : sessions) world_.publish(EndedSession{session});
}

void Hub::cut_off_sessions(const std::vector<Id>& sessions) {
  if (sessions.empty()) return;
  const std::set<Id> ended(sessions.begin(), sessions.end());
  for (const auto& [viewer, connection] : connections_)
    if (ended.contains(connection.who.session)) cut_off(viewer, "session_ended");
}

void Hub::cut_off(ViewerNumber viewer, std::string_view code) {
  send_error(viewer, {{"code", code}});
  connections_.at(viewer).close();
}

}  // namespace sixfold
