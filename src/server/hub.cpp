#include "server/hub.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "record/json.hpp"
#include "server/table_view.hpp"

namespace sixfold {

/// A table that is in memory. One thing at a time happens to it: what comes while an append is
/// under way waits.
struct Hub::Room {
  Id game;
  Table table;
  std::uint64_t seq = 0;
  bool loaded = false;
  bool busy = false;
  bool bot_thinks = false;
  std::deque<std::function<void()>> waiting;
  std::vector<std::function<void(Room*)>> loading;
};

Hub::Hub(Store& store, HubWorld world) : store_(store), world_(std::move(world)) {}
Hub::~Hub() = default;

void Hub::begin(std::function<void(const std::optional<ReadFault>&)> ready) {
  store_.open_games([this, ready = std::move(ready)](auto games) {
    world_.post([this, ready, games = std::move(games)] {
      if (!games) return ready(games.error());
      for (const GameRow& row : *games)
        if (row.deadline_ms) deadlines_[row.game] = *row.deadline_ms;
      ready(std::nullopt);
    });
  });
}

// Connections

ViewerNumber Hub::connect(const Id& user, SendMessage send) {
  connections_[++last_viewer_] = {user, std::move(send), {}};
  last_seen_ms_.erase(user);
  return last_viewer_;
}

void Hub::disconnect(ViewerNumber viewer) {
  const auto found = connections_.find(viewer);
  if (found == connections_.end()) return;
  const Connection gone = std::move(found->second);
  connections_.erase(found);
  for (const auto& [number, connection] : connections_)
    if (connection.user == gone.user) return;
  last_seen_ms_[gone.user] = world_.now_ms();
  for (const Id& game : gone.watching)
    if (const auto room = rooms_.find(game); room != rooms_.end()) show(*room->second);
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

void Hub::refuse(ViewerNumber viewer, const Id& command, std::string_view code,
                 const std::optional<IllegalMove>& illegal) {
  Json json;
  json["error"]["id"] = to_text(command);
  json["error"]["code"] = code;
  if (illegal) {
    json["error"]["reason"] = code_of(illegal->reason);
    if (illegal->cell) json["error"]["cell"] = {illegal->cell->x, illegal->cell->y};
  }
  send(viewer, dump(json));
}

// Tables

void Hub::load(const Id& game, std::function<void(Room*)> use) {
  auto& room = rooms_[game];
  if (room && room->loaded) return use(room.get());
  if (!room) {
    room = std::make_unique<Room>();
    room->game = game;
    store_.read(game, 0, [this, game](auto events) {
      world_.post([this, game, events = std::move(events)] {
        Room& loading = *rooms_.at(game);
        bool whole = events.has_value() && !events->empty();
        if (whole)
          for (const StoredEvent& stored : *events) {
            const auto event = from_stored(stored);
            if (!event) {
              whole = false;
              break;
            }
            loading.table.apply(*event, stored.time_ms);
            loading.seq = stored.seq;
          }
        const auto waiting = std::exchange(loading.loading, {});
        loading.loaded = whole;
        if (!whole) {
          for (const auto& waits : waiting) waits(nullptr);
          rooms_.erase(game);
          return;
        }
        deadlines_.erase(game);
        for (const auto& waits : waiting) waits(&loading);
        ask_bot(loading);
      });
    });
  }
  room->loading.push_back(std::move(use));
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
}

bool Hub::is_away(const Id& user) const { return last_seen_ms_.contains(user); }

TableWorld Hub::table_world(const Room& room) const {
  TableWorld world;
  const auto random = std::make_shared<Random>(world_.new_seed());
  world.deal = [random](const Ruleset& rules, std::vector<Player> players,
                        std::optional<int> favoured) {
    Setup setup = deal(rules, std::move(players), *random);
    const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
    if (favoured && std::ranges::find(openers, *favoured) != openers.end())
      setup.opener = *favoured;
    return setup;
  };
  world.answer = [random](const Game& game) {
    return answer_for(game.rules(), game.position(), *random);
  };
  world.away = [this, &room](int seat) {
    const auto& user = room.table.seats()[static_cast<std::size_t>(seat)].user;
    const auto seen = user ? last_seen_ms_.find(*user) : last_seen_ms_.end();
    return seen != last_seen_ms_.end() && world_.now_ms() - seen->second >= world_.grace_ms;
  };
  world.substitute_bot = std::string(all_bots().back().name);
  return world;
}

void Hub::create(ViewerNumber viewer, const Id& command, const TablePlan& plan,
                 const std::string& name) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  const Id user = connection->second.user;
  const Id game = world_.new_id();
  auto& room = rooms_[game];
  room = std::make_unique<Room>();
  room->game = game;
  room->loaded = true;
  Table created;
  std::vector<TableEvent> events{TableCreated{plan, user}};
  created.apply(events.front(), 0);
  const auto joined = decide(created, user, JoinTable{name, std::nullopt}, table_world(*room));
  if (!joined && joined.error().code != RefusalCode::no_free_seat) {
    rooms_.erase(game);
    return refuse(viewer, command, code_of(joined.error().code));
  }
  if (joined) events.insert(events.end(), joined->begin(), joined->end());
  connection->second.watching.insert(game);
  store(*room, std::move(events), command, viewer);
}

void Hub::watch(ViewerNumber viewer, const Id& game) {
  load(game, [this, viewer, game](Room* room) {
    const auto connection = connections_.find(viewer);
    if (connection == connections_.end()) return;
    if (room == nullptr) return refuse(viewer, game, "no_such_table");
    connection->second.watching.insert(game);
    show(*room);
  });
}

void Hub::request(ViewerNumber viewer, const TableRequest& request) {
  load(request.game, [this, viewer, request](Room* room) {
    if (room == nullptr) return refuse(viewer, request.command, "no_such_table");
    enqueue(*room, [this, room, viewer, request] { carry_out(*room, viewer, request); });
  });
}

void Hub::carry_out(Room& room, ViewerNumber viewer, const TableRequest& request) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  const Id user = connection->second.user;
  std::string code;
  std::optional<IllegalMove> illegal;
  if (request.expected_seq != room.seq) {
    code = "stale";
  } else {
    const auto outcome = decide(room.table, user, request.what, table_world(room));
    if (outcome) return store(room, *outcome, request.command, viewer);
    code = code_of(outcome.error().code);
    illegal = outcome.error().illegal;
  }
  // It may be a command that was carried out before and whose answer was lost on the way.
  room.busy = true;
  store_.find_command(
      room.game, request.command, [this, &room, viewer, request, code, illegal](auto found) {
        world_.post([this, &room, viewer, request, code, illegal, found = std::move(found)] {
          room.busy = false;
          if (found && *found)
            acknowledge(viewer, request.command, room.game, **found);
          else
            refuse(viewer, request.command, code, illegal);
          if (code == "stale") show(room);
          run_next(room);
        });
      });
}

