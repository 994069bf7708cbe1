#include "simulation/referee.hpp"

#include <algorithm>
#include <array>

#include "record/hex.hpp"
#include "rules/indexed.hpp"
#include "server/table_view.hpp"
#include "simulation/hidden_tiles.hpp"

namespace sixfold::simulation {

namespace {

// After which everyone may know that somebody is there.
constexpr Micros presence_spreads = 15 * second;
// By which a node's clock may be off without anyone noticing.
constexpr std::int64_t clocks_differ_ms = 3'000;
constexpr std::size_t longest_backlog = 20'000;
// Those that a connection watches, and those that it makes a node look for: as many as it may ask
// for while the store does not answer.
constexpr std::size_t tables_per_viewer = 100 + 200 + 10 * 50;
constexpr std::size_t tables_beside = 100;

Id id_at(const Json& json, const char* key) { return parse_id(json.value(key, "")).value_or(Id{}); }

/// Since when whoever sits there is away, by what the message says.
std::function<std::optional<std::int64_t>(const Id&)> away_as_shown(const server::Table& table,
                                                                    const Json& shown) {
  return [&](const Id& user) -> std::optional<std::int64_t> {
    const auto seat = table.seat_of(user);
    if (!seat) return std::nullopt;
    const Json& at = nth(shown["seats"], *seat);
    if (!at.contains("away_since_ms")) return std::nullopt;
    return at["away_since_ms"].get<std::int64_t>();
  };
}

}  // namespace

server::Table fold(const std::vector<store::StoredEvent>& events, std::uint64_t seq) {
  server::Table table;
  for (std::uint64_t i = 0; i < seq && i < events.size(); ++i)
    if (const auto event = server::from_stored(events[i])) table.apply(*event, events[i].time_ms);
  return table;
}

Referee::Referee(Environment& environment, Ledger& ledger, SoundSince sound_since)
    : environment_(environment), ledger_(ledger), sound_since_(std::move(sound_since)) {
  ledger_.listen([this](const Id& game, const GameLog& log, const server::TableEvent& event,
                        std::int64_t /*time_ms*/) { heard_event(game, log, event); });
}

// What clients say

void Referee::asked(const std::string& message) {
  constexpr std::array<const char*, 6> may_find_it_done{"quick",     "rematch",   "lock",
                                                        "let-leave", "take-back", "pause"};
  if (std::ranges::none_of(may_find_it_done, [&](const char* what) {
        return message.find(what) != std::string::npos;
      }))
    return;
  const auto json = parse_json(message);
  if (!json || !json->is_object()) return;
  for (const auto& [key, body] : json->items())
    if (body.is_object() && body.contains("id") && body["id"].is_string())
      may_do_nothing_.insert(body["id"].get<std::string>());
}

void Referee::arrived(Node& node, const std::string& message) {
  if (message.find("\"act\"") == std::string::npos) return;
  const Json command = (*parse_json(message))["command"];
  const Id game = id_at(command, "game");
  const auto seq = command["seq"].get<std::uint64_t>();
  const GameLog* const log = ledger_.find(game);
  if (log == nullptr || log->events.size() != seq) return;
  const auto deadline = log->table.deadline_ms();
  if (deadline && node.has_true_time() && node.now_ms() + clocks_differ_ms < *deadline)
    timely_moves_[game] = {seq, node.number()};
}

void Referee::crashed(const Node& node) {
  std::erase_if(timely_moves_, [&](const auto& move) { return move.second.node == node.number(); });
}

// What is stored

void Referee::heard_event(const Id& game, const GameLog& log, const server::TableEvent& event) {
  const auto* const left = std::get_if<server::PlayerLeft>(&event);
  const auto found = timely_moves_.find(game);
  if (found != timely_moves_.end() && found->second.seq <= log.events.size()) {
    const bool lost = found->second.seq == log.events.size() && left != nullptr &&
                      left->reason == LeaveReason::timeout &&
                      left->seat == log.table.game()->position().turn;
    environment_.verdict.check("a move that came in time is not lost on time", !lost,
                               [&] { return to_text(game); });
    timely_moves_.erase(found);
  }
}

// What hubs say

void Referee::sent(const Receiver& receiver, const std::string& message) {
  const auto json = parse_json(message);
  if (!environment_.verdict.check("every message is JSON", json && json->is_object(),
                                  [&] { return message; }))
    return;
  if (json->contains("table")) return check_table(receiver, (*json)["table"], message);
  if (json->contains("ack")) return check_ack((*json)["ack"]);
  if (json->contains("error")) {
    check_secret(id_at((*json)["error"], "game"), message);
    if (receiver.honest) check_refusal((*json)["error"]);
  }
  for (const auto& [kind, list] : {std::pair("lobby", "tables"),
                                   {"lobby_changes", "put"},
                                   {"own", "tables"},
                                   {"own_changes", "put"}})
    if (json->contains(kind))
      for (const Json& entry : (*json)[kind].value(list, Json::array())) {
        check_secret(id_at(entry, "game"), message);
        if (entry.contains("you")) check_own(receiver.user, entry);
      }
}

void Referee::check_ack(const Json& ack) {
  const Id game = id_at(ack, "game");
  const Id command = id_at(ack, "id");
  const auto seq = ack["seq"].get<std::uint64_t>();
  const GameLog* const log = ledger_.find(game);
  const auto stored =
      log == nullptr ? decltype(log->commands.find(command)){} : log->commands.find(command);
  const bool is_stored = log != nullptr && stored != log->commands.end() && stored->second == seq;
  environment_.verdict.check("what is acknowledged is stored",
                             is_stored || (log != nullptr && seq <= log->events.size() &&
                                           may_do_nothing_.contains(to_text(command))),
                             [&] { return dump(ack); });
  if (!is_stored) return;
  acknowledged_commands_.insert(command);
  const auto [known, is_new] = acknowledged_.emplace(std::pair(game, command), seq);
  environment_.verdict.check("the same command is acknowledged alike",
                             is_new || known->second == seq, [&] { return dump(ack); });
}

/// A client that missed the acknowledgement asks again, and must not be told that it was refused.
void Referee::check_refusal(const Json& error) {
  constexpr std::array<std::string_view, 3> try_again{"unavailable", "busy", "too_fast"};
  const bool is_final =
      std::ranges::find(try_again, error.value("code", "")) == std::ranges::end(try_again);
  environment_.verdict.check("what was acknowledged is not refused later",
                             !is_final || !acknowledged_commands_.contains(id_at(error, "id")),
                             [&] { return dump(error); });
}

void Referee::check_table(const Receiver& receiver, const Json& table, const std::string& message) {
  const Id game = id_at(table, "game");
  const auto seq = table["seq"].get<std::uint64_t>();
  const GameLog* const log = ledger_.find(game);
  if (!environment_.verdict.check("what is shown is stored",
                                  log != nullptr && seq <= log->events.size(),
                                  [&] { return message; }))
    return;
  std::uint64_t& last = last_shown_[{receiver.connection, game}];
  environment_.verdict.check("nobody is shown an older table", seq >= last,
                             [&] { return std::to_string(last) + " before " + message; });
  last = seq;
  check_secret(game, message);
  if (seq == log->events.size())
    check_shown(receiver.user, log->table, table, message);
  else if (environment_.scheduler.steps() % 4 == 0)
    check_shown(receiver.user, fold(log->events, seq), table, message);
}

/// Players are told of their own tables what the log says, and nothing else.
void Referee::check_own(const Id& user, const Json& told) {
  const Id game = id_at(told, "game");
  const auto seq = told["seq"].get<std::uint64_t>();
  const GameLog* const log = ledger_.find(game);
  if (!environment_.verdict.check("what is told of own tables is stored",
                                  log != nullptr && seq <= log->events.size(),
                                  [&] { return dump(told); }))
    return;
  const server::Table table = seq == log->events.size() ? log->table : fold(log->events, seq);
  const auto own = server::own_table(user, table, {game, seq, 0, {}});
  const std::string expected = own ? dump(protocol::write(*own)) : "nothing";
  environment_.verdict.check("players are told what the log says of their tables",
                             expected == dump(told),
                             [&] { return dump(told) + " instead of " + expected; });
}

/// Everyone is shown the fold of the log, each as they may see it, and nothing else.
void Referee::check_shown(const Id& user, const server::Table& table, const Json& shown,
                          const std::string& message) {
  const server::TableMoment moment{id_at(shown, "game"), shown["seq"].get<std::uint64_t>(),
                                   shown["now_ms"].get<std::int64_t>(),
                                   away_as_shown(table, shown)};
  const std::string expected = to_text(server::shown_to(user, table, moment));
  environment_.verdict.check("everyone is shown what the log says", expected == message,
                             [&] { return message + " instead of " + expected; });
  check_presence(table, shown);
}

void Referee::check_presence(const server::Table& table, const Json& shown) {
  const Micros now = environment_.scheduler.now();
  if (now < environment_.calm_since + presence_spreads) return;
  for (std::size_t seat = 0; seat < table.seats().size(); ++seat) {
    const auto& user = table.seats()[seat].user;
    if (!user || !shown["seats"][seat].value("away", false)) continue;
    const auto since = sound_since_(*user);
    environment_.verdict.check("nobody who is there is shown as away",
                               !since || now < *since + presence_spreads,
                               [&] { return to_text(*user) + " in " + dump(shown["game"]); });
  }
}

/// What the bag follows from.
void Referee::check_secret(const Id& game, const std::string& message) {
  const GameLog* const log = ledger_.find(game);
  if (log == nullptr || log->events.empty() || !log->table.secret() ||
      log->table.status() == GameStatus::ended)
    return;
  environment_.verdict.check("no message holds a secret",
                             message.find(to_hex(*log->table.secret())) == std::string::npos,
                             [&] { return message; });
}

// Now and then

void Referee::check_hidden_tiles() {
  if (ledger_.games().empty()) return;
  auto game = ledger_.games().begin();
  std::advance(game, static_cast<std::ptrdiff_t>(environment_.rng.index(ledger_.games().size())));
  if (game->second.table.status() != GameStatus::running) return;
  const auto difference = seen_of_hidden_tiles(game->first, game->second.events, environment_.rng);
  if (!difference) return;
  environment_.verdict.check("hidden tiles make no difference to others", difference->empty(),
                             [&] { return *difference; });
}

void Referee::check_bounds(Node& node) {
  environment_.verdict.check("queues are bounded", node.backlog() <= longest_backlog,
                             [&] { return std::to_string(node.backlog()); });
  if (!node.is_running()) return;
  const server::HubFigures figures = node.hub().figures();
  const auto listed =
      static_cast<std::size_t>(std::ranges::count_if(ledger_.games(), [](const auto& game) {
        return game.second.table.status() == GameStatus::waiting;
      }));
  environment_.verdict.check(
      "tables in memory are bounded",
      figures.tables_in_memory <= figures.viewers * tables_per_viewer + listed + tables_beside,
      [&] { return std::to_string(figures.tables_in_memory); });
}

}  // namespace sixfold::simulation
