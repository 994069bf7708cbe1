#include "server/hub.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "record/record.hpp"

namespace sixfold {

namespace {

constexpr std::int64_t alive_every_ms = 1'000;
constexpr std::int64_t remember_seen_ms = 3'600'000;
// One phrase every two seconds, and a few at once.
constexpr std::int64_t phrase_ms = 2'000;
constexpr std::int64_t phrase_burst_ms = 8'000;
constexpr int most_games_of_user = 200;
// Neither a gift to the others nor one to the player who has vanished.
constexpr const char* substitute_bot = "greedy";

std::vector<Id> who_sits_down(const std::vector<TableEvent>& events) {
  std::vector<Id> users;
  for (const TableEvent& event : events)
    if (const auto* const taken = std::get_if<SeatTaken>(&event)) users.push_back(taken->user);
  return users;
}

/// The row that start-up reads is that of the table as it will be.
AppendRequest append_request(const Id& game, std::uint64_t seq, Table table,
                             const std::vector<TableEvent>& events, std::int64_t time_ms,
                             std::optional<Id> command) {
  AppendRequest request;
  request.game = game;
  request.expected_seq = seq;
  request.time_ms = time_ms;
  request.command = command;
  for (const TableEvent& event : events) {
    table.apply(event, time_ms);
    request.events.push_back(to_stored(event));
  }
  request.status = table.status();
  request.deadline_ms = table.deadline_ms();
  request.code = table.code();
  request.listed = table.plan().in_lobby && table.status() == GameStatus::waiting;
  request.players = who_sits_down(events);
  return request;
}

/// Whether somebody who asks for `wanted` would be content with a seat at this table.
bool suits(const TablePlan& offered, const TablePlan& wanted) {
  return offered.rules == wanted.rules && offered.clock == wanted.clock &&
         offered.seats == wanted.seats;
}

}  // namespace

/// A table that is in memory. One thing at a time happens to it: what comes while an append is
/// under way waits.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  bool loaded = false;
  bool busy = false;
  bool bot_thinks = false;
  std::set<ViewerNumber> viewers;
  std::deque<std::function<void()>> waiting;
  std::vector<WithRoom> loading;
};

void deal_by_seed(HubWorld& world, const std::function<std::uint64_t()>& new_seed) {
  world.deal = [new_seed](const Ruleset& rules, std::vector<Player> players) {
    Random random(new_seed());
    return deal(rules, std::move(players), random);
  };
  world.answer = [new_seed](const Game& game) {
    Random random(new_seed());
    return answer_for(game.rules(), game.position(), random);
  };
}

Hub::Hub(Store& store, HubWorld world)
    : store_(store), world_(std::move(world)), started_ms_(world_.now_ms()) {}
Hub::~Hub() = default;

void Hub::begin(std::function<void(const std::optional<ReadFault>&)> ready) {
  store_.open_games([this, ready = std::move(ready)](auto found) {
    world_.post([this, ready, found = std::move(found)] {
      if (!found) return ready(found.error());
      open_tables_ = static_cast<int>(found->games.size());
      const std::int64_t down =
          std::max<std::int64_t>(0, started_ms_ - found->last_alive_ms.value_or(started_ms_));
      // Ready once all appends are answered; the one more is for the case that there are none.
      const auto missing = std::make_shared<std::size_t>(1);
      const auto failed = std::make_shared<std::optional<ReadFault>>();
      const auto one_less = [ready, missing, failed] {
        if (--*missing == 0) ready(*failed);
      };
      for (const GameRow& row : found->games) {
        if (row.listed) load(row.game, [](Room* /*room*/) {});
        if (!row.deadline_ms) continue;
        set_deadline(row.game, *row.deadline_ms + down);
        if (down == 0) continue;
        ++*missing;
        give_back_time(row, down, [this, failed, one_less](auto outcome) {
          world_.post([failed, one_less, outcome = std::move(outcome)] {
            if (!outcome) *failed = outcome.error().why;
            one_less();
          });
        });
      }
      world_.log("started", {{"open_games", found->games.size()}, {"down_ms", down}});
      one_less();
    });
  });
}

