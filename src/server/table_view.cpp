#include "server/table_view.hpp"

#include "record/forms.hpp"
#include "rules/view.hpp"

namespace sixfold {

namespace {

std::string_view status_word(GameStatus status) {
  switch (status) {
    case GameStatus::waiting:
      return "waiting";
    case GameStatus::running:
      return "running";
    case GameStatus::ended:
      return "ended";
  }
  return "";
}

Json seats_of(const Table& table, const std::function<bool(int seat)>& away) {
  Json seats = Json::array();
  for (int i = 0; i < static_cast<int>(table.seats().size()); ++i) {
    const TableSeat& seat = table.seats()[static_cast<std::size_t>(i)];
    Json json;
    json["name"] = seat.name;
    json["taken"] = seat.user.has_value() || !seat.bot.empty();
    if (!seat.bot.empty()) json["bot"] = seat.bot;
    json["away"] = seat.user && away(i);
    if (seat.wish) json["wish"] = *seat.wish == Wish::pause ? "pause" : "take-back";
    if (table.plan().clock.kind == ClockPlan::Kind::bank) json["bank_ms"] = seat.bank_ms;
    seats.push_back(std::move(json));
  }
  return seats;
}

}  // namespace

std::string table_message(const Table& table, const Id& game, std::uint64_t seq, const Id& user,
                          const std::function<bool(int seat)>& away) {
  const std::optional<int> own = table.seat_of(user);
  Json json;
  Json& shown = json["table"];
  shown["game"] = to_text(game);
  shown["seq"] = seq;
  shown["status"] = status_word(table.status());
  shown["theme"] = table.plan().theme;
  shown["you"] = own ? Json(*own) : Json(nullptr);
  shown["host"] = user == table.host();
  shown["locked"] = table.locked();
  shown["paused"] = table.paused();
  shown["seats"] = seats_of(table, away);
  if (const auto deadline = table.deadline_ms()) shown["deadline_ms"] = *deadline;
  if (table.rematch()) shown["rematch"] = to_text(*table.rematch());
  if (table.game()) {
    shown["view"] = to_json(view(*table.game(), own));
    if (const auto& end = table.game()->position().end) {
      shown["end"]["reason"] = code_of(end->reason);
      if (end->seat) shown["end"]["seat"] = *end->seat;
      if (end->bonus != 0) shown["end"]["bonus"] = end->bonus;
      shown["winners"] = winners(table.game()->position());
    }
  }
  return dump(json);
}

}  // namespace sixfold
