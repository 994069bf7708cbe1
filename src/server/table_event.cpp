#include "server/table_event.hpp"

#include <array>
#include <string_view>

#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_tiles = 108;
constexpr int longest_seconds = 100 * 24 * 3600;
constexpr std::array<std::string_view, 3> seat_kinds{"open", "invited", "bot"};
constexpr std::array<std::string_view, 3> clock_kinds{"none", "per-move", "bank"};
constexpr std::array<std::string_view, 2> wishes{"pause", "take-back"};
constexpr std::array<std::string_view, 2> leave_reasons{"resigned", "timeout"};

/// The type's name in the log, in the order of TableEvent.
constexpr std::array<std::string_view, std::variant_size_v<TableEvent>> type_names{
    "table-created",   "seat-taken",      "seat-freed",  "table-locked",  "game-started",
    "move-made",       "chance-answered", "player-left", "bot-took-over", "player-returned",
    "wish-made",       "wish-refused",    "game-paused", "game-resumed",  "turn-taken-back",
    "time-given-back", "rematch-made"};

template <class Enum, std::size_t N>
std::string_view word_of(Enum value, const std::array<std::string_view, N>& words) {
  return words[static_cast<std::size_t>(value)];
}

// Writing: the body of each type.

Json plan_to_json(const TablePlan& plan) {
  Json json;
  json["variant"] = plan.rules.variant;
  json["options"] = options_to_json(plan.rules);
  if (plan.rules.layout) {
    json["board"] = board_to_json(*plan.rules.layout, plan.rules.layout->stars);
    json["board"]["black"] = to_json(plan.rules.layout->presets);
  }
  json["theme"] = plan.theme;
  for (const SeatPlan& planned : plan.seats) {
    Json seat;
    seat["kind"] = word_of(planned.kind, seat_kinds);
    if (planned.kind == SeatPlan::Kind::bot) seat["bot"] = planned.bot;
    json["seats"].push_back(std::move(seat));
  }
  json["clock"]["kind"] = word_of(plan.clock.kind, clock_kinds);
  json["clock"]["seconds"] = plan.clock.seconds;
  json["clock"]["increment"] = plan.clock.increment;
  json["lobby"] = plan.in_lobby;
  if (plan.favoured_opener) json["opener"] = *plan.favoured_opener;
  return json;
}

Json body_of(const TableCreated& event) {
  Json json;
  json["plan"] = plan_to_json(event.plan);
  json["host"] = to_text(event.host);
  return json;
}

Json body_of(const SeatTaken& event) {
  return {{"seat", event.seat}, {"user", to_text(event.user)}, {"name", event.name}};
}

Json body_of(const GameStarted& event) {
  Json json;
  json["players"] = Json::array();
  for (const Player& player : event.setup.players) json["players"].push_back(player.name);
  json["presets"] = to_json(event.setup.presets);
  json["hands"] = Json::array();
  for (const auto& hand : event.setup.hands) json["hands"].push_back(to_json(hand));
  json["opener"] = event.setup.opener;
  return json;
}

Json body_of(const MoveMade& event) { return {{"seat", event.seat}, {"act", to_json(event.move)}}; }

Json body_of(const ChanceAnswered& event) { return {{"tiles", to_json(event.tiles)}}; }

Json body_of(const PlayerLeft& event) {
  return {{"seat", event.seat}, {"reason", word_of(event.reason, leave_reasons)}};
}

Json body_of(const BotTookOver& event) { return {{"seat", event.seat}, {"bot", event.bot}}; }

Json body_of(const WishMade& event) {
  return {{"seat", event.seat}, {"wish", word_of(event.wish, wishes)}};
}

Json body_of(const TableLocked& event) { return {{"locked", event.locked}}; }
Json body_of(const TimeGivenBack& event) { return {{"milliseconds", event.milliseconds}}; }
Json body_of(const RematchMade& event) { return {{"game", to_text(event.game)}}; }