/// By its row alone: no game need be loaded for this.
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

bool Hub::is_at_rest() const {
  return std::ranges::none_of(rooms_, [](const auto& room) { return room.second->busy; });
}

HubFigures Hub::figures() const {
  HubFigures figures = figures_;
  figures.viewers = connections_.size();
  figures.tables_in_memory = rooms_.size();
  figures.open_tables = static_cast<std::size_t>(open_tables_);
  return figures;
}

// Connections

ViewerNumber Hub::connect(const Id& user, SendMessage send) {
  Connection& connection = connections_[++last_viewer_];
  connection.user = user;
  connection.send = std::move(send);
  ++connections_of_[user];
  last_seen_ms_.erase(user);
  return last_viewer_;
}

void Hub::disconnect(ViewerNumber viewer) {
  const auto found = connections_.find(viewer);
  if (found == connections_.end()) return;
  const Connection gone = std::move(found->second);
  connections_.erase(found);
  const bool was_last = --connections_of_[gone.user] == 0;
  if (was_last) {
    connections_of_.erase(gone.user);
    last_seen_ms_[gone.user] = world_.now_ms();
  }
  for (const Id& game : gone.watching) {
    const auto room = rooms_.find(game);
    if (room == rooms_.end()) continue;
    room->second->viewers.erase(viewer);
    if (was_last && room->second->table.seat_of(gone.user)) {
      show(*room->second);
      list(*room->second);
    }
    unload_if_idle(game);
  }
}

std::optional<std::int64_t> Hub::away_since_ms(const Id& user) const {
  if (connections_of_.contains(user)) return std::nullopt;
  const auto seen = last_seen_ms_.find(user);
  return seen == last_seen_ms_.end() ? started_ms_ : seen->second;
}

void Hub::receive(ViewerNumber viewer, std::string_view text) {
  if (!connections_.contains(viewer)) return;
  const auto message = parse_client_message(text);
  if (!message) {
    ++figures_.commands_refused;
    return send_error(viewer, {{"code", message.error().code},
                               {"where", message.error().where},
                               {"message", message.error().message}});
  }
  std::visit([this, viewer](const auto& what) { on(viewer, what); }, *message);
}

void Hub::send(ViewerNumber viewer, const std::string& message) {
  if (const auto found = connections_.find(viewer); found != connections_.end())
    found->second.send(message);
}

void Hub::acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq) {
  Json json;
  json["ack"]["id"] = to_text(command);
  json["ack"]["game"] = to_text(game);
  json["ack"]["seq"] = seq;
  send(viewer, dump(json));
}

void Hub::refuse(ViewerNumber viewer, const Id& command, std::string_view code) {
  ++figures_.commands_refused;
  send_error(viewer, {{"id", to_text(command)}, {"code", code}});
}

void Hub::send_error(ViewerNumber viewer, Json error) {
  Json json;
  json["error"] = std::move(error);
  send(viewer, dump(json));
}

// Rooms

void Hub::load(const Id& game, WithRoom use) {
  auto& room = rooms_[game];
  if (room && room->loaded) return use(room.get());
  if (!room) {
    room = std::make_unique<Room>();
    room->game = game;
    store_.read(game, 0, [this, game](auto events) {
      world_.post([this, game, events = std::move(events)] { loaded(game, events); });
    });
  }
  room->loading.push_back(std::move(use));
}

