#include "terminal/online/online_session.hpp"

#include <algorithm>
#include <random>
#include <system_error>

#include "play/fair_bag.hpp"
#include "play/hint.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"
#include "rules/indexed.hpp"
#include "terminal/table/save_file.hpp"
#include "terminal/words/clock.hpp"

namespace sixfold::terminal {

using protocol::ShownTable;

namespace {

/// The file in which the record was stored, or the reason why it was not.
Result<KeptRecord, std::string> fetched_record(const client::Address& address, const Id& game,
                                               const std::filesystem::path& archive) {
  const auto reply = client::http_get(address, "/api/games/" + to_text(game) + "/record");
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
  if (goal_.game)
    go_to(*goal_.game);
  else if (goal_.quick)
    seating_ = conversation_.quick(goal_.name, *goal_.quick);
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

void OnlineSession::go_to(const Id& game) {
  game_ = game;
  seq_ = 0;
  joining_.reset();
  seeding_.reset();
  wants_rematch_ = false;
  shown_.kept.reset();
  shown_.fetching = false;
  conversation_.watch(game);
  flush();
}

void OnlineSession::command(protocol::TableCommand what) {
  const bool joins = std::holds_alternative<protocol::JoinTable>(what);
  const Id id = conversation_.command(seq_, std::move(what));
  if (joins) joining_ = id;
  flush();
}

void OnlineSession::act(const Move& move) { command(protocol::MakeMove{move}); }

void OnlineSession::resign() { command(protocol::LeaveTable{}); }

void OnlineSession::wish(const std::string& what) {
  if (what == "rematch") wants_rematch_ = true;
  if (auto asked = protocol::command_tagged(what)) command(*std::move(asked));
}

void OnlineSession::decide(const std::string& what, int seat) {
  if (auto decided = protocol::command_tagged(what, seat)) command(*std::move(decided));
}

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
  if (shown_.kept || shown_.fetching) return;
  shown_.fetching = true;
  fetching_.start([self = self_, &mailbox = mailbox_, address = goal_.address,
                   archive = goal_.archive, game = game_](const std::stop_token& /*stop*/) {
    const Result<KeptRecord, std::string> kept = fetched_record(address, game, archive);
    mailbox.post([self, kept, game] {
      if (*self == nullptr || (*self)->game_ != game) return;
      OnlineSession& session = **self;
      session.shown_.fetching = false;
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
  if (*message) hear(**message);
  flush();
}

void OnlineSession::hear(const protocol::ServerMessage& message) {
  if (const auto* hello = std::get_if<protocol::Hello>(&message)) {
    grace_ms_ = hello->grace_ms;
    rated_grace_ms_ = hello->rated_grace_ms;
    shown_.online->connected = true;
    news_.changed = true;
  }
  if (const auto* other = std::get_if<protocol::Reload>(&message))
    news_.refusals.push_back({"other_version", std::nullopt, std::to_string(other->protocol)});
  if (const auto* ack = std::get_if<protocol::Ack>(&message)) hear_ack(*ack);
  if (const auto* error = std::get_if<protocol::Error>(&message)) hear_error(*error);
  if (const auto* table = std::get_if<protocol::ShownTable>(&message)) hear_table(*table);
  if (const auto* phrase = std::get_if<protocol::SaidPhrase>(&message);
      phrase && phrase->game == game_ && phrase->seat < static_cast<int>(shown_.seats.size()))
    news_.said.push_back({phrase->seat, phrase->phrase});
}

void OnlineSession::hear_ack(const protocol::Ack& ack) {
  if (ack.id == seeding_) seeding_.reset();
  if (ack.id == seating_) {
    seating_.reset();
    go_to(ack.game);
  }
}

void OnlineSession::hear_error(const protocol::Error& error) {
  // Somebody sat down in the meantime: the table will be shown, and the next attempt is based on
  // it.
  if (error.id && error.id == seeding_) return seeding_.reset();
  if (error.id && error.id == seating_ && error.code != "unavailable")
    shown_.online->refused = true;
  // Somebody else asked for a rematch at the same time; the table will show it.
  if (wants_rematch_ && error.code == "stale") return;
  std::optional<IllegalMove> illegal;
  if (error.reason) illegal = IllegalMove{*error.reason, error.cell};
  news_.refusals.push_back({error.code, illegal, error.message});
}

void OnlineSession::hear_table(const ShownTable& table) {
  if (table.game != game_) return;
  if (wants_rematch_ && table.rematch) return go_to(*table.rematch);
  seq_ = table.seq;
  show(table);
  const bool free = std::ranges::any_of(table.seats, [](const auto& seat) { return !seat.taken; });
  if (!table.you && free && table.status == GameStatus::waiting && !joining_)
    command(protocol::JoinTable{goal_.name, std::nullopt});
  add_to_chance(table);
  if (table.status == GameStatus::ended && table.view && table.you) keep_record();
}

/// Seals a seed once the server's commitment has been seen, and reveals it once everyone is
/// committed to theirs: docs/fairness.md explains why.
void OnlineSession::add_to_chance(const ShownTable& table) {
  if (!table.you || table.status != GameStatus::waiting || !table.commitment || seeding_) return;
  const protocol::ShownSeat& own = nth(table.seats, *table.you);
  if (own.is_seeded) return;
  if (!own.seal) {
    std::random_device system;
    seed_.resize(longest_fair_seed);
    for (std::uint8_t& byte : seed_) byte = static_cast<std::uint8_t>(system());
    const FairSeal seal = seal_of(seed_, table.game.bytes, *table.you);
    seeding_ = conversation_.command(seq_, protocol::GiveSeal{seal});
  } else if (table.reveals_seeds && !seed_.empty()) {
    seeding_ = conversation_.command(seq_, protocol::GiveSeed{seed_});
  }
  flush();
}

void OnlineSession::show(const ShownTable& table) {
  shown_.view = table.view.value_or(View{});
  shown_.theme = table.theme;
  const auto people = std::ranges::count(table.seats, std::string(), &protocol::ShownSeat::bot);
  shown_.hints = hints_allowed(table.plan.hints, static_cast<std::size_t>(people));
  shown_.winners = table.winners.value_or(std::vector<int>{});
  shown_.seats.clear();
  const std::int64_t ahead = net::now_ms() - table.now_ms;
  for (const protocol::ShownSeat& seat : table.seats) {
    const std::string wish(seat.wish ? protocol::word_of(*seat.wish) : "");
    shown_.seats.push_back({seat.name, seat.bot, seat.taken, wish, seat.bank_ms, std::nullopt,
                            seat.away_since_ms.has_value()});
    // If there is a clock, it decides.
    if (seat.away_since_ms && table.plan.clock.kind == protocol::ClockPlan::Kind::none)
      shown_.seats.back().decide_from_ms =
          *seat.away_since_ms + (table.plan.rated ? rated_grace_ms_ : grace_ms_) + ahead;
  }
  OnlineTable& online = *shown_.online;
  online.code = table.code;
  online.link = goal_.address.origin() + "/t/" + table.code;
  online.agreed = summary_of(table.plan);
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