/// Those that name a seat and nothing else, and those that name nothing.
template <class Event>
Json body_of(const Event& event) {
  if constexpr (requires { event.seat; }) return {{"seat", event.seat}};
  return Json::object();
}

// Reading

class EventReader {
 public:
  explicit EventReader(const Json& json) : json_(json) {}

  Result<TableEvent, FormError> read(std::size_t type) {
    std::optional<TableEvent> event;
    if (reader_.expect_object(json_, {})) event = read_type(type, std::make_index_sequence<17>{});
    if (reader_.error() || !event) return Unexpected{reader_.error().value_or(FormError{})};
    return *std::move(event);
  }

 private:
  template <std::size_t... I>
  std::optional<TableEvent> read_type(std::size_t type, std::index_sequence<I...> /*all*/) {
    std::optional<TableEvent> event;
    const auto read_one = [&]<std::size_t Which>() {
      std::variant_alternative_t<Which, TableEvent> one;
      fill(one);
      event = std::move(one);
    };
    static_cast<void>(((type == I ? (read_one.template operator()<I>(), true) : false) || ...));
    return event;
  }

  const Json* member(std::string_view key) { return reader_.required(json_, key, {}); }
  static Path at(std::string_view key) { return {nullptr, key, 0}; }

  void fill(int& value, std::string_view key, int highest) {
    if (const Json* const json = member(key))
      value = reader_.integer(*json, at(key), 0, highest).value_or(0);
  }
  void fill_seat(int& seat) { fill(seat, "seat", most_seats - 1); }
  void fill(std::string& value, std::string_view key) {
    if (const Json* const json = member(key))
      value = reader_.string(*json, at(key), longest_name).value_or("");
  }
  void fill(Id& value, std::string_view key) {
    std::string text;
    fill(text, key);
    if (const auto id = parse_id(text))
      value = *id;
    else
      reader_.fail("id", at(key), "an id is expected");
  }
  template <class Enum, std::size_t N>
  void fill(Enum& value, std::string_view key, const Json& object,
            const std::array<std::string_view, N>& words) {
    const Json* const json = reader_.required(object, key, {});
    if (json == nullptr) return;
    for (std::size_t i = 0; i < N; ++i)
      if (*json == words[i]) {
        value = static_cast<Enum>(i);
        return;
      }
    reader_.fail("unknown_word", at(key), "none of the known words");
  }

  void fill(TableCreated& event) {
    fill(event.host, "host");
    const Json* const plan = member("plan");
    if (plan == nullptr || !reader_.expect_object(*plan, at("plan"))) return;
    auto rules = read_rules(reader_, *plan);
    if (!rules) return;
    event.plan.rules = *std::move(rules);
    if (event.plan.rules.layout)
      if (const Json* const board = reader_.required(*plan, "board", {})) {
        auto layout = read_board(reader_, *board, at("board"), nullptr);
        if (!layout) return;
        if (const Json* const black = reader_.required(*board, "black", {}))
          layout->presets = reader_.cells(*black, at("black"), most_tiles);
        if (layout_fault(*layout)) reader_.fail("board", at("black"), "cells that cannot be");
        event.plan.rules.layout = *std::move(layout);
      }
    if (const Json* const theme = reader_.required(*plan, "theme", {}))
      event.plan.theme = reader_.string(*theme, at("theme"), longest_name).value_or("");
    fill_seats(event.plan, *plan);
    fill_clock(event.plan.clock, *plan);
    if (const Json* const lobby = reader_.required(*plan, "lobby", {}))
      event.plan.in_lobby = reader_.boolean(*lobby, at("lobby")).value_or(false);
    if (const Json* const opener = FormReader::optional(*plan, "opener"))
      event.plan.favoured_opener = reader_.integer(*opener, at("opener"), 0, most_seats - 1);
  }

  void fill_seats(TablePlan& plan, const Json& json) {
    const Json* const seats = reader_.required(json, "seats", {});
    if (seats == nullptr || !reader_.expect_array(*seats, at("seats"), most_seats)) return;
    for (const Json& planned : *seats) {
      if (!reader_.expect_object(planned, at("seats"))) return;
      SeatPlan seat;
      fill(seat.kind, "kind", planned, seat_kinds);
      if (const Json* const bot = FormReader::optional(planned, "bot"))
        seat.bot = reader_.string(*bot, at("bot"), longest_name).value_or("");
      plan.seats.push_back(std::move(seat));
    }
  }