void Hub::loaded(const Id& game, const Result<std::vector<StoredEvent>, ReadFault>& events) {
  Room& room = *rooms_.at(game);
  bool whole = events.has_value() && !events->empty();
  if (!events) world_.log("unreadable", {{"game", to_text(game)}, {"why", events.error()}});
  for (std::size_t i = 0; whole && i < events->size(); ++i) {
    const auto event = from_stored((*events)[i]);
    if (event) {
      room.table.apply(*event, (*events)[i].time_ms);
      room.seq = (*events)[i].seq;
    } else {
      whole = false;
      world_.log(
          "unreadable",
          {{"game", to_text(game)}, {"seq", (*events)[i].seq}, {"why", event.error().message}});
    }
  }
  const auto waiting = std::exchange(room.loading, {});
  if (!whole) {
    rooms_.erase(game);
    for (const auto& use : waiting) use(nullptr);
    return;
  }
  room.loaded = true;
  set_deadline(game, room.table.deadline_ms());
  list(room);
  for (const auto& use : waiting) use(&room);
  ask_bot(room);
  unload_if_idle(game);
}

void Hub::enqueue(Room& room, std::function<void()> task) {
  room.waiting.push_back(std::move(task));
  run_next(room);
}

void Hub::run_next(Room& room) {
  while (!room.busy && !room.waiting.empty()) {
    const auto task = std::move(room.waiting.front());
    room.waiting.pop_front();
    task();
  }
  unload_if_idle(room.game);
}

/// Forgets a table that nobody looks at and nothing happens to. Not at once: whoever calls may
/// still be at work with it.
void Hub::unload_if_idle(const Id& game) {
  const auto is_idle = [this](const Room& room) {
    return room.loaded && !room.busy && !room.bot_thinks && room.viewers.empty() &&
           room.waiting.empty() && room.loading.empty() && !listed_.contains(room.game);
  };
  const auto found = rooms_.find(game);
  if (found == rooms_.end() || !is_idle(*found->second)) return;
  world_.post([this, game, is_idle] {
    const auto room = rooms_.find(game);
    if (room != rooms_.end() && is_idle(*room->second)) rooms_.erase(room);
  });
}

void Hub::add_viewer(Room& room, ViewerNumber viewer) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  room.viewers.insert(viewer);
  connection->second.watching.insert(room.game);
}

void Hub::set_deadline(const Id& game, std::optional<std::int64_t> deadline_ms) {
  if (const auto old = deadline_of_.find(game); old != deadline_of_.end()) {
    deadlines_.erase({old->second, game});
    deadline_of_.erase(old);
  }
  if (!deadline_ms) return;
  deadline_of_[game] = *deadline_ms;
  deadlines_.insert({*deadline_ms, game});
}

TableWorld Hub::table_world(const Room* room) const {
  TableWorld world;
  world.deal = [this](const Ruleset& rules, std::vector<Player> players,
                      std::optional<int> favoured) {
    Setup setup = world_.deal(rules, std::move(players));
    const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
    if (favoured && std::ranges::find(openers, *favoured) != openers.end())
      setup.opener = *favoured;
    return setup;
  };
  world.answer = world_.answer;
  world.away = [this, room](int seat) {
    if (room == nullptr) return false;
    const auto& user = room->table.seats()[static_cast<std::size_t>(seat)].user;
    const auto since = user ? away_since_ms(*user) : std::nullopt;
    return since && world_.now_ms() - *since >= world_.grace_ms;
  };
  world.substitute_bot = substitute_bot;
  if (room != nullptr) world.rematch = world_.new_game(room->game, room->game);
  return world;
}

// Messages

void Hub::on(ViewerNumber viewer, const ClientHello& hello) {
  Json json;
  if (hello.protocol == client_protocol_version) {
    json["hello"]["protocol"] = client_protocol_version;
    json["hello"]["user"] = to_text(connections_.at(viewer).user);
    json["hello"]["now_ms"] = world_.now_ms();
    json["hello"]["grace_ms"] = world_.grace_ms;
  } else {
    json["reload"]["protocol"] = client_protocol_version;
  }
  send(viewer, dump(json));
}

void Hub::on(ViewerNumber viewer, const CreateTable& create) {
  const Id user = connections_.at(viewer).user;
  const Id game = world_.new_game(user, create.command);
  load(game, [this, viewer, game, create](Room* room) {
    if (room == nullptr) return create_if_allowed(viewer, create, game);
    // The answer was lost on the way: the table is there.
    add_viewer(*room, viewer);
    acknowledge(viewer, create.command, game, room->seq);
    show(*room, viewer);
  });
}

