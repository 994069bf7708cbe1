#include "server/table_view.hpp"

#include "record/forms.hpp"
#include "record/hex.hpp"
#include "rules/indexed.hpp"
#include "server/client_message.hpp"

namespace sixfold::server {

namespace {

/// What everyone may see of a seat. `with_bank`: whether the clock is a bank.
ShownSeat shown_seat(const TableSeat& seat, const TableMoment& moment, bool with_bank) {
  ShownSeat shown;
  shown.name = seat.name;
  shown.taken = seat.user.has_value() || !seat.bot.empty();
  shown.is_reserved = !shown.taken && seat.plan.reserved.has_value();
  shown.bot = seat.bot;
  shown.kind = seat.kind;
  if (seat.user) shown.away_since_ms = moment.away_since_ms(*seat.user);
  shown.is_away = shown.away_since_ms.has_value();
  shown.wish = seat.wish;
  shown.lets_leave = seat.lets_leave;
  if (with_bank) shown.bank_ms = seat.bank_ms;
  if (const auto holiday = next_holiday(seat.holidays, moment.now_ms))
    shown.holiday = {holiday->from_ms, holiday->until_ms};
  shown.seal = seat.seal;
  shown.seed = seat.seed;
  shown.is_seeded = seat.seed.has_value();
  return shown;
}

/// Deadlines of tables that wait, and of bots, are the server's concern.
std::optional<std::int64_t> shown_deadline_ms(const Table& table) {
  const bool runs =
      table.status() == GameStatus::running && table.plan().clock.kind != ClockPlan::Kind::none;
  return runs ? table.deadline_ms() : std::nullopt;
}

// Public events, by kind.

Json seen(const TableCreated& event) { return {{"plan", protocol::write(event.plan)}}; }
Json seen(const SeatTaken& event) { return {{"seat", event.seat}, {"name", event.name}}; }
Json seen(const SeatFreed& event) { return {{"seat", event.seat}}; }
Json seen(const BotSeated& event) { return {{"seat", event.seat}, {"bot", event.bot}}; }
Json seen(const SeedGiven& event) { return {{"seat", event.seat}, {"seed", to_hex(event.seed)}}; }
Json seen(const SealGiven& event) { return {{"seat", event.seat}, {"seal", to_hex(event.seal)}}; }
Json seen(const SealingEnded& /*event*/) { return Json::object(); }
Json seen(const TableLocked& event) { return {{"locked", event.locked}}; }
Json seen(const GameStarted& event) { return {{"opener", event.setup.opener}}; }
Json seen(const MoveMade& event) {
  if (const auto* const trade = std::get_if<Trade>(&event.move))
    return {{"seat", event.seat}, {"act", {{"trade", trade->tiles.size()}}}};
  return {{"seat", event.seat}, {"act", to_json(event.move)}};
}
Json seen(const ChanceAnswered& event) { return {{"count", event.tiles.size()}}; }
Json seen(const PlayerLeft& event) {
  return {{"seat", event.seat}, {"reason", code_of(event.reason)}};
}
Json seen(const BotTookOver& event) { return {{"seat", event.seat}, {"bot", event.bot}}; }
Json seen(const PlayerReturned& event) { return {{"seat", event.seat}}; }
Json seen(const WishMade& event) {
  return {{"seat", event.seat}, {"wish", protocol::word_of(event.wish)}};
}
Json seen(const WishRefused& event) { return {{"seat", event.seat}}; }
Json seen(const GamePaused& /*event*/) { return Json::object(); }
Json seen(const GameResumed& /*event*/) { return Json::object(); }
Json seen(const TurnTakenBack& /*event*/) { return Json::object(); }
Json seen(const TimeGivenBack& event) { return {{"milliseconds", event.milliseconds}}; }
Json seen(const HolidayTaken& event) {
  return {{"seat", event.seat}, {"from_ms", event.from_ms}, {"until_ms", event.until_ms}};
}
Json seen(const TableClosed& /*event*/) { return Json::object(); }
Json seen(const GameAborted& /*event*/) { return Json::object(); }
Json seen(const LeaveAgreed& event) { return {{"seat", event.seat}, {"about", event.about}}; }
Json seen(const RematchMade& event) { return {{"game", to_text(event.game)}}; }

}  // namespace

ShownTable shown_to(const std::optional<Id>& user, const Table& table, const TableMoment& moment) {
  ShownTable shown;
  shown.game = moment.game;
  shown.seq = moment.seq;
  shown.now_ms = moment.now_ms;
  shown.code = table.code();
  shown.plan = table.plan();
  shown.theme = table.plan().theme;
  shown.status = table.status();
  shown.you = user ? table.seat_of(*user) : std::nullopt;
  shown.host = user == table.host();
  shown.locked = table.locked();
  shown.paused = table.paused();
  shown.can_take_back = table.can_take_back();
  const bool with_bank = shown.plan.clock.kind == ClockPlan::Kind::bank;
  for (const TableSeat& seat : table.seats())
    shown.seats.push_back(shown_seat(seat, moment, with_bank));
  if (table.secret()) shown.commitment = commitment_of(*table.secret(), moment.game.bytes);
  shown.reveals_seeds = table.reveals_seeds();
  shown.deadline_ms = shown_deadline_ms(table);
  shown.rematch = table.rematch();
  if (table.game()) {
    shown.view = view(*table.game(), shown.you);
    if (const auto& end = shown.view->end) {
      shown.end = {end->reason, end->seat, end->bonus};
      shown.winners = winners(table.game()->position());
    }
  }
  return shown;
}

TableMessages::TableMessages(const Table& table, const TableMoment& moment)
    : table_(table), message_(protocol::tagged(shown_to(std::nullopt, table, moment))) {}

std::string TableMessages::to(const std::optional<Id>& user) {
  const auto you = user ? table_.seat_of(*user) : std::nullopt;
  Json& shown = message_[ShownTable::tag];
  shown["you"] = you ? Json(*you) : Json(nullptr);
  shown["host"] = user == table_.host();
  if (table_.game()) {
    View own = view(*table_.game(), you);
    // What everyone sees has been written.
    own.history.clear();
    own.board = {};
    Json members = to_json(own);
    for (const char* const key : {"seat", "hand", "unseen", "acts"})
      shown["view"][key] = std::move(members[key]);
  }
  return dump(message_);
}

LobbyTable lobby_entry(const ShownTable& shown, std::int64_t created_ms) {
  LobbyTable entry{shown.game, shown.code, created_ms, summary_of(shown.plan), {}};
  for (const ShownSeat& seat : shown.seats)
    entry.seats.push_back({seat.name, seat.taken, seat.bot, seat.kind});
  return entry;
}

std::optional<OwnTable> own_table(const Id& user, const Table& table, const TableMoment& moment) {
  const auto you = table.seat_of(user);
  if (!you || table.status() == GameStatus::ended) return std::nullopt;
  OwnTable own;
  own.game = moment.game;
  own.code = table.code();
  own.seq = moment.seq;
  own.status = table.status();
  own.plan = summary_of(table.plan());
  own.in_lobby = table.plan().in_lobby;
  own.is_quick = is_quick(table.plan());
  for (const TableSeat& seat : table.seats())
    own.seats.push_back(
        {seat.name, seat.user.has_value() || !seat.bot.empty(), seat.bot, seat.kind});
  own.you = *you;
  own.paused = table.paused();
  own.since_ms = table.turn_started_ms();
  if (!table.game()) return own;
  const Position& position = table.game()->position();
  // Whoever has resigned waits for nothing here.
  if (!nth(position.seats, *you).in) return std::nullopt;
  own.turn = position.turn;
  own.points.emplace();
  for (const auto& seat : position.seats) own.points->push_back(seat.score);
  own.deadline_ms = shown_deadline_ms(table);
  return own;
}

Json public_event(const TableEvent& event, std::uint64_t seq, std::int64_t time_ms) {
  Json json;
  json["seq"] = seq;
  json["time_ms"] = time_ms;
  json["type"] = type_of(event);
  add_members(json, std::visit([](const auto& what) { return seen(what); }, event));
  return json;
}

}  // namespace sixfold::server
