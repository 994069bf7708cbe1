// Tables in memory: loading, watching, unloading, timeouts.
#include <algorithm>
#include <utility>

#include "rules/indexed.hpp"
#include "server/hub.hpp"
#include "server/table_append.hpp"

namespace sixfold::server {

namespace {

// The most tables that a connection watches, and the most of these whose game is over.
constexpr std::size_t most_watched = 100;
constexpr std::ptrdiff_t most_watched_over = 3;
// Fair to the player who has vanished and to the others.
constexpr const char* substitute_bot = "greedy";
// How long other nodes leave it to the node of the player to move to declare that the time is up.
// By then that node has stored or refused every move that it has received.
constexpr std::int64_t other_node_ms = 12'000;
// How long players have to come back to a full table after a restart before they lose their seats.
constexpr std::int64_t reconnect_ms = 10'000;

}  // namespace

// Rooms

void Hub::load(const Id& game, WithRoom use) {
  auto& room = rooms_[game];
  if (room && room->loaded) return use(room.get(), {});
  if (room && room->loading.size() >= most_waiting) return use(nullptr, NoRoom::busy);
  if (!room) {
    room = std::make_unique<Room>(game);
    store_.read(game, 0, [this, game](auto events) {
      services_.post([this, game, events = std::move(events)] { loaded(game, events); });
    });
  }
  room->loading.push_back(std::move(use));
}

void Hub::loaded(const Id& game,
                 const Result<std::vector<store::StoredEvent>, store::ReadFault>& events) {
  Room& room = *rooms_.at(game);
  const auto waiting = std::exchange(room.loading, {});
  if (!events) services_.log("unreadable", {{"game", to_text(game)}, {"why", events.error()}});
  if (!events || events->empty() || !fold(room, *events)) {
    // A game that cannot be read may still exist.
    const NoRoom why_not = !events           ? NoRoom::unavailable
                           : events->empty() ? NoRoom::no_such_table
                                             : NoRoom::unreadable;
    rooms_.erase(game);
    for (const auto& use : waiting) use(nullptr, why_not);
    return;
  }
  room.loaded = true;
  deadlines_.set(game, room.table.deadline_ms());
  list(room);
  tell_followers(room);
  for (const auto& use : waiting) use(&room, {});
  bots_.ask_if_alone_or_later(room);
  unload_if_idle(game);
}

/// False if the log cannot result from valid decisions.
bool Hub::fold(Room& room, const std::vector<store::StoredEvent>& events) const {
  const auto fault = room.fold(events);
  if (fault)
    services_.log("unreadable",
                  {{"game", to_text(room.game)}, {"seq", fault->seq}, {"why", fault->why}});
  return !fault;
}

/// Null if the table is not in memory.
Room* Hub::loaded_room(const Id& game) {
  const auto found = rooms_.find(game);
  return found == rooms_.end() || !found->second->loaded ? nullptr : found->second.get();
}

void Hub::enqueue(Room& room, std::function<void()> task) {
  room.queue.push(std::move(task));
  run_next(room);
}

void Hub::run_next(Room& room) {
  if (room.queue.run()) unload_if_idle(room.game);
}

/// Unloads a table that nobody watches and where nothing happens. Deferred, because the caller may
/// still be using it.
void Hub::unload_if_idle(const Id& game) {
  const auto is_idle = [this](const Room& room) {
    return room.loaded && room.queue.is_idle() && room.viewers.empty() && room.followers.empty() &&
           room.loading.empty() && !bots_.is_asked(room.game) && !lobby_.contains(room.game);
  };
  const auto found = rooms_.find(game);
  if (found == rooms_.end() || !is_idle(*found->second)) return;
  services_.post([this, game, is_idle] {
    const auto room = rooms_.find(game);
    if (room != rooms_.end() && is_idle(*room->second)) rooms_.erase(room);
  });
}

void Hub::add_viewer(Room& room, ViewerNumber viewer) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  // A bot may have been waiting for an audience.
  if (room.viewers.insert(viewer).second && room.viewers.size() == 1)
    bots_.ask_if_alone_or_later(room);
  std::vector<Id>& watching = connection->second.watching;
  if (std::ranges::find(watching, room.game) != watching.end()) return;
  watching.push_back(room.game);
  // A client that moves from table to table need not leave finished games.
  const auto is_over = [this](const Id& game) {
    const auto found = rooms_.find(game);
    return found == rooms_.end() || found->second->table.status() == GameStatus::ended;
  };
  const auto over = std::ranges::count_if(watching, is_over);
  if (over <= most_watched_over && watching.size() <= most_watched) return;
  const auto first = std::ranges::find_if(watching, is_over);
  stop_watching(viewer, first == watching.end() ? watching.front() : *first);
}