void Hub::create_if_allowed(ViewerNumber viewer, const CreateTable& create, const Id& game) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  if (open_tables_ >= world_.most_tables) return refuse(viewer, create.command, "server_full");
  const Id user = connection->second.user;
  games_of(user, [this, viewer, user, create, game](const auto& rows) {
    if (!rows) return refuse(viewer, create.command, "unavailable");
    const auto open = std::ranges::count_if(
        *rows, [](const GameRow& row) { return row.status != GameStatus::ended; });
    if (open >= world_.tables_per_user) return refuse(viewer, create.command, "too_many_tables");
    create_table(viewer, {create.plan, user, ""}, game, create.command, create.name);
  });
}

void Hub::create_table(ViewerNumber viewer, const TableCreated& created, const Id& game,
                       const Id& command, const std::string& name) {
  TableCreated with_code = created;
  with_code.code = world_.new_code();
  const auto outcome = decide_create(with_code, name, table_world(nullptr));
  if (!outcome) return refuse(viewer, command, code_of(outcome.error().code));
  auto request = append_request(game, 0, Table{}, *outcome, world_.now_ms(), command);
  store_.append(std::move(request), [this, viewer, created, game, command, name](auto answer) {
    world_.post([this, viewer, created, game, command, name, answer = std::move(answer)] {
      using Kind = AppendRefusal::Kind;
      if (!answer && answer.error().kind == Kind::code_taken)
        return create_table(viewer, created, game, command, name);
      if (!answer && answer.error().kind == Kind::unavailable) {
        world_.log("not_stored", {{"game", to_text(game)}, {"why", answer.error().why}});
        return refuse(viewer, command, "unavailable");
      }
      if (answer) {
        ++figures_.commands_stored;
        ++open_tables_;
      }
      load(game, [this, viewer, command, game](Room* room) {
        if (room == nullptr) return refuse(viewer, command, "unavailable");
        log_change(*room, std::nullopt);
        add_viewer(*room, viewer);
        acknowledge(viewer, command, game, room->seq);
        show(*room, viewer);
      });
    });
  });
}

void Hub::on(ViewerNumber viewer, const QuickMatch& quick) {
  const Id user = connections_.at(viewer).user;
  for (const Id& game : listed_) {
    Room& room = *rooms_.at(game);
    if (!is_listed(room) || !suits(room.table.plan(), quick.plan)) continue;
    if (room.table.seat_of(user)) {
      add_viewer(room, viewer);
      acknowledge(viewer, quick.command, game, room.seq);
      return show(room, viewer);
    }
    add_viewer(room, viewer);
    // Somebody else may be faster; then there is another table, or a new one.
    return enqueue(room, [this, &room, viewer, quick, user, now = world_.now_ms()] {
      const auto outcome =
          decide(room.table, user, JoinTable{quick.name, std::nullopt}, table_world(&room));
      if (outcome) return store(room, {*outcome, now, quick.command, viewer});
      if (outcome.error().code == RefusalCode::bad_name)
        return refuse(viewer, quick.command, code_of(outcome.error().code));
      if (connections_.contains(viewer)) on(viewer, quick);
    });
  }
  on(viewer, CreateTable{quick.command, quick.plan, quick.name});
}

void Hub::on(ViewerNumber viewer, const WatchTable& watch) {
  load(watch.game, [this, viewer, watch](Room* room) {
    if (room == nullptr)
      return send_error(viewer, {{"game", to_text(watch.game)}, {"code", "no_such_table"}});
    if (!connections_.contains(viewer)) return;
    add_viewer(*room, viewer);
    // The others see that somebody is back.
    if (room->table.seat_of(connections_.at(viewer).user)) {
      list(*room);
      return show(*room);
    }
    show(*room, viewer);
  });
}