  void fill_clock(ClockPlan& clock, const Json& json) {
    const Json* const planned = reader_.required(json, "clock", {});
    if (planned == nullptr || !reader_.expect_object(*planned, at("clock"))) return;
    fill(clock.kind, "kind", *planned, clock_kinds);
    if (const Json* const seconds = reader_.required(*planned, "seconds", {}))
      clock.seconds = reader_.integer(*seconds, at("seconds"), 0, longest_seconds).value_or(0);
    if (const Json* const increment = reader_.required(*planned, "increment", {}))
      clock.increment =
          reader_.integer(*increment, at("increment"), 0, longest_seconds).value_or(0);
  }

  void fill(SeatTaken& event) {
    fill_seat(event.seat);
    fill(event.user, "user");
    fill(event.name, "name");
  }
  void fill(TableLocked& event) {
    if (const Json* const locked = member("locked"))
      event.locked = reader_.boolean(*locked, at("locked")).value_or(true);
  }
  void fill(GameStarted& event) {
    if (const Json* const players = member("players");
        players != nullptr && reader_.expect_array(*players, at("players"), most_seats))
      for (const Json& name : *players)
        event.setup.players.push_back(
            {reader_.string(name, at("players"), longest_name).value_or(""), std::nullopt});
    if (const Json* const presets = member("presets"))
      event.setup.presets = reader_.tiles(*presets, at("presets"), most_tiles);
    if (const Json* const hands = member("hands");
        hands != nullptr && reader_.expect_array(*hands, at("hands"), most_seats))
      for (const Json& hand : *hands)
        event.setup.hands.push_back(reader_.tiles(hand, at("hands"), most_tiles));
    fill(event.setup.opener, "opener", most_seats - 1);
  }
  void fill(MoveMade& event) {
    fill_seat(event.seat);
    if (const Json* const act = member("act"))
      if (auto move = read_move(reader_, *act, at("act"))) event.move = *std::move(move);
  }
  void fill(ChanceAnswered& event) {
    if (const Json* const tiles = member("tiles"))
      event.tiles = reader_.tiles(*tiles, at("tiles"), most_tiles);
  }
  void fill(PlayerLeft& event) {
    fill_seat(event.seat);
    fill(event.reason, "reason", json_, leave_reasons);
  }
  void fill(BotTookOver& event) {
    fill_seat(event.seat);
    fill(event.bot, "bot");
  }
  void fill(WishMade& event) {
    fill_seat(event.seat);
    fill(event.wish, "wish", json_, wishes);
  }
  void fill(TimeGivenBack& event) {
    int milliseconds = 0;
    fill(milliseconds, "milliseconds", std::numeric_limits<int>::max());
    event.milliseconds = milliseconds;
  }
  void fill(RematchMade& event) { fill(event.game, "game"); }
  template <class Event>
  void fill(Event& event) {
    if constexpr (requires { event.seat; }) fill_seat(event.seat);
  }

  const Json& json_;
  FormReader reader_;
};

}  // namespace

NewEvent to_stored(const TableEvent& event) {
  return {std::string(type_names[event.index()]), 1,
          dump(std::visit([](const auto& what) { return body_of(what); }, event))};
}

Result<TableEvent, FormError> from_stored(const StoredEvent& event) {
  if (event.version != 1)
    return Unexpected{FormError{"version", event.type, "an event of a version to come"}};
  for (std::size_t type = 0; type < type_names.size(); ++type) {
    if (type_names[type] != event.type) continue;
    const auto json = parse_json(event.body);
    if (!json) return Unexpected{json.error()};
    return EventReader(*json).read(type);
  }
  return Unexpected{FormError{"type", event.type, "an unknown event"}};
}

}  // namespace sixfold