void Hub::stop_watching(ViewerNumber viewer, const Id& game) {
  const Id gone = game;
  std::erase(connections_.at(viewer).watching, gone);
  if (const auto room = rooms_.find(gone); room != rooms_.end())
    room->second->viewers.erase(viewer);
  unload_if_idle(gone);
}

/// `room`: null for a new table.
TableServices Hub::table_services(const Room* room, std::int64_t time_ms) const {
  TableServices services;
  services.now_ms = room == nullptr ? time_ms : room->time_at(time_ms);
  services.deal = [this](const Ruleset& rules, std::vector<Player> players,
                         std::optional<int> favoured) {
    Setup setup = services_.deal(rules, std::move(players));
    const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
    if (favoured && std::ranges::find(openers, *favoured) != openers.end())
      setup.opener = *favoured;
    return setup;
  };
  services.answer = services_.answer;
  services.away = [this, room](int seat) {
    if (room == nullptr) return false;
    const auto& user = nth(room->table.seats(), seat).user;
    const auto since = user ? presence_.away_since_ms(*user) : std::nullopt;
    const bool rated = room->table.plan().rated;
    return since &&
           services_.now_ms() - *since >= (rated ? services_.rated_grace_ms : services_.grace_ms);
  };
  services.watches = [this, room](int seat) {
    if (room == nullptr) return false;
    const auto& user = nth(room->table.seats(), seat).user;
    return user && watches(*room, *user);
  };
  services.attended_ms = [this, room] { return room == nullptr ? 0 : attended_ms(*room); };
  services.substitute_bot = substitute_bot;
  if (room != nullptr) {
    services.game = room->game;
    services.rematch = services_.new_game(room->game, room->game);
  }
  return services;
}

/// Whether the user looks at the table here or, for all this node knows, at another one.
bool Hub::watches(const Room& room, const Id& user) const {
  const auto is_user = [&](ViewerNumber viewer) { return connections_.at(viewer).user == user; };
  return std::ranges::any_of(room.viewers, is_user) || presence_.may_be_elsewhere(user);
}

/// When a player of the table was last present: now, if one is.
std::int64_t Hub::attended_ms(const Room& room) const {
  std::int64_t last = 0;
  for (const TableSeat& seat : room.table.seats())
    if (seat.user)
      last = std::max(last, presence_.away_since_ms(*seat.user).value_or(services_.now_ms()));
  return last;
}

TableCreated Hub::new_table(const TablePlan& plan, const Id& host) const {
  TableCreated created{plan, host, services_.new_code(), std::nullopt, 0};
  if (services_.new_secret) {
    created.secret = services_.new_secret();
    created.seed_wait_ms = services_.seed_wait_ms;
  }
  return created;
}

/// An account has a fixed name; a guest chooses one.
std::string Hub::name_at_table(ViewerNumber viewer, const std::string& chosen) const {
  const Identity& who = connections_.at(viewer).who;
  return who.kind == SeatTaken::Kind::guest ? chosen : who.name;
}

TableUser Hub::table_user(ViewerNumber viewer) const {
  const Identity& who = connections_.at(viewer).who;
  return {who.user, who.kind};
}

// Bots

BotTurns::Host Hub::bots_host() {
  return {[this](const Id& game) {
            const auto found = rooms_.find(game);
            return found == rooms_.end() ? nullptr : found->second.get();
          },
          [this](const Room& room) { return has_audience(room); },
          [this](const Room& room) { return owner_of(room); },
          [this](Room& room, int seat, std::uint64_t seq, const Move& move) {
            move_bot(room, seat, seq, move);
          },
          [this](const Id& game) { unload_if_idle(game); }};
}