void Hub::on(ViewerNumber viewer, const UnwatchTable& unwatch) {
  connections_.at(viewer).watching.erase(unwatch.game);
  if (const auto room = rooms_.find(unwatch.game); room != rooms_.end())
    room->second->viewers.erase(viewer);
  unload_if_idle(unwatch.game);
}

void Hub::on(ViewerNumber viewer, const EnterLobby& /*enter*/) {
  connections_.at(viewer).in_lobby = true;
  send(viewer, lobby_message());
}

void Hub::on(ViewerNumber viewer, const LeaveLobby& /*leave*/) {
  connections_.at(viewer).in_lobby = false;
}

void Hub::on(ViewerNumber viewer, const SayPhrase& say) {
  Connection& connection = connections_.at(viewer);
  const auto room = rooms_.find(say.game);
  const auto seat = room == rooms_.end() || !room->second->loaded
                        ? std::nullopt
                        : room->second->table.seat_of(connection.user);
  if (!seat) return send_error(viewer, {{"game", to_text(say.game)}, {"code", "not_at_table"}});
  const std::int64_t now = world_.now_ms();
  const std::int64_t until = std::max(connection.phrases_until_ms, now) + phrase_ms;
  if (until - now > phrase_burst_ms)
    return send_error(viewer, {{"game", to_text(say.game)}, {"code", "too_fast"}});
  connection.phrases_until_ms = until;
  Json json;
  json["phrase"] = {{"game", to_text(say.game)}, {"seat", *seat}, {"phrase", say.phrase}};
  const std::string message = dump(json);
  for (const ViewerNumber other : room->second->viewers) send(other, message);
}

void Hub::on(ViewerNumber viewer, const TableRequest& request) {
  load(request.game, [this, viewer, request, received = world_.now_ms()](Room* room) {
    if (room == nullptr) return refuse(viewer, request.command, "no_such_table");
    enqueue(*room, [this, room, viewer, request, received] {
      carry_out(*room, viewer, request, received);
    });
  });
}

// The life of a command: decided, committed, acknowledged, shown.

void Hub::carry_out(Room& room, ViewerNumber viewer, const TableRequest& request,
                    std::int64_t received_ms) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  const Id user = connection->second.user;
  // Whoever sits or sat here hears what comes of it.
  if (room.table.seat_of(user)) add_viewer(room, viewer);
  if (auto late = decide_timeout(room.table, received_ms, table_world(&room)); !late.empty()) {
    room.waiting.emplace_front([this, &room, viewer, request, received_ms] {
      carry_out(room, viewer, request, received_ms);
    });
    return store(room, {std::move(late), received_ms, std::nullopt, std::nullopt});
  }
  if (request.expected_seq != room.seq) return answer_stale(room, viewer, request);
  const auto outcome = decide(room.table, user, request.what, table_world(&room));
  if (!outcome) return answer_refused(room, viewer, request, outcome.error());
  if (std::holds_alternative<AskRematch>(request.what))
    return make_rematch(room, viewer, request.command, *outcome);
  store(room, {*outcome, received_ms, request.command, viewer});
}

/// It may be a command that was carried out before and whose answer was lost on the way.
void Hub::answer_refused(Room& room, ViewerNumber viewer, const TableRequest& request,
                         const TableRefusal& refusal) {
  room.busy = true;
  store_.find_command(
      room.game, request.command, [this, &room, viewer, request, refusal](auto found) {
        world_.post([this, &room, viewer, request, refusal, found = std::move(found)] {
          room.busy = false;
          if (found && *found) {
            acknowledge(viewer, request.command, room.game, **found);
          } else {
            ++figures_.commands_refused;
            Json error = {{"id", to_text(request.command)}, {"code", code_of(refusal.code)}};
            if (refusal.illegal) {
              error["reason"] = code_of(refusal.illegal->reason);
              if (refusal.illegal->cell)
                error["cell"] = {refusal.illegal->cell->x, refusal.illegal->cell->y};
            }
            send_error(viewer, std::move(error));
          }
          run_next(room);
        });
      });
}

