#include "server/table_view.hpp"

#include "record/forms.hpp"
#include "record/hex.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

namespace {

Json to_json(const ShownSeat& seat, bool with_bank) {
  Json json;
  json["name"] = seat.name;
  json["taken"] = seat.taken;
  if (!seat.bot.empty()) json["bot"] = seat.bot;
  if (seat.kind != SeatTaken::Kind::guest) json["account"] = code_of(seat.kind);
  json["away"] = seat.away_since_ms.has_value();
  if (seat.away_since_ms) json["away_since_ms"] = *seat.away_since_ms;
  if (seat.wish) json["wish"] = code_of(*seat.wish);
  if (seat.lets_leave) json["lets_leave"] = *seat.lets_leave;
  if (with_bank) json["bank_ms"] = seat.bank_ms;
  if (seat.seal) json["seal"] = to_hex(*seat.seal);
  if (seat.seed) json["seed"] = to_hex(*seat.seed);
  if (seat.seed) json["seeded"] = true;
  return json;
}

Json seats_to_json(const ShownTable& shown) {
  Json seats = Json::array();
  for (const ShownSeat& seat : shown.seats)
    seats.push_back(to_json(seat, shown.plan.clock.kind == ClockPlan::Kind::bank));
  return seats;
}

/// The options in which the rules differ from the variant's defaults.
Json changed_options(const Ruleset& rules, const Ruleset& usual) {
  const Json before = options_to_json(usual);
  const Json now = options_to_json(rules);
  Json changed = Json::object();
  for (const auto& [name, value] : now.items())
    if (!before.contains(name) || before[name] != value) changed[name] = value;
  return changed;
}

/// The plan without its board, which may be larger than everything else.
Json summary(const TablePlan& plan) {
  const Ruleset usual = ruleset_named(plan.rules.variant).value_or(Ruleset{});
  Json json;
  json["variant"] = plan.rules.variant;
  json["options"] = changed_options(plan.rules, usual);
  if (const auto& layout = plan.rules.layout) {
    json["layout"] = layout == usual.layout ? "standard" : "custom";
    json["size"] = {layout->width, layout->height};
  }
  json["theme"] = plan.theme;
  json["clock"] = to_json(plan.clock);
  json["rated"] = plan.rated;
  json["hints"] = plan.hints;
  return json;
}

// Public events, by kind.

Json seen(const TableCreated& event) { return {{"plan", to_json(event.plan)}}; }
Json seen(const SeatTaken& event) { return {{"seat", event.seat}, {"name", event.name}}; }
Json seen(const SeatFreed& event) { return {{"seat", event.seat}}; }
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
Json seen(const WishMade& event) { return {{"seat", event.seat}, {"wish", code_of(event.wish)}}; }
Json seen(const WishRefused& event) { return {{"seat", event.seat}}; }
Json seen(const GamePaused& /*event*/) { return Json::object(); }
Json seen(const GameResumed& /*event*/) { return Json::object(); }
Json seen(const TurnTakenBack& /*event*/) { return Json::object(); }
Json seen(const TimeGivenBack& event) { return {{"milliseconds", event.milliseconds}}; }
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
  shown.created_ms = table.created_ms();
  shown.code = table.code();
  shown.plan = table.plan();
  shown.status = table.status();
  shown.you = user ? table.seat_of(*user) : std::nullopt;
  shown.host = user == table.host();
  shown.locked = table.locked();
  shown.paused = table.paused();
  shown.can_take_back = table.can_take_back();
  for (const TableSeat& seat : table.seats())
    shown.seats.push_back({seat.name, seat.user.has_value() || !seat.bot.empty(), seat.kind,
                           seat.bot, seat.user ? moment.away_since_ms(*seat.user) : std::nullopt,
                           seat.wish, seat.lets_leave, seat.bank_ms, seat.seal, seat.seed});
  if (table.secret()) shown.commitment = commitment_of(*table.secret(), moment.game.bytes);
  shown.reveals_seeds = table.reveals_seeds();
  if (shown.status == GameStatus::running && shown.plan.clock.kind != ClockPlan::Kind::none)
    shown.deadline_ms = table.deadline_ms();
  shown.rematch = table.rematch();
  if (table.game()) {
    shown.view = view(*table.game(), shown.you);
    if (shown.view->end) shown.winners = winners(table.game()->position());
  }
  return shown;
}

std::string table_message(const ShownTable& shown) {
  Json json;
  Json& table = json["table"];
  table["game"] = to_text(shown.game);
  table["seq"] = shown.seq;
  table["now_ms"] = shown.now_ms;
  table["code"] = shown.code;
  table["status"] = code_of(shown.status);
  table["plan"] = to_json(shown.plan);
  table["theme"] = shown.plan.theme;
  table["you"] = shown.you ? Json(*shown.you) : Json(nullptr);
  table["host"] = shown.host;
  table["locked"] = shown.locked;
  table["paused"] = shown.paused;
  table["can_take_back"] = shown.can_take_back;
  table["seats"] = seats_to_json(shown);
  if (shown.deadline_ms) table["deadline_ms"] = *shown.deadline_ms;
  if (shown.commitment) table["commitment"] = to_hex(*shown.commitment);
  if (shown.reveals_seeds) table["reveal"] = true;
  if (shown.rematch) table["rematch"] = to_text(*shown.rematch);
  if (shown.view) {
    table["view"] = to_json(*shown.view);
    if (const auto& end = shown.view->end) {
      table["end"]["reason"] = code_of(end->reason);
      if (end->seat) table["end"]["seat"] = *end->seat;
      if (end->bonus != 0) table["end"]["bonus"] = end->bonus;
      table["winners"] = shown.winners;
    }
  }
  return dump(json);
}

Json lobby_entry(const ShownTable& shown) {
  Json json;
  json["game"] = to_text(shown.game);
  json["code"] = shown.code;
  json["since_ms"] = shown.created_ms;
  json["plan"] = summary(shown.plan);
  json["seats"] = Json::array();
  for (const ShownSeat& seat : shown.seats) {
    Json line = {{"name", seat.name}, {"taken", seat.taken}};
    if (!seat.bot.empty()) line["bot"] = seat.bot;
    if (seat.kind != SeatTaken::Kind::guest) line["account"] = code_of(seat.kind);
    json["seats"].push_back(std::move(line));
  }
  return json;
}

Json public_event(const TableEvent& event, std::uint64_t seq, std::int64_t time_ms) {
  Json json;
  json["seq"] = seq;
  json["time_ms"] = time_ms;
  json["type"] = type_name(event);
  add_members(json, std::visit([](const auto& what) { return seen(what); }, event));
  return json;
}

}  // namespace sixfold
