#include "server/hub.hpp"

#include <algorithm>
#include <utility>

#include "play/dealer.hpp"
#include "server/table_notices.hpp"
#include "server/table_record.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t forget_every_ms = 60'000;
constexpr Rate phrases_of_user{2'000, 4};
constexpr Rate own_asked_by_user{1'000, 20};
constexpr Rate searches_of_user{2'000, 20};
// For commands other than moves.
constexpr Rate changes_of_user{2'000, 20};
constexpr Rate changes_of_table{500, 60};
// What hosts can do at their tables, such as locking it, however many strangers come and go.
constexpr Rate changes_of_host{2'000, 20};
constexpr int most_games_of_user = 200;

HubServices with_steady_clock(HubServices services) {
  if (!services.steady_ms) services.steady_ms = services.now_ms;
  return services;
}

}  // namespace

void deal_by_seed(HubServices& services, const std::function<std::uint64_t()>& new_seed) {
  services.deal = [new_seed](const Ruleset& rules, std::vector<Player> players) {
    Random random(new_seed());
    return deal(rules, std::move(players), random);
  };
  services.answer = [new_seed](const Game& game) {
    Random random(new_seed());
    return answer_for(game.rules(), game.position(), random);
  };
}

Hub::Hub(store::Store& store, HubServices services)
    : store_(store),
      services_(with_steady_clock(std::move(services))),
      time_(services_.now_ms, services_.steady_ms),
      presence_(services_.now_ms(), services_.alone),
      nodes_(store_, services_, time_, presence_, nodes_host()),
      bots_(services_, bots_host()),
      tables_of_user_(services_.tables_of_user),
      tables_of_address_(services_.tables_of_address),
      changes_of_user_(changes_of_user),
      changes_of_table_(changes_of_table),
      changes_of_host_(changes_of_host),
      phrases_of_user_(phrases_of_user),
      own_asked_by_user_(own_asked_by_user),
      searches_of_user_(searches_of_user) {
  services_.now_ms = [this] { return time_.now_ms(); };
}
Hub::~Hub() = default;

bool Hub::is_at_rest() const {
  return std::ranges::none_of(rooms_,
                              [](const auto& room) { return room.second->queue.is_held(); });
}

HubFigures Hub::figures() const {
  HubFigures figures = figures_;
  figures.viewers = connections_.size();
  figures.tables_in_memory = rooms_.size();
  figures.open_tables = static_cast<std::size_t>(open_tables_);
  figures.bots_waiting = bots_.waiting();
  return figures;
}

// Connections

ViewerNumber Hub::connect(Identity who, SendMessage send, std::function<void()> close) {
  Connection& connection = connections_[++last_viewer_];
  connection.user = who.user;
  connection.who = std::move(who);
  connection.send = std::move(send);
  connection.close = std::move(close);
  presence_.arrive(connection.user);
  list_tables_of(connection.user);
  return last_viewer_;
}

void Hub::disconnect(ViewerNumber viewer) {
  const auto found = connections_.find(viewer);
  if (found == connections_.end()) return;
  unfollow(viewer);
  const Connection gone = std::move(found->second);
  connections_.erase(found);
  const bool was_last = presence_.leave(gone.user, services_.now_ms());
  for (const Id& game : gone.watching) {
    const auto room = rooms_.find(game);
    if (room == rooms_.end()) continue;
    room->second->viewers.erase(viewer);
    if (was_last && room->second->table.seat_of(gone.user)) show(*room->second);
    unload_if_idle(game);
  }
  if (was_last) list_tables_of(gone.user);
}

void Hub::receive(ViewerNumber viewer, std::string_view text) {
  if (!connections_.contains(viewer)) return;
  const auto message = parse_client_message(text);
  if (!message) {
    ++figures_.commands_refused;
    const auto& [form, command] = message.error();
    return send(
        viewer,
        protocol::Error{
            .id = command, .code = form.code, .where = form.where, .message = form.message});
  }
  std::visit([this, viewer](const auto& what) { on(viewer, what); }, *message);
}

void Hub::send(ViewerNumber viewer, const protocol::ServerMessage& message) {
  if (const auto found = connections_.find(viewer); found != connections_.end())
    found->second.send(to_text(message));
}

void Hub::acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq) {
  send(viewer, protocol::Ack{command, game, seq});
}

void Hub::refuse(ViewerNumber viewer, const Id& command, std::string_view code) {
  ++figures_.commands_refused;
  send(viewer, protocol::Error{.id = command, .code = std::string(code)});
}

// Messages

void Hub::on(ViewerNumber viewer, const ClientHello& hello) {
  if (hello.protocol != protocol::version) return send(viewer, protocol::Reload{});
  send(viewer, protocol::Hello{protocol::version, to_text(connections_.at(viewer).user),
                               services_.now_ms(), services_.grace_ms, services_.rated_grace_ms});
}

void Hub::on(ViewerNumber viewer, const CreateTable& create) {
  unless_done_before(viewer, create.command, [this, viewer, create] {
    if (!create.invite.empty()) return find_invited(viewer, create);
    static_cast<void>(create_if_allowed(viewer, create));
  });
}

void Hub::on(ViewerNumber viewer, const WatchTable& watch) {
  load(watch.game, [this, viewer, watch](Room* room, NoRoom why_not) {
    if (room == nullptr)
      return send(viewer,
                  protocol::Error{.game = watch.game, .code = std::string(code_of(why_not))});
    if (!connections_.contains(viewer)) return;
    add_viewer(*room, viewer);
    // Show the others once that the player is back.
    if (room->shown_away.contains(connections_.at(viewer).user)) return show(*room);
    show(*room, viewer);
  });
}

void Hub::on(ViewerNumber viewer, const UnwatchTable& unwatch) {
  stop_watching(viewer, unwatch.game);
}

void Hub::on(ViewerNumber viewer, const SayPhrase& say) {
  const Connection& connection = connections_.at(viewer);
  const Room* const room = loaded_room(say.game);
  const auto seat = room == nullptr ? std::nullopt : room->table.seat_of(connection.user);
  const auto refuse_phrase = [&](const char* code) {
    send(viewer, protocol::Error{.game = say.game, .code = code});
  };
  if (!seat) return refuse_phrase("not_at_table");
  if (muted_.contains(connection.user)) return refuse_phrase("muted");
  if (!phrases_of_user_.take(connection.user, services_.steady_ms()))
    return refuse_phrase("too_fast");
  const SaidPhrase said{services_.node, say.game, *seat, say.phrase};
  tell_phrase(said);
  services_.publish(said);
}

/// Sends the phrase to viewers on this server.
void Hub::tell_phrase(const SaidPhrase& said) {
  const auto room = rooms_.find(said.game);
  if (room == rooms_.end()) return;
  const protocol::SaidPhrase message{said.game, said.seat, std::string(said.phrase)};
  for (const ViewerNumber viewer : room->second->viewers) send(viewer, message);
}

void Hub::on(ViewerNumber viewer, const TableRequest& request) {
  load(request.game,
       [this, viewer, request, received = services_.now_ms()](Room* room, NoRoom why_not) {
         if (room == nullptr) return refuse(viewer, request.command, code_of(why_not));
         if (room->queue.is_full()) return refuse(viewer, request.command, "busy");
         enqueue(*room, [this, room, viewer, request, received] {
           carry_out(*room, viewer, request, received);
         });
       });
}

void Hub::tick() {
  nodes_.watch_clock();
  for (const Id& game : deadlines_.take_due(services_.now_ms())) time_out(game);
  nodes_.report_if_due();
  show_lobby_changes();
  forget_idle(services_.steady_ms());
}

void Hub::forget_idle(std::int64_t steady_ms) {
  if (steady_ms - forgot_ms_ < forget_every_ms) return;
  forgot_ms_ = steady_ms;
  tables_of_user_.forget_idle(steady_ms);
  tables_of_address_.forget_idle(steady_ms);
  changes_of_user_.forget_idle(steady_ms);
  changes_of_table_.forget_idle(steady_ms);
  changes_of_host_.forget_idle(steady_ms);
  phrases_of_user_.forget_idle(steady_ms);
  own_asked_by_user_.forget_idle(steady_ms);
  searches_of_user_.forget_idle(steady_ms);
}

// Outgoing messages

TableMoment Hub::moment(const Room& room) const {
  return {room.game, room.seq, services_.now_ms(),
          [this](const Id& user) { return presence_.away_since_ms(user); }};
}

void Hub::show(Room& room) {
  room.shown_away = away_at(room);
  if (room.viewers.empty()) return;
  TableMessages messages(room.table, moment(room));
  // Written once for all spectators, and once for all connections of a player.
  std::map<std::optional<Id>, std::string> written;
  for (const ViewerNumber viewer : room.viewers) {
    const Connection& connection = connections_.at(viewer);
    std::optional<Id> user;
    if (room.table.seat_of(connection.user) || connection.user == room.table.host())
      user = connection.user;
    std::string& message = written[user];
    if (message.empty()) message = messages.to(user);
    connection.send(message);
  }
}

void Hub::show(Room& room, ViewerNumber viewer) {
  const auto found = connections_.find(viewer);
  if (found == connections_.end()) return;
  room.shown_away.merge(away_at(room));
  found->second.send(to_text(shown_to(found->second.user, room.table, moment(room))));
}

std::set<Id> Hub::away_at(const Room& room) const {
  std::set<Id> away;
  for (const TableSeat& seat : room.table.seats())
    if (seat.user && presence_.away_since_ms(*seat.user)) away.insert(*seat.user);
  return away;
}

// The lobby

void Hub::on(ViewerNumber viewer, const EnterLobby& enter) {
  connections_.at(viewer).in_lobby = true;
  connections_.at(viewer).send(lobby_.page(enter.after));
}

void Hub::on(ViewerNumber viewer, const LeaveLobby& /*leave*/) {
  connections_.at(viewer).in_lobby = false;
}

/// To be called whenever the table or the presence of its players has changed.
void Hub::list(const Room& room) { lobby_.update(room.table, moment(room)); }

/// To be called when the user has come or gone.
void Hub::list_tables_of(const Id& user) {
  for (const Id& game : std::set(lobby_.tables_of(user))) list(*rooms_.at(game));
}

void Hub::show_lobby_changes() {
  const std::string changes = lobby_.take_changes();
  if (changes.empty()) return;
  for (const auto& [number, connection] : connections_)
    if (connection.in_lobby) connection.send(changes);
}

// Requests without a stream

std::string Hub::lobby_page_after(const std::optional<Id>& after,
                                  std::optional<std::size_t> most) const {
  return lobby_.page(after, most);
}

void Hub::find_code(const std::string& code, store::GameAnswer answer) {
  store_.find_code(code, [this, answer = std::move(answer)](auto found) {
    services_.post([answer, found = std::move(found)] { answer(found); });
  });
}

void Hub::games_of(const Id& user, store::GamesAnswer answer) {
  store_.games_of(user, most_games_of_user, [this, answer = std::move(answer)](auto found) {
    services_.post([answer, found = std::move(found)] { answer(found); });
  });
}

void Hub::look_at(const Id& game,
                  std::function<void(Result<std::string, std::string> message)> answer) {
  load(game, [this, answer = std::move(answer)](Room* room, NoRoom why_not) {
    if (room == nullptr) return answer(Unexpected{std::string(code_of(why_not))});
    answer(to_text(shown_to(std::nullopt, room->table, moment(*room))));
    unload_if_idle(room->game);
  });
}

void Hub::record(const Id& game,
                 std::function<void(Result<std::string, std::string> text)> answer) {
  load(game, [this, answer = std::move(answer)](Room* room, NoRoom why_not) {
    if (room == nullptr) return answer(Unexpected{std::string(code_of(why_not))});
    if (auto text = record_text(room->table, room->game))
      answer(*std::move(text));
    else
      answer(Unexpected{std::string("not_ended")});
    unload_if_idle(room->game);
  });
}

void Hub::find_facts(const Id& game, const Id& player,
                     std::function<void(Result<TableFacts, NoRoom>)> answer) {
  load(game, [this, player, answer = std::move(answer)](Room* room, NoRoom why_not) {
    if (room == nullptr) return answer(Unexpected{why_not});
    const Table& table = room->table;
    const std::int64_t now = services_.now_ms();
    TableFacts facts{table.status(),
                     table.code(),
                     mover_of(table) == player,
                     keeps_seat_for(table, player),
                     table.deadline_ms(),
                     {},
                     {},
                     table.game() ? table.game()->turns().size() : 0,
                     table.turn_started_ms()};
    if (facts.deadline_ms) facts.time_left_ms = table.time_left_ms(now);
    if (const auto seat = table.seat_of(player))
      if (const auto holiday = next_holiday(nth(table.seats(), *seat).holidays, now);
          holiday && holiday->from_ms <= now)
        facts.holiday_until_ms = holiday->until_ms;
    answer(facts);
    unload_if_idle(room->game);
  });
}

}  // namespace sixfold::server