/// With what the client has missed, unless the command is one that was carried out.
void Hub::answer_stale(Room& room, ViewerNumber viewer, const TableRequest& request) {
  room.busy = true;
  store_.find_command(
      room.game, request.command, [this, &room, viewer, request](const auto& found) {
        const bool known = found && *found;
        const std::uint64_t seq = known ? **found : 0;
        store_.read(
            room.game, request.expected_seq,
            [this, &room, viewer, request, known, seq](auto events) {
              world_.post([this, &room, viewer, request, known, seq, events = std::move(events)] {
                room.busy = false;
                if (known) {
                  acknowledge(viewer, request.command, room.game, seq);
                } else {
                  ++figures_.commands_refused;
                  Json missed = Json::array();
                  if (events)
                    for (const StoredEvent& stored : *events)
                      if (const auto event = from_stored(stored))
                        missed.push_back(public_event(*event, stored.seq, stored.time_ms));
                  send_error(viewer, {{"id", to_text(request.command)},
                                      {"code", "stale"},
                                      {"game", to_text(room.game)},
                                      {"seq", room.seq},
                                      {"missed", std::move(missed)}});
                }
                show(room, viewer);
                run_next(room);
              });
            });
      });
}

/// The new table first: should the server stop in between, the same table is found again.
void Hub::make_rematch(Room& room, ViewerNumber viewer, const Id& command,
                       std::vector<TableEvent> events) {
  if (events.empty()) return acknowledge(viewer, command, room.game, room.seq);
  const Id game = std::get<RematchMade>(events.front()).game;
  const Id user = connections_.at(viewer).user;
  const int seat = *room.table.seat_of(user);
  const TableCreated created{rematch_plan(room.table), user, world_.new_code()};
  const auto outcome = decide_create(
      created, room.table.seats()[static_cast<std::size_t>(seat)].name, table_world(nullptr));
  if (!outcome) return refuse(viewer, command, code_of(outcome.error().code));
  room.busy = true;
  store_.append(
      append_request(game, 0, Table{}, *outcome, world_.now_ms(), command),
      [this, &room, viewer, command, events = std::move(events)](auto answer) {
        world_.post([this, &room, viewer, command, events, answer = std::move(answer)] {
          room.busy = false;
          using Kind = AppendRefusal::Kind;
          if (!answer && answer.error().kind == Kind::code_taken && connections_.contains(viewer))
            return make_rematch(room, viewer, command, events);
          if (!answer && answer.error().kind == Kind::unavailable) {
            refuse(viewer, command, "unavailable");
            return run_next(room);
          }
          store(room, {events, world_.now_ms(), command, viewer});
        });
      });
}

/// Committed, then acknowledged, then shown.
void Hub::store(Room& room, Storing what) {
  room.busy = true;
  auto request =
      append_request(room.game, room.seq, room.table, what.events, what.time_ms, what.command);
  store_.append(std::move(request), [this, &room, what = std::move(what)](auto outcome) {
    world_.post([this, &room, what, outcome = std::move(outcome)] {
      room.busy = false;
      stored(room, what, outcome);
      run_next(room);
    });
  });
}

