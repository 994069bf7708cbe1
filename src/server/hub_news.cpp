// What a hub shares with other nodes through the store: what it finds at start-up, what it reports
// and what it learns. Also time: players get lost time back before any clock runs out.
#include <algorithm>
#include <utility>

#include "server/hub_room.hpp"

namespace sixfold {

namespace {

// How long other nodes leave it to the node of the player to move to declare that the time is up.
// By then that node has stored or refused every move that it has received.
constexpr std::int64_t other_node_ms = 12'000;
// How long players have to retry once the store accepts writes again.
constexpr std::int64_t second_attempt_ms = 2'000;
// Clock differences up to this are ignored.
constexpr std::int64_t clock_noise_ms = 200;

}  // namespace

// Start-up

void Hub::begin(std::function<void(const std::optional<ReadFault>&)> ready) {
  NodeReport first = next_report();
  first.is_first = true;
  store_.report(std::move(first), [this, ready = std::move(ready)](auto news) {
    services_.post([this, ready, news = std::move(news)] {
      if (!news) return ready(news.error());
      if (!services_.alone) follow_clock(news->now_ms);
      if (!news->outage) return find_open_games(0, ready);
      const std::int64_t down_ms = news->outage->ended_ms - news->outage->began_ms;
      give_back(*news->outage, [this, ready, down_ms](const auto& fault) {
        if (fault) return ready(fault);
        find_open_games(down_ms, ready);
      });
    });
  });
}

void Hub::find_open_games(std::int64_t down_ms,
                          const std::function<void(const std::optional<ReadFault>&)>& ready) {
  store_.open_games([this, down_ms, ready](auto found) {
    services_.post([this, down_ms, ready, found = std::move(found)] {
      if (!found) return ready(found.error());
      open_tables_ = static_cast<int>(found->size());
      for (const GameRow& row : *found)
        if (row.listed) load(row.game, [](auto&&... /*room*/) {});
      services_.log("started", {{"open_games", found->size()}, {"down_ms", down_ms}});
      ready(std::nullopt);
    });
  });
}

void Hub::give_back(const Outage& outage, const DoneAnswer& done) {
  const GiveBack what{outage, [](std::int64_t ms) { return to_stored(TimeGivenBack{ms}); }};
  store_.give_back(what, [this, done](const auto& fault) {
    services_.post([done, fault = std::optional<ReadFault>(fault)] { done(fault); });
  });
}

// Reports

NodeReport Hub::next_report() {
  NodeReport report;
  report.node = services_.node;
  report.time_ms = services_.alone ? wall_ms_() : services_.now_ms();
  Presence::Changes changes = presence_.take_changes();
  report.is_whole = changes.is_whole;
  report.arrived = std::move(changes.arrived);
  report.gone = std::move(changes.gone);
  for (const auto& [game, room] : rooms_)
    if (room->loaded) report.tables.push_back({game, room->seq});
  report.is_unsure = !is_settled();
  report.next = next_pages_;
  return report;
}

void Hub::report(std::int64_t now_ms) {
  reported_ms_ = now_ms;
  reporting_ = true;
  presence_.forget_old(now_ms);
  NodeReport report = next_report();
  std::set<Id> asked;
  for (const auto& [game, room] : rooms_)
    for (const TableSeat& seat : room->table.seats())
      if (room->loaded && seat.user) asked.insert(*seat.user);
  store_.report(std::move(report), [this, asked = std::move(asked), faults = faults_](auto news) {
    services_.post([this, asked, faults, news = std::move(news)] {
      reporting_ = false;
      if (news) {
        settle(*news, faults);
        return take(*news, asked);
      }
      presence_.tell_all_again();
      presence_.lose_news();
      ++faults_;
      services_.log("no_news", {{"why", news.error()}});
    });
  });
}

void Hub::take(const NodeNews& news, const std::set<Id>& asked) {
  if (news.was_forgotten) presence_.tell_all_again();
  next_pages_ = news.next;
  for (const EventPlace& place : news.changed) hear_event(place);
  for (const Id& game : news.due) time_out(game);
  for (const Id& game : news.listed) load(game, [](auto&&... /*room*/) {});
  // The store's count may be out of date, so a node that is alone keeps its own.
  if (!services_.alone) open_tables_ = news.open_games;
  cut_off(news.banned);
  cut_off_sessions(news.ended_sessions);
  muted_ = {news.muted.begin(), news.muted.end()};
  services_.ban_addresses(news.banned_addresses);
  for (const Id& user : presence_.set_elsewhere(news.present, asked, services_.now_ms()))
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
  for (const Id& session : sessions) services_.publish(EndedSession{session});
}

void Hub::cut_off_sessions(const std::vector<Id>& sessions) {
  if (sessions.empty()) return;
  const std::set<Id> ended(sessions.begin(), sessions.end());
  for (const auto& [viewer, connection] : connections_)
    if (ended.contains(connection.who.session)) cut_off(viewer, "session_ended");
}

void Hub::cut_off(ViewerNumber viewer, std::string_view code) {
  send(viewer, protocol::Error{.code = std::string(code)});
  connections_.at(viewer).close();
}

// News

void Hub::hear(const BusNews& news) {
  if (const auto* place = std::get_if<EventPlace>(&news)) return hear_event(*place);
  if (const auto* ended = std::get_if<EndedSession>(&news))
    return cut_off_sessions({ended->session});
  const auto& said = std::get<SaidPhrase>(news);
  if (said.node != services_.node) tell_phrase(said);
}

void Hub::hear_event(const EventPlace& place) {
  const auto found = rooms_.find(place.game);
  if (found == rooms_.end() || !found->second->loaded) return;
  Room& room = *found->second;
  enqueue(room, [this, &room, seq = place.seq] {
    if (room.seq < seq) catch_up(room);
  });
}

// Time

/// Whether nothing has gone wrong since lost time was last given back.
bool Hub::is_settled() const { return faults_ == settled_faults_ && !giving_back_; }

/// Called when a report has succeeded; `faults` is the number of faults when it was sent.
void Hub::settle(const NodeNews& news, std::uint64_t faults) {
  const auto settled = [this, faults] {
    if (faults_ != settled_faults_ || giving_back_) settled_ms_ = services_.steady_ms();
    settled_faults_ = faults;
  };
  const std::int64_t common_ms = services_.alone ? wall_ms_() : news.now_ms;
  if (!news.outage) {
    follow_clock(common_ms);
    return settled();
  }
  if (std::exchange(giving_back_, true)) return;
  services_.log("outage", {{"ms", news.outage->ended_ms - news.outage->began_ms}});
  give_back(*news.outage, [this, settled, ahead = clock_.ahead_ms(common_ms)](const auto& fault) {
    if (!fault) {
      follow_clock(services_.now_ms() + ahead);
      settled();
      for (const auto& [game, room] : rooms_) hear_event({game, room->seq + 1});
    } else {
      ++faults_;
      services_.log("not_given_back", {{"why", *fault}});
    }
    giving_back_ = false;
  });
}

void Hub::follow_clock(std::int64_t common_ms) {
  const std::int64_t ahead = clock_.ahead_ms(common_ms);
  if (std::abs(ahead) <= clock_noise_ms) return;
  clock_.advance(ahead);
  presence_.shift(ahead);
  reported_ms_ += ahead;
}

/// Notices when the machine's clock was set and when this thread was held up.
void Hub::watch_clock() {
  const std::int64_t steady = services_.steady_ms();
  const std::int64_t wall_offset = wall_ms_() - steady;
  const std::int64_t step = wall_offset - std::exchange(wall_offset_ms_, wall_offset);
  const std::int64_t stalled = steady - std::exchange(ticked_ms_, steady);
  if (std::abs(step) > HubClock::step_ms) {
    services_.log("clock_stepped", {{"by_ms", step}});
    ++faults_;
  }
  if (services_.longest_stall_ms > 0 && stalled > services_.longest_stall_ms) ++faults_;
  // Games get the difference back first. If there are other nodes, follow the store's clock
  // instead.
  if (services_.alone && is_settled()) follow_clock(wall_ms_());
}

/// Whether this node should declare now that the time is up at a table.
bool Hub::may_time_out(const Room& room) const {
  if (!is_settled()) return false;
  if (services_.steady_ms() < settled_ms_ + second_attempt_ms) return false;
  if (services_.alone || room.table.status() != GameStatus::running) return true;
  const auto& mover =
      room.table.seats()[static_cast<std::size_t>(room.table.game()->position().turn)];
  if (!mover.user || presence_.is_ours(*mover.user)) return true;
  return services_.now_ms() - room.table.deadline_ms().value_or(0) >= other_node_ms;
}

}  // namespace sixfold
