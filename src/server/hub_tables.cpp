// Tables in memory: loading, watching, unloading, timeouts.
#include <algorithm>
#include <utility>

#include "server/hub_room.hpp"
#include "server/table_append.hpp"

namespace sixfold {

namespace {

// The most tables that a connection watches, and the most of these whose game is over.
constexpr std::size_t most_watched = 100;
constexpr std::ptrdiff_t most_watched_over = 3;
// Fair to the player who has vanished and to the others.
constexpr const char* substitute_bot = "greedy";

}  // namespace

// Rooms

void Hub::load(const Id& game, WithRoom use) {
  auto& room = rooms_[game];
  if (room && room->loaded) return use(room.get(), "");
  if (room && room->loading.size() >= most_waiting) return use(nullptr, "busy");
  if (!room) {
    room = std::make_unique<Room>();
    room->game = game;
    store_.read(game, 0, [this, game](auto events) {
      services_.post([this, game, events = std::move(events)] { loaded(game, events); });
    });
  }
  room->loading.push_back(std::move(use));
}

void Hub::loaded(const Id& game, const Result<std::vector<StoredEvent>, ReadFault>& events) {
  Room& room = *rooms_.at(game);
  const auto waiting = std::exchange(room.loading, {});
  if (!events) services_.log("unreadable", {{"game", to_text(game)}, {"why", events.error()}});
  if (!events || events->empty() || !fold(room, *events)) {
    // A game that cannot be read may still exist.
    const bool is_missing = events && events->empty();
    rooms_.erase(game);
    for (const auto& use : waiting) use(nullptr, is_missing ? "no_such_table" : "unavailable");
    return;
  }
  room.loaded = true;
  deadlines_.set(game, room.table.deadline_ms());
  list(room);
  for (const auto& use : waiting) use(&room, "");
  // If there are other nodes, one of them may be asking the bot already.
  if (services_.alone)
    ask_bot(room);
  else
    ask_bot_later(room);
  unload_if_idle(game);
}

/// False if the log cannot result from valid decisions.
bool Hub::fold(Room& room, const std::vector<StoredEvent>& events) const {
  for (const StoredEvent& stored : events) {
    const auto event = from_stored(stored);
    if (event) room.table.apply(*event, stored.time_ms);
    if (!event || room.table.is_broken()) {
      services_.log("unreadable", {{"game", to_text(room.game)},
                                   {"seq", stored.seq},
                                   {"why", event ? "not possible after the events before it"
                                                 : event.error().message}});
      return false;
    }
    room.seq = stored.seq;
  }
  return true;
}

void Hub::enqueue(Room& room, std::function<void()> task) {
  room.waiting.push_back(std::move(task));
  run_next(room);
}

void Hub::run_next(Room& room) {
  if (room.running) return;
  room.running = true;
  while (!room.busy && !room.waiting.empty()) {
    const auto task = std::move(room.waiting.front());
    room.waiting.pop_front();
    task();
  }
  room.running = false;
  unload_if_idle(room.game);
}

/// Unloads a table that nobody watches and where nothing happens. Deferred, because the caller may
/// still be using it.
void Hub::unload_if_idle(const Id& game) {
  const auto is_idle = [this](const Room& room) {
    return room.loaded && !room.busy && !room.bot_thinks && room.viewers.empty() &&
           room.waiting.empty() && room.loading.empty() && !listed_.contains(room.game);
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
  if (room.viewers.insert(viewer).second && room.viewers.size() == 1) {
    // A bot may have been waiting for an audience.
    if (services_.alone)
      ask_bot(room);
    else
      ask_bot_later(room);
  }
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
  services.now_ms = room == nullptr ? time_ms : time_at(room->table, time_ms);
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
    const auto& user = room->table.seats()[static_cast<std::size_t>(seat)].user;
    const auto since = user ? presence_.away_since_ms(*user) : std::nullopt;
    const bool rated = room->table.plan().rated;
    return since &&
           services_.now_ms() - *since >= (rated ? services_.rated_grace_ms : services_.grace_ms);
  };
  services.attended_ms = [this, room] { return room == nullptr ? 0 : attended_ms(*room); };
  services.substitute_bot = substitute_bot;
  if (room != nullptr) {
    services.game = room->game;
    services.rematch = services_.new_game(room->game, room->game);
  }
  return services;
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

// Clocks

void Hub::time_out(const Id& game) {
  load(game, [this, game](Room* room, std::string_view /*why_not*/) {
    if (room == nullptr) return;
    if (room->waiting.size() >= most_waiting)
      return deadlines_.set(game, services_.now_ms() + try_again_ms);
    enqueue(*room, [this, room] {
      const std::int64_t now = services_.now_ms();
      auto late = decide_timeout(room->table, table_services(room, now));
      if (!late.events.empty() && may_time_out(*room)) return store(*room, std::move(late), now);
      if (!late.events.empty()) return deadlines_.set(room->game, now + try_again_ms);
      // If a bot should have moved by now, ask it again.
      ask_bot(*room);
      const auto deadline = room->table.deadline_ms();
      if (deadline) deadlines_.set(room->game, std::max(*deadline, now + try_again_ms));
    });
  });
}

}  // namespace sixfold