void Hub::stored(Room& room, const Storing& what,
                 const Result<std::uint64_t, AppendRefusal>& outcome) {
  using Kind = AppendRefusal::Kind;
  if (outcome) {
    ++figures_.commands_stored;
    const GameStatus before = room.table.status();
    for (const TableEvent& event : what.events) room.table.apply(event, what.time_ms);
    room.seq = *outcome;
    set_deadline(room.game, room.table.deadline_ms());
    if (before != GameStatus::ended && room.table.status() == GameStatus::ended) --open_tables_;
    log_change(room, before);
    if (what.sender && what.command) {
      add_viewer(room, *what.sender);
      acknowledge(*what.sender, *what.command, room.game, room.seq);
    }
    list(room);
    show(room);
    ask_bot(room);
    return;
  }
  if (outcome.error().kind == Kind::unavailable)
    world_.log("not_stored", {{"game", to_text(room.game)}, {"why", outcome.error().why}});
  if (what.sender && what.command) {
    if (outcome.error().kind == Kind::repeated)
      acknowledge(*what.sender, *what.command, room.game, outcome.error().seq);
    else
      refuse(*what.sender, *what.command,
             outcome.error().kind == Kind::stale ? "stale" : "unavailable");
  } else {
    // A bot's move or a clock's that could not be stored is tried again.
    set_deadline(room.game, room.table.deadline_ms());
    world_.after(alive_every_ms, [this, game = room.game] {
      if (const auto found = rooms_.find(game); found != rooms_.end()) ask_bot(*found->second);
    });
  }
}

void Hub::log_change(const Room& room, std::optional<GameStatus> before) const {
  const GameStatus now = room.table.status();
  if (before == now) return;
  Json with = {{"game", to_text(room.game)}, {"variant", room.table.plan().rules.variant}};
  if (!before) world_.log("table_created", with);
  if (before.value_or(GameStatus::waiting) == now) return;
  if (now == GameStatus::ended && room.table.game())
    with["reason"] = code_of(room.table.game()->position().end->reason);
  world_.log(now == GameStatus::ended ? "game_ended" : "game_started", with);
}

// Bots and clocks

/// A bot at turn thinks elsewhere, with nothing but its view.
void Hub::ask_bot(Room& room) {
  if (!room.loaded || room.bot_thinks || room.table.status() != GameStatus::running ||
      room.table.paused())
    return;
  const Game& game = *room.table.game();
  const int seat = game.position().turn;
  const auto level = bot_named(room.table.seats()[static_cast<std::size_t>(seat)].bot);
  if (!level) return;
  room.bot_thinks = true;
  world_.think([this, &room, seat, seq = room.seq, seen = view(game, seat), choose = level->choose,
                seed = world_.new_seed(), began = world_.now_ms()] {
    Random random(seed);
    Budget budget;
    if (world_.bot_time_ms > 0)
      budget.time_spent = [this, began] {
        return static_cast<double>(world_.now_ms() - began) /
               static_cast<double>(world_.bot_time_ms);
      };
    Move move = choose(seen, random, budget);
    world_.post([this, &room, seat, seq, began, move = std::move(move)] {
      const std::int64_t pace = world_.bot_pace_ms;
      const std::int64_t thought = world_.now_ms() - began;
      const std::int64_t wait = pace == 0 ? 0 : (thought / pace + 1) * pace - thought;
      if (wait == 0) return move_bot(room, seat, seq, move);
      world_.after(wait, [this, &room, seat, seq, move] { move_bot(room, seat, seq, move); });
    });
  });
}

void Hub::move_bot(Room& room, int seat, std::uint64_t seq, const Move& move) {
  enqueue(room, [this, &room, seat, seq, move] {
    room.bot_thinks = false;
    if (room.seq != seq) return ask_bot(room);
    const auto outcome = decide_bot_move(room.table, seat, move, table_world(&room));
    if (!outcome) return world_.log("bot_refused", {{"game", to_text(room.game)}});
    ++figures_.bot_moves;
    store(room, {*outcome, world_.now_ms(), std::nullopt, std::nullopt});
  });
}

void Hub::time_out(const Id& game) {
  load(game, [this](Room* room) {
    if (room == nullptr) return;
    enqueue(*room, [this, room] {
      const std::int64_t now = world_.now_ms();
      auto events = decide_timeout(room->table, now, table_world(room));
      if (events.empty()) return set_deadline(room->game, room->table.deadline_ms());
      store(*room, {std::move(events), now, std::nullopt, std::nullopt});
    });
  });
}