/// Committed, then acknowledged, then shown.
void Hub::store(Room& room, std::vector<TableEvent> events, std::optional<Id> command,
                std::optional<ViewerNumber> sender) {
  const std::int64_t now = world_.now_ms();
  // The row that start-up reads is that of the table as it will be.
  Table after = room.table;
  AppendRequest append{room.game, room.seq, now, {}, command, GameStatus::waiting, {}};
  for (const TableEvent& event : events) {
    after.apply(event, now);
    append.events.push_back(to_stored(event));
  }
  append.status = after.status();
  append.deadline_ms = after.deadline_ms();
  room.busy = true;
  store_.append(std::move(append), [this, &room, events = std::move(events), command, sender,
                                    now](auto outcome) {
    world_.post([this, &room, events, command, sender, now, outcome = std::move(outcome)] {
      room.busy = false;
      if (outcome) {
        room.seq = *outcome;
        stored(room, events, now);
        if (sender && command) acknowledge(*sender, *command, room.game, room.seq);
        show(room);
        ask_bot(room);
      } else if (sender && command) {
        const AppendRefusal& refusal = outcome.error();
        if (refusal.kind == AppendRefusal::Kind::repeated)
          acknowledge(*sender, *command, room.game, refusal.seq);
        else
          refuse(*sender, *command,
                 refusal.kind == AppendRefusal::Kind::stale ? "stale" : "unavailable");
      }
      run_next(room);
    });
  });
}

void Hub::stored(Room& room, const std::vector<TableEvent>& events, std::int64_t time_ms) {
  for (const TableEvent& event : events) room.table.apply(event, time_ms);
}

void Hub::show(const Room& room) {
  const auto away = [&](int seat) {
    const auto& user = room.table.seats()[static_cast<std::size_t>(seat)].user;
    return user && is_away(*user);
  };
  for (const auto& [number, connection] : connections_)
    if (connection.watching.contains(room.game))
      connection.send(table_message(room.table, room.game, room.seq, connection.user, away));
}

/// A bot at turn thinks elsewhere, with nothing but its view.
void Hub::ask_bot(Room& room) {
  if (room.bot_thinks || room.table.status() != GameStatus::running || room.table.paused()) return;
  const Game& game = *room.table.game();
  const int seat = game.position().turn;
  const auto level = bot_named(room.table.seats()[static_cast<std::size_t>(seat)].bot);
  if (!level) return;
  room.bot_thinks = true;
  world_.think([this, &room, seat, seq = room.seq, seen = view(game, seat), choose = level->choose,
                seed = world_.new_seed()] {
    Random random(seed);
    Move move = choose(seen, random);
    world_.post([this, &room, seat, seq, move = std::move(move)] {
      room.bot_thinks = false;
      enqueue(room, [this, &room, seat, seq, move] {
        if (room.seq != seq) return ask_bot(room);
        const auto outcome = decide_bot_move(room.table, seat, move, table_world(room));
        if (outcome) store(room, *outcome, std::nullopt, std::nullopt);
      });
    });
  });
}

void Hub::tick() {
  const std::int64_t now = world_.now_ms();
  for (const auto& [game, deadline] : std::map(deadlines_))
    if (deadline <= now) load(game, [](Room* /*room*/) {});
  for (const auto& [game, room] : rooms_) {
    if (!room->loaded || room->busy) continue;
    auto events = decide_timeout(room->table, now, table_world(*room));
    if (!events.empty()) store(*room, std::move(events), std::nullopt, std::nullopt);
  }
}

}  // namespace sixfold
