#include "server/table_event.hpp"

#include <array>
#include <string_view>

#include "engine/bots.hpp"
#include "record/forms.hpp"
#include "record/hex.hpp"
#include "record/notation.hpp"
#include "rules/theme.hpp"

namespace sixfold {

namespace {

constexpr int longest_seconds = 100 * 24 * 3600;
constexpr std::uint64_t most_milliseconds = 1000ULL * 366 * 24 * 3600 * 1000;
constexpr std::array<std::string_view, 3> seat_kinds{"open", "invited", "bot"};
constexpr std::array<std::string_view, 3> clock_kinds{"none", "per-move", "bank"};
constexpr std::array<std::string_view, 2> wishes{"pause", "take-back"};
constexpr std::array<std::string_view, 3> player_kinds{"guest", "person", "bot"};
const std::array<std::string_view, 2> leave_reasons{code_of(LeaveReason::resigned),
                                                    code_of(LeaveReason::timeout)};

/// The name of each type in the log, in the order of TableEvent.
constexpr std::array<std::string_view, std::variant_size_v<TableEvent>> type_names{
    "table-created",   "seat-taken",      "seat-freed",   "table-locked",  "game-started",
    "move-made",       "chance-answered", "player-left",  "bot-took-over", "player-returned",
    "wish-made",       "wish-refused",    "game-paused",  "game-resumed",  "turn-taken-back",
    "time-given-back", "rematch-made",    "table-closed", "seed-given",    "game-aborted",
    "leave-agreed",    "seal-given",      "sealing-ended"};

/// The version written for each type; from_stored() reads this and all earlier versions.
constexpr int current_version(std::size_t type) {
  return type_names[type] == "table-created" ? 2 : 1;
}

template <class Enum, std::size_t count>
std::string_view word_of(Enum value, const std::array<std::string_view, count>& words) {
  return words[static_cast<std::size_t>(value)];
}

// Writing: the body of each type.

/// The plan, including what only the log may contain.
Json whole_plan(const TablePlan& plan) {
  Json json = to_json(plan);
  for (std::size_t i = 0; i < plan.seats.size(); ++i)
    if (plan.seats[i].reserved) json["seats"][i]["for"] = to_text(*plan.seats[i].reserved);
  return json;
}

Json body_of(const TableCreated& event) {
  Json json;
  json["plan"] = whole_plan(event.plan);
  json["host"] = to_text(event.host);
  json["code"] = event.code;
  if (event.secret) {
    json["secret"] = to_hex(*event.secret);
    json["seed_wait_ms"] = event.seed_wait_ms;
  }
  return json;
}

Json body_of(const SeatTaken& event) {
  return {{"seat", event.seat},
          {"user", to_text(event.user)},
          {"name", event.name},
          {"kind", word_of(event.kind, player_kinds)}};
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

Json body_of(const SeedGiven& event) {
  return {{"seat", event.seat}, {"seed", to_hex(event.seed)}};
}

Json body_of(const SealGiven& event) {
  return {{"seat", event.seat}, {"seal", to_hex(event.seal)}};
}

Json body_of(const MoveMade& event) { return {{"seat", event.seat}, {"act", to_json(event.move)}}; }

Json body_of(const ChanceAnswered& event) { return {{"tiles", to_json(event.tiles)}}; }

Json body_of(const PlayerLeft& event) {
  return {{"seat", event.seat}, {"reason", code_of(event.reason)}};
}

Json body_of(const BotTookOver& event) { return {{"seat", event.seat}, {"bot", event.bot}}; }

Json body_of(const WishMade& event) {
  return {{"seat", event.seat}, {"wish", code_of(event.wish)}};
}

Json body_of(const LeaveAgreed& event) { return {{"seat", event.seat}, {"about", event.about}}; }
Json body_of(const TableLocked& event) { return {{"locked", event.locked}}; }
Json body_of(const TimeGivenBack& event) { return {{"milliseconds", event.milliseconds}}; }
Json body_of(const RematchMade& event) { return {{"game", to_text(event.game)}}; }

/// Events that name only a seat, or nothing.
template <class Event>
Json body_of(const Event& event) {
  if constexpr (requires { event.seat; }) return {{"seat", event.seat}};
  return Json::object();
}

// Reading

template <class Enum, std::size_t count>
void read_word(FormReader& reader, const Json& object, std::string_view key,
               const std::array<std::string_view, count>& words, Enum& value) {
  const Json* const json = reader.required(object, key, {});
  if (json == nullptr) return;
  for (std::size_t i = 0; i < count; ++i)
    if (*json == words[i]) {
      value = static_cast<Enum>(i);
      return;
    }
  reader.fail("unknown_word", Path{nullptr, key, 0}, "unknown word");
}

void read_layout(FormReader& reader, const Json& board, Ruleset& rules) {
  auto layout = read_board(reader, board, Path{nullptr, "board", 0}, nullptr);
  if (!layout) return;
  const Path path{nullptr, "black", 0};
  if (const Json* const black = FormReader::optional(board, "black"))
    layout->presets = reader.cells(*black, path, most_tiles);
  sort_cells(*layout);
  if (layout_fault(*layout)) reader.fail("board", path, "a cell is invalid or listed twice");
  rules.layout = *std::move(layout);
}

void read_seats(FormReader& reader, const Json& json, TablePlan& plan) {
  const Json* const seats = reader.required(json, "seats", {});
  const Path path{nullptr, "seats", 0};
  if (seats == nullptr || !reader.expect_array(*seats, path, most_seats)) return;
  for (const Json& planned : *seats) {
    if (!reader.expect_object(planned, path)) return;
    SeatPlan seat;
    read_word(reader, planned, "kind", seat_kinds, seat.kind);
    if (const Json* const bot = FormReader::optional(planned, "bot"))
      seat.bot = reader.string(*bot, Path{nullptr, "bot", 0}, longest_name).value_or("");
    if ((seat.kind == SeatPlan::Kind::bot) != bot_named(seat.bot).has_value())
      reader.fail("bot", path,
                  "bot must be a level if the seat is for a bot, and missing otherwise");
    if (const Json* const reserved = FormReader::optional(planned, "for")) {
      seat.reserved = parse_id(reader.string(*reserved, path, longest_name).value_or(""));
      if (!seat.reserved) reader.fail("id", path, "for must be the id of a user");
    }
    plan.seats.push_back(std::move(seat));
  }
  if (!reader.error() && plan.seats.size() < fewest_seats)
    reader.fail("seats", path, "a game needs at least two seats");
}

void read_clock(FormReader& reader, const Json& clock, ClockPlan& plan) {
  const Path path{nullptr, "clock", 0};
  if (!reader.expect_object(clock, path)) return;
  read_word(reader, clock, "kind", clock_kinds, plan.kind);
  if (const Json* const seconds = FormReader::optional(clock, "seconds"))
    plan.seconds =
        reader.integer(*seconds, Path{&path, "seconds", 0}, 0, longest_seconds).value_or(0);
  if (const Json* const increment = FormReader::optional(clock, "increment"))
    plan.increment =
        reader.integer(*increment, Path{&path, "increment", 0}, 0, longest_seconds).value_or(0);
  if (plan.kind != ClockPlan::Kind::none && plan.seconds == 0)
    reader.fail("clock", path, "the clock has no time");
}

class EventReader {
 public:
  explicit EventReader(const Json& json) : json_(json) {}

  Result<TableEvent, FormError> read(std::size_t type) {
    std::optional<TableEvent> event;
    if (reader_.expect_object(json_, {}))
      event = read_type(type, std::make_index_sequence<std::variant_size_v<TableEvent>>{});
    if (reader_.error() || !event) return Unexpected{reader_.error().value_or(FormError{})};
    return *std::move(event);
  }

 private:
  template <std::size_t... types>
  std::optional<TableEvent> read_type(std::size_t type, std::index_sequence<types...> /*all*/) {
    std::optional<TableEvent> event;
    const auto read_one = [&]<std::size_t which>() {
      std::variant_alternative_t<which, TableEvent> one;
      fill(one);
      event = std::move(one);
    };
    static_cast<void>(
        ((type == types ? (read_one.template operator()<types>(), true) : false) || ...));
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
      reader_.fail("id", at(key), "expected an id");
  }
  template <class Enum, std::size_t count>
  void fill(Enum& value, std::string_view key, const std::array<std::string_view, count>& words) {
    read_word(reader_, json_, key, words, value);
  }

  void fill(TableCreated& event) {
    fill(event.host, "host");
    // Version 1 had no codes.
    if (json_.contains("code")) fill(event.code, "code");
    if (json_.contains("secret")) {
      fill(event.secret.emplace(), "secret");
      fill_milliseconds(event.seed_wait_ms, "seed_wait_ms");
    }
    if (const Json* const plan = member("plan"))
      if (auto read = read_plan(reader_, *plan)) event.plan = *std::move(read);
  }

  /// A secret or a seal.
  void fill(std::array<std::uint8_t, 32>& value, std::string_view key) {
    std::string hex;
    fill(hex, key);
    const auto bytes = parse_hex(hex);
    if (bytes && bytes->size() == value.size())
      std::ranges::copy(*bytes, value.begin());
    else
      reader_.fail(std::string(key), at(key), "expected 64 hexadecimal digits");
  }
  void fill(SealGiven& event) {
    fill_seat(event.seat);
    fill(event.seal, "seal");
  }
  void fill(SeedGiven& event) {
    fill_seat(event.seat);
    std::string hex;
    fill(hex, "seed");
    const auto bytes = parse_hex(hex);
    if (bytes && bytes->size() <= longest_fair_seed)
      event.seed = *bytes;
    else
      reader_.fail("seed", at("seed"), "expected up to 64 hexadecimal digits");
  }

  void fill(SeatTaken& event) {
    fill_seat(event.seat);
    fill(event.user, "user");
    fill(event.name, "name");
    // Early versions had no accounts.
    if (json_.contains("kind")) fill(event.kind, "kind", player_kinds);
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
    fill(event.reason, "reason", leave_reasons);
  }
  void fill(BotTookOver& event) {
    fill_seat(event.seat);
    fill(event.bot, "bot");
  }
  void fill(WishMade& event) {
    fill_seat(event.seat);
    fill(event.wish, "wish", wishes);
  }
  void fill(LeaveAgreed& event) {
    fill_seat(event.seat);
    fill(event.about, "about", most_seats - 1);
  }
  /// Negative if the clock was set back.
  void fill(TimeGivenBack& event) {
    const Json* const json = member("milliseconds");
    const bool is_negative =
        json != nullptr && json->is_number_integer() && !json->is_number_unsigned();
    if (is_negative && json->get<std::int64_t>() >= -static_cast<std::int64_t>(most_milliseconds))
      event.milliseconds = json->get<std::int64_t>();
    else
      fill_milliseconds(event.milliseconds, "milliseconds");
  }
  void fill_milliseconds(std::int64_t& value, std::string_view key) {
    const Json* const json = member(key);
    if (json == nullptr) return;
    // After a month without a server, the time exceeds the range of an int.
    if (json->is_number_unsigned() && json->get<std::uint64_t>() <= most_milliseconds)
      value = json->get<std::int64_t>();
    else
      reader_.fail("range", at(key), "expected a time in milliseconds");
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

std::string_view code_of(Wish wish) { return word_of(wish, wishes); }
std::string_view code_of(SeatTaken::Kind kind) { return word_of(kind, player_kinds); }

Json to_json(const ClockPlan& clock) {
  return {{"kind", word_of(clock.kind, clock_kinds)},
          {"seconds", clock.seconds},
          {"increment", clock.increment}};
}

Json to_json(const TablePlan& plan) {
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
  json["clock"] = to_json(plan.clock);
  json["lobby"] = plan.in_lobby;
  json["rated"] = plan.rated;
  json["hints"] = plan.hints;
  if (plan.favoured_opener) json["opener"] = *plan.favoured_opener;
  return json;
}

std::optional<TablePlan> read_plan(FormReader& reader, const Json& json) {
  const Path path{nullptr, "plan", 0};
  if (!reader.expect_object(json, path)) return std::nullopt;
  auto rules = read_rules(reader, json);
  if (!rules) return std::nullopt;
  TablePlan plan;
  plan.rules = *std::move(rules);
  if (const Json* const board = FormReader::optional(json, "board")) {
    if (!plan.rules.layout) reader.fail("board", path, "this variant has no board");
    read_layout(reader, *board, plan.rules);
  }
  if (const Json* const theme = FormReader::optional(json, "theme"))
    plan.theme = reader.string(*theme, Path{nullptr, "theme", 0}, longest_name).value_or("");
  if (!theme_named(plan.theme)) reader.fail("theme", path, "unknown theme");
  read_seats(reader, json, plan);
  if (const Json* const clock = FormReader::optional(json, "clock"))
    read_clock(reader, *clock, plan.clock);
  const auto flag = [&](std::string_view key) {
    const Json* const found = FormReader::optional(json, key);
    return found != nullptr && reader.boolean(*found, Path{nullptr, key, 0}).value_or(false);
  };
  plan.in_lobby = flag("lobby");
  plan.rated = flag("rated");
  plan.hints = flag("hints");
  const auto is_bot = [](const SeatPlan& seat) { return seat.kind == SeatPlan::Kind::bot; };
  if (plan.rated && std::ranges::any_of(plan.seats, is_bot))
    reader.fail("rated", Path{nullptr, "rated", 0}, "a rated game cannot have bots of the server");
  if (const Json* const opener = FormReader::optional(json, "opener"))
    plan.favoured_opener = reader.integer(*opener, Path{nullptr, "opener", 0}, 0, most_seats - 1);
  const std::size_t pieces = static_cast<std::size_t>(full_bag(plan.rules).size());
  const auto needed = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size);
  if (plan.rules.layout && plan.rules.layout->presets.size() + needed > pieces)
    reader.fail("board", path, "the board has more black cells than there are tiles");
  if (reader.error()) return std::nullopt;
  return plan;
}

std::string_view type_name(const TableEvent& event) { return type_names[event.index()]; }

NewEvent to_stored(const TableEvent& event) {
  return {std::string(type_names[event.index()]), current_version(event.index()),
          dump(std::visit([](const auto& what) { return body_of(what); }, event))};
}

Result<TableEvent, FormError> from_stored(const StoredEvent& event) {
  for (std::size_t type = 0; type < type_names.size(); ++type) {
    if (type_names[type] != event.type) continue;
    if (event.version < 1 || event.version > current_version(type))
      return Unexpected{FormError{"version", event.type, "written by a newer version of Sixfold"}};
    const auto json = parse_json(event.body);
    if (!json) return Unexpected{json.error()};
    return EventReader(*json).read(type);
  }
  return Unexpected{FormError{"type", event.type, "unknown event"}};
}

}  // namespace sixfold