void Hub::tick() {
  const std::int64_t now = world_.now_ms();
  if (now - alive_ms_ >= alive_every_ms) {
    alive_ms_ = now;
    store_.keep_alive(now);
    std::erase_if(last_seen_ms_,
                  [&](const auto& seen) { return now - seen.second > remember_seen_ms; });
  }
  std::vector<Id> due;
  for (const auto& [deadline, game] : deadlines_) {
    if (deadline > now) break;
    due.push_back(game);
  }
  for (const Id& game : due) {
    set_deadline(game, std::nullopt);
    time_out(game);
  }
  if (std::exchange(lobby_changed_, false)) {
    const std::string message = lobby_message();
    for (const auto& [number, connection] : connections_)
      if (connection.in_lobby) connection.send(message);
  }
}

// What leaves

TableMoment Hub::moment(const Room& room) const {
  return {room.game, room.seq, world_.now_ms(),
          [this](const Id& user) { return away_since_ms(user); }};
}

void Hub::show(const Room& room) {
  std::string to_spectators;
  const TableMoment now = moment(room);
  for (const ViewerNumber viewer : room.viewers) {
    const Connection& connection = connections_.at(viewer);
    if (room.table.seat_of(connection.user) || connection.user == room.table.host()) {
      connection.send(table_message(shown_to(connection.user, room.table, now)));
      continue;
    }
    if (to_spectators.empty())
      to_spectators = table_message(shown_to(std::nullopt, room.table, now));
    connection.send(to_spectators);
  }
}

void Hub::show(const Room& room, ViewerNumber viewer) {
  const auto found = connections_.find(viewer);
  if (found == connections_.end()) return;
  found->second.send(table_message(shown_to(found->second.user, room.table, moment(room))));
}

/// Where somebody waits for others who may come.
bool Hub::is_listed(const Room& room) const {
  const Table& table = room.table;
  if (!table.plan().in_lobby || table.status() != GameStatus::waiting || table.locked())
    return false;
  return std::ranges::any_of(table.seats(), [this](const TableSeat& seat) {
    return seat.user && !away_since_ms(*seat.user);
  });
}

void Hub::list(const Room& room) {
  if (!room.table.plan().in_lobby) return;
  if (room.table.status() == GameStatus::waiting)
    listed_.insert(room.game);
  else
    listed_.erase(room.game);
  lobby_changed_ = true;
}

std::string Hub::lobby_message() const {
  Json json;
  json["lobby"]["tables"] = Json::array();
  for (const Id& game : listed_) {
    const Room& room = *rooms_.at(game);
    if (is_listed(room))
      json["lobby"]["tables"].push_back(
          lobby_entry(shown_to(std::nullopt, room.table, moment(room))));
  }
  return dump(json);
}

// Requests without a stream

void Hub::find_code(const std::string& code, GameAnswer answer) {
  store_.find_code(code, [this, answer = std::move(answer)](auto found) {
    world_.post([answer, found = std::move(found)] { answer(found); });
  });
}

void Hub::games_of(const Id& user, GamesAnswer answer) {
  store_.games_of(user, most_games_of_user, [this, answer = std::move(answer)](auto found) {
    world_.post([answer, found = std::move(found)] { answer(found); });
  });
}

void Hub::look_at(const Id& game, std::function<void(std::optional<std::string> message)> answer) {
  load(game, [this, answer = std::move(answer)](Room* room) {
    if (room == nullptr) return answer(std::nullopt);
    answer(table_message(shown_to(std::nullopt, room->table, moment(*room))));
    unload_if_idle(room->game);
  });
}

void Hub::record(const Id& game,
                 std::function<void(Result<std::string, std::string> text)> answer) {
  load(game, [this, answer = std::move(answer)](Room* room) {
    if (room == nullptr) return answer(Unexpected{std::string("no_such_table")});
    const auto& played = room->table.game();
    const auto finished = played ? FinishedGame::of(*played) : std::nullopt;
    if (finished)
      answer(to_text(record_of(*finished, room->table.plan().theme)));
    else
      answer(Unexpected{std::string("not_ended")});
    unload_if_idle(room->game);
  });
}

}  // namespace sixfold