/// Whether a person watches, or has a seat and has not been away for long.
bool Hub::has_audience(const Room& room) const {
  const std::int64_t now = services_.now_ms();
  if (!room.viewers.empty()) return true;
  // Players who return later must not find that a bot has run out of time.
  if (const auto deadline = room.table.deadline_ms(); deadline && *deadline <= now)
    return room.table.has_people_in();
  return std::ranges::any_of(room.table.seats(), [&](const TableSeat& seat) {
    if (!seat.user) return false;
    const auto since = presence_.away_since_ms(*seat.user);
    return !since || now - *since < services_.grace_ms;
  });
}

/// A player who is watching or, failing that, any viewer.
QueueOwner Hub::owner_of(const Room& room) const {
  const Connection* owner = nullptr;
  for (const ViewerNumber viewer : room.viewers) {
    const Connection& connection = connections_.at(viewer);
    if (owner == nullptr) owner = &connection;
    if (!room.table.seat_of(connection.user)) continue;
    owner = &connection;
    break;
  }
  if (owner == nullptr) return {"", room.table.host()};
  return {owner->who.address, owner->user};
}

void Hub::move_bot(Room& room, int seat, std::uint64_t seq, const Move& move) {
  enqueue(room, [this, &room, seat, seq, move] {
    bots_.finish(room.game);
    if (room.seq != seq) return bots_.ask(room);
    const std::int64_t now = services_.now_ms();
    auto outcome = decide_bot_move(room.table, seat, move, table_services(&room, now));
    if (!outcome) return services_.log("bot_refused", {{"game", to_text(room.game)}});
    ++figures_.bot_moves;
    store(room, *std::move(outcome), now);
  });
}

// Clocks

/// Whether this node should declare now that the time is up at a table.
bool Hub::may_time_out(const Room& room) const {
  if (!time_.may_run_out()) return false;
  // Players of a table that is older than this process may still be connecting again.
  const std::int64_t age_ms = services_.steady_ms() - began_steady_ms_;
  if (room.table.status() == GameStatus::waiting && room.table.is_full() && age_ms < reconnect_ms &&
      room.table.turn_started_ms() <= services_.now_ms() - age_ms)
    return false;
  if (services_.alone || room.table.status() != GameStatus::running) return true;
  const auto& mover = nth(room.table.seats(), room.table.game()->position().turn);
  if (!mover.user || presence_.is_ours(*mover.user)) return true;
  return services_.now_ms() - room.table.deadline_ms().value_or(0) >= other_node_ms;
}

void Hub::tell_holidays(const Id& game, const Id& player, std::vector<Holiday> holidays,
                        std::function<void(bool is_done)> answer) {
  load(game, [this, player, holidays = std::move(holidays), answer = std::move(answer)](
                 Room* room, NoRoom why_not) {
    if (room == nullptr)
      return answer(why_not == NoRoom::no_such_table || why_not == NoRoom::unreadable);
    if (room->queue.is_full()) return answer(false);
    enqueue(*room, [this, room, player, holidays, answer] {
      const std::int64_t now = services_.now_ms();
      auto change = decide_holidays(room->table, player, holidays, table_services(room, now));
      if (change.events.empty()) return answer(true);
      store(*room, std::move(change), now, std::nullopt,
            [answer](Stored how) { answer(how == Stored::done); });
    });
  });
}

void Hub::time_out(const Id& game) {
  load(game, [this, game](Room* room, NoRoom /*why_not*/) {
    if (room == nullptr) return;
    if (room->queue.is_full()) return deadlines_.set(game, services_.now_ms() + try_again_ms);
    enqueue(*room, [this, room] {
      const std::int64_t now = services_.now_ms();
      auto late = decide_timeout(room->table, table_services(room, now));
      if (!late.events.empty() && may_time_out(*room)) return store(*room, std::move(late), now);
      if (!late.events.empty()) return deadlines_.set(room->game, now + try_again_ms);
      // If a bot should have moved by now, ask it again.
      bots_.ask(*room);
      const auto deadline = room->table.deadline_ms();
      if (deadline) deadlines_.set(room->game, std::max(*deadline, now + try_again_ms));
    });
  });
}

}  // namespace sixfold::server
