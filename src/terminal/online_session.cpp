#include "terminal/online_session.hpp"

#include <algorithm>
#include <random>
#include <system_error>

#include "play/fair_bag.hpp"
#include "record/forms.hpp"
#include "record/hex.hpp"
#include "record/record.hpp"
#include "terminal/clock.hpp"
#include "terminal/save_file.hpp"

namespace sixfold::terminal {

namespace {

/// The file in which the record was stored, or the reason why it was not.
Result<KeptRecord, std::string> fetched_record(const client::Address& address,
                                               const std::string& game,
                                               const std::filesystem::path& archive) {
  const auto reply = client::http_get(address, "/api/games/" + game + "/record");
  if (reply.status == 0) return Unexpected{reply.body};
  const std::string text = reply.body.substr(0, reply.body.find_last_not_of("\r\n") + 1);
  // The record becomes one line of a file that other programs read.
  const auto record = parse_record(text);
  if (reply.status != 200 || !record || text.find('\n') != std::string::npos)
    return Unexpected{reply.status != 200 ? std::to_string(reply.status)
                                          : std::string("unreadable")};
  try {
    return KeptRecord{archive.string(), keep_line(archive, text)};
  } catch (const std::system_error& error) {
    return Unexpected{std::string(error.what())};
  }
}

}  // namespace

OnlineSession::OnlineSession(OnlineGoal goal, Mailbox& mailbox)
    : goal_(std::move(goal)),
      mailbox_(mailbox),
      memory_(recall(goal_.memory, goal_.address.origin())) {
  shown_.online.emplace();
  shown_.online->waiting = true;
  if (!goal_.game.empty())
    go_to(goal_.game);
  else if (goal_.quick)
    seating_ = conversation_.quick(goal_.name, goal_.quick->variant, goal_.quick->players);
  else
    seating_ = conversation_.create(goal_.name, goal_.plan);
  connection_ = std::make_unique<client::Connection>(goal_.address, goal_.credentials,
                                                     posted_events(mailbox_, self_));
}

OnlineSession::~OnlineSession() {
  connection_.reset();
  *self_ = nullptr;
}

void OnlineSession::opened() {
  conversation_.opened();
  flush();
}

void OnlineSession::lost(const std::string& why) {
  const bool first = shown_.online->code.empty();
  conversation_.lost();
  shown_.online->connected = false;
  news_.changed = true;
  if (first) news_.refusals.push_back({"unreachable", std::nullopt, why});
}

void OnlineSession::known(const std::string& cookie) {
  memory_.cookie = cookie;
  remember(goal_.memory, goal_.address.origin(), memory_);
}

void OnlineSession::flush() {
  if (!connection_) return;
  for (std::string& text : conversation_.outgoing()) connection_->send(std::move(text));
}

void OnlineSession::go_to(const std::string& game) {
  game_ = game;
  seq_ = 0;
  joining_.clear();
  seeding_.clear();
  wants_rematch_ = false;
  shown_.kept.reset();
  shown_.keeping = false;
  conversation_.watch(game);
  flush();
}

void OnlineSession::command(std::string_view what, Json value) {
  Json json;
  json[std::string(what)] = std::move(value);
  std::string id = conversation_.command(seq_, std::move(json));
  if (what == "join") joining_ = std::move(id);
  flush();
}

void OnlineSession::act(const Move& move) { command("act", to_json(move)); }

void OnlineSession::resign() { command("leave", Json::object()); }

void OnlineSession::wish(const std::string& what) {
  if (what == "rematch") wants_rematch_ = true;
  command(what, Json::object());
}

void OnlineSession::decide(const std::string& what, int seat) { command(what, {{"seat", seat}}); }

void OnlineSession::say(const std::string& phrase) {
  conversation_.say(phrase);
  flush();
}

void OnlineSession::keep(const Rack& rack) {
  memory_.rack = rack;
  remember(goal_.memory, goal_.address.origin(), memory_);
}

/// Fetches and writes the record on a thread of its own.
void OnlineSession::keep_record() {
  if (shown_.kept || shown_.keeping) return;
  shown_.keeping = true;
  fetching_.start([self = self_, &mailbox = mailbox_, address = goal_.address,
                   archive = goal_.archive, game = game_](const std::stop_token& /*stop*/) {
    const Result<KeptRecord, std::string> kept = fetched_record(address, game, archive);
    mailbox.post([self, kept, game] {
      if (*self == nullptr || (*self)->game_ != game) return;
      OnlineSession& session = **self;
      session.shown_.keeping = false;
      session.news_.changed = true;
      if (kept)
        session.shown_.kept = *kept;
      else
        session.news_.refusals.push_back({"no_record", std::nullopt, kept.error()});
    });
  });
}

News OnlineSession::news() { return std::exchange(news_, {}); }

void OnlineSession::heard(const std::string& text) {
  const auto message = conversation_.hear(text);
  if (!message) {
    news_.refusals.push_back({"unreadable", std::nullopt, message.error().message});
    return;
  }
  if (const auto* hello = std::get_if<client::Hello>(&*message)) {
    grace_ms_ = hello->grace_ms;
    rated_grace_ms_ = hello->rated_grace_ms;
    shown_.online->connected = true;
    news_.changed = true;
  }
  if (const auto* other = std::get_if<client::OtherVersion>(&*message))
    news_.refusals.push_back({"other_version", std::nullopt, std::to_string(other->protocol)});
  if (const auto* ack = std::get_if<client::Ack>(&*message)) hear_ack(*ack);
  if (const auto* error = std::get_if<client::Error>(&*message)) hear_error(*error);
  if (const auto* table = std::get_if<client::TableMessage>(&*message)) hear_table(*table);
  if (const auto* phrase = std::get_if<client::Phrase>(&*message);
      phrase && phrase->game == game_ && phrase->seat < static_cast<int>(shown_.seats.size()))
    news_.said.push_back({phrase->seat, phrase->phrase});
  flush();
}

void OnlineSession::hear_ack(const client::Ack& ack) {
  if (ack.id == seeding_) seeding_.clear();
  if (ack.id == seating_ && !seating_.empty()) {
    seating_.clear();
    go_to(ack.game);
  }
}

void OnlineSession::hear_error(const client::Error& error) {
  // Somebody sat down in the meantime: the table will be shown, and the next attempt is based on
  // it.
  if (error.id == seeding_ && !seeding_.empty()) return seeding_.clear();
  if (error.id == seating_ && !seating_.empty() && error.code != "unavailable")
    shown_.online->refused = true;
  // Somebody else asked for a rematch at the same time; the table will show it.
  if (wants_rematch_ && error.code == "stale") return;
  news_.refusals.push_back({error.code, error.illegal, error.message});
}

void OnlineSession::hear_table(const client::TableMessage& table) {
  if (table.game != game_) return;
  if (wants_rematch_ && !table.rematch.empty()) return go_to(table.rematch);
  seq_ = table.seq;
  show(table);
  const bool free = std::ranges::any_of(table.seats, [](const auto& seat) { return !seat.taken; });
  if (!table.you && free && table.status == client::Status::waiting && joining_.empty())
    command("join", {{"name", goal_.name}});
  add_to_chance(table);
  if (table.status == client::Status::ended && table.view && table.you) keep_record();
}

/// Seals a seed once the server's commitment has been seen, and reveals it once everyone is
/// committed to theirs: docs/fairness.md explains why.
void OnlineSession::add_to_chance(const client::TableMessage& table) {
  if (!table.you || table.status != client::Status::waiting || table.commitment.empty() ||
      !seeding_.empty())
    return;
  const client::TableSeat& own = table.seats[static_cast<std::size_t>(*table.you)];
  const auto game = parse_hex(table.game);
  FairGame id{};
  if (own.seeded || !game || game->size() != id.size()) return;
  std::ranges::copy(*game, id.begin());
  if (!own.sealed) {
    std::random_device system;
    seed_.resize(longest_fair_seed);
    for (std::uint8_t& byte : seed_) byte = static_cast<std::uint8_t>(system());
    const FairSeal seal = seal_of(seed_, id, *table.you);
    seeding_ = conversation_.command(seq_, {{"seal", {{"seal", to_hex(seal)}}}});
  } else if (table.reveal && !seed_.empty()) {
    seeding_ = conversation_.command(seq_, {{"seed", {{"seed", to_hex(seed_)}}}});
  }
  flush();
}

void OnlineSession::show(const client::TableMessage& table) {
  shown_.view = table.view.value_or(View{});
  shown_.theme = table.theme;
  // If all opponents are bots, a hint is not unfair to anyone.
  shown_.hints = table.agreed.hints ||
                 std::ranges::count(table.seats, std::string(), &client::TableSeat::bot) < 2;
  shown_.winners = table.winners;
  shown_.seats.clear();
  const std::int64_t ahead = now_ms() - table.now_ms;
  for (const client::TableSeat& seat : table.seats) {
    shown_.seats.push_back({seat.name, seat.bot, seat.taken, seat.wish, seat.bank_ms, std::nullopt,
                            seat.away_since_ms.has_value()});
    // If there is a clock, it decides.
    if (seat.away_since_ms && table.agreed.clock.kind == "none")
      shown_.seats.back().decide_from_ms =
          *seat.away_since_ms + (table.agreed.rated ? rated_grace_ms_ : grace_ms_) + ahead;
  }
  OnlineTable& online = *shown_.online;
  online.code = table.code;
  online.link = goal_.address.origin() + "/t/" + table.code;
  online.agreed = table.agreed;
  // A table that was closed before its game began has nothing to show but its seats.
  online.waiting = !table.view;
  online.paused = table.paused;
  online.can_take_back = table.can_take_back;
  online.deadline_ms.reset();
  if (table.deadline_ms) online.deadline_ms = *table.deadline_ms + ahead;
  news_.changed = true;
  if (memory_.code == table.code) return;
  memory_.code = table.code;
  remember(goal_.memory, goal_.address.origin(), memory_);
}

}  // namespace sixfold::terminal
