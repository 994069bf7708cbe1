#include <algorithm>
#include <array>

#include "record/each_object.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "record/record.hpp"
#include "record/turn_form.hpp"
#include "rules/options.hpp"

namespace sixfold {

namespace {

constexpr int highest_age = 1000;
constexpr std::array<std::string_view, 4> act_names{"place", "trade", "pass", "leave"};

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  for (const RuleOption& option : rule_options()) names.push_back(option.name);
  return names;
}

class RecordReader {
 public:
  explicit RecordReader(const Json& json) : json_(json) {}

  Result<Record, RecordError> read() {
    // The part of the record being read decides which turn an error belongs to.
    if (reader_.expect_object(json_, {})) read_setup();
    if (!reader_.error()) read_turns();
    if (!reader_.error()) {
      turn_ = static_cast<int>(record_.turns.size()) + 1;
      read_outcome();
    }
    if (const auto& error = reader_.error())
      return Unexpected{RecordError{
          turn_, error->code,
          error->where.empty() ? error->message : error->where + ": " + error->message}};
    record_.unknown.record = members_text(unknown_members(
        json_, {"format", "variant", "theme", "options", "players", "board", "hands", "opener",
                "position", "turns", "end", "scores", "winners", "fair"}));
    return std::move(record_);
  }

 private:
  void read_setup() {
    const Json* const format = reader_.required(json_, "format", {});
    if (format == nullptr) return;
    if (*format != record_format)
      return reader_.fail("unknown_format", Path{nullptr, "format", 0},
                          "expected the format " + std::string(record_format));
    auto rules = read_rules(reader_, json_);
    if (!rules) return;
    record_.rules = *std::move(rules);
    if (const Json* const options = FormReader::optional(json_, "options"))
      record_.unknown.options = members_text(unknown_members(*options, option_names()));
    if (const Json* const theme = FormReader::optional(json_, "theme"))
      record_.theme =
          reader_.string(*theme, Path{nullptr, "theme", 0}, longest_name).value_or("classic");
    read_players();
    read_layout();
    read_hands();
    if (const Json* const opener = reader_.required(json_, "opener", {}))
      record_.setup.opener =
          reader_.integer(*opener, Path{nullptr, "opener", 0}, 0, most_seats - 1).value_or(0);
    if (const Json* const start = FormReader::optional(json_, "position")) read_start(*start);
    if (const Json* const fair = FormReader::optional(json_, "fair"))
      record_.fair =
          read_fair_proof(reader_, *fair, Path{nullptr, "fair", 0}, record_.setup.players.size());
  }

  void read_players() {
    const Json* const players = reader_.required(json_, "players", {});
    const Path path{nullptr, "players", 0};
    if (players == nullptr) return;
    each_object(reader_, *players, path, most_seats, [&](const Json& json, const Path& here) {
      Player player;
      if (const Json* const name = FormReader::optional(json, "name"))
        player.name = reader_.string(*name, Path{&here, "name", 0}, longest_name).value_or("");
      if (const Json* const age = FormReader::optional(json, "age"))
        player.age = reader_.integer(*age, Path{&here, "age", 0}, 0, highest_age);
      record_.setup.players.push_back(std::move(player));
      record_.unknown.players.push_back(members_text(unknown_members(json, {"name", "age"})));
    });
    drop_if_empty(record_.unknown.players);
  }

  void read_layout() {
    const Path path{nullptr, "board", 0};
    const Json* const board = FormReader::optional(json_, "board");
    if (!record_.rules.layout) {
      if (board != nullptr) reader_.fail("board", path, "this variant has no board");
      return;
    }
    if (board == nullptr) return reader_.fail("missing", {}, "board is missing");
    auto layout = read_board(reader_, *board, path, &record_.setup.presets);
    if (!layout) return;
    record_.rules.layout = *std::move(layout);
    record_.unknown.board =
        members_text(unknown_members(*board, {"size", "stars", "starts", "bonus", "preset"}));
  }

  void read_hands() {
    const Json* const hands = reader_.required(json_, "hands", {});
    const Path path{nullptr, "hands", 0};
    if (hands == nullptr || !reader_.expect_array(*hands, path, most_seats)) return;
    for (std::size_t i = 0; i < hands->size(); ++i)
      record_.setup.hands.push_back(reader_.tiles((*hands)[i], Path{&path, {}, i}, most_tiles));
  }

  void read_start(const Json& json) {
    const Path path{nullptr, "position", 0};
    if (!reader_.expect_object(json, path)) return;
    Start start;
    if (const Json* const tiles = reader_.required(json, "tiles", path))
      start.tiles = reader_.placed_tiles(*tiles, Path{&path, "tiles", 0}, most_tiles);
    if (const Json* const stars = FormReader::optional(json, "stars"))
      start.stars =
          reader_.cells(*stars, Path{&path, "stars", 0}, std::size_t{largest_side} * largest_side);
    const auto numbers = [&](std::string_view key) {
      const Json* const list = FormReader::optional(json, key);
      if (list == nullptr) return std::vector<int>(record_.setup.hands.size());
      return reader_.integers(*list, Path{&path, key, 0}, most_seats, 0, most_points);
    };
    start.scores = numbers("scores");
    start.discs = numbers("discs");
    if (const Json* const gone = FormReader::optional(json, "gone"))
      start.gone = reader_.tiles(*gone, Path{&path, "gone", 0}, most_tiles);
    if (const Json* const rolled = FormReader::optional(json, "rolled"))
      start.rolled = reader_.boolean(*rolled, Path{&path, "rolled", 0}).value_or(false);
    record_.setup.start = std::move(start);
  }

  void read_turns() {
    const Json* const turns = reader_.required(json_, "turns", {});
    const Path path{nullptr, "turns", 0};
    if (turns == nullptr || !reader_.expect_array(*turns, path, most_turns)) return;
    for (std::size_t i = 0; i < turns->size(); ++i) {
      turn_ = static_cast<int>(i) + 1;
      const Path here{&path, {}, i};
      if (!reader_.expect_object((*turns)[i], here)) return;
      record_.turns.push_back(read_turn((*turns)[i], here));
      record_.unknown.turns.push_back(members_text(unknown_in_turn((*turns)[i])));
      if (reader_.error()) return;
    }
    drop_if_empty(record_.unknown.turns);
  }

  static Json unknown_in_turn(const Json& json) {
    Json unknown = unknown_members(json, {"seat", "roll", "forced", "take", "place", "points",
                                          "trade", "pass", "leave", "draw"});
    if (const Json* const roll = FormReader::optional(json, "roll"))
      if (Json in_roll = unknown_members(*roll, {"cubes", "faces"}); !in_roll.empty())
        unknown["roll"] = std::move(in_roll);
    return unknown;
  }

  Turn read_turn(const Json& json, const Path& path) {
    Turn turn;
    if (const Json* const seat = reader_.required(json, "seat", path))
      turn.seat = reader_.integer(*seat, Path{&path, "seat", 0}, 0, most_seats - 1).value_or(0);
    if (const Json* const roll = FormReader::optional(json, "roll"))
      turn.roll = read_roll(reader_, *roll, path);
    if (const Json* const forced = FormReader::optional(json, "forced"))
      turn.forced = read_forced(reader_, *forced, path);
    if (const Json* const take = FormReader::optional(json, "take"))
      turn.take = reader_.placed_tile(*take, Path{&path, "take", 0});
    if (const Json* const draw = FormReader::optional(json, "draw"))
      turn.draw = reader_.tiles(*draw, Path{&path, "draw", 0}, most_tiles);
    read_act(json, path, turn);
    return turn;
  }

  void read_act(const Json& json, const Path& path, Turn& turn) {
    const auto acts = std::ranges::count_if(act_names, [&](std::string_view name) {
      return FormReader::optional(json, name) != nullptr;
    });
    if (acts != 1)
      return reader_.fail(
          "act", path, acts == 0 ? "the turn has no known act" : "the turn has more than one act");
    if (const Json* const place = FormReader::optional(json, "place")) {
      turn.act = read_placed(reader_, json, *place, path);
    } else if (const Json* const trade = FormReader::optional(json, "trade")) {
      turn.act = Traded{reader_.tiles(*trade, Path{&path, "trade", 0}, most_tiles)};
    } else if (const Json* const pass = FormReader::optional(json, "pass")) {
      turn.act = read_passed(reader_, *pass, path);
    } else if (const Json* const left = FormReader::optional(json, "leave")) {
      turn.act = read_left(reader_, *left, path);
      if (turn.roll || turn.take || !turn.forced.empty() || !turn.draw.empty())
        reader_.fail("act", path, "a turn in which a player leaves has no other act");
    }
  }

  void read_outcome() {
    if (const Json* const end = FormReader::optional(json_, "end")) read_end(*end);
    if (const Json* const scores = FormReader::optional(json_, "scores"))
      record_.outcome.scores =
          reader_.integers(*scores, Path{nullptr, "scores", 0}, most_seats, 0, most_points);
    if (const Json* const winners = FormReader::optional(json_, "winners"))
      record_.outcome.winners =
          reader_.integers(*winners, Path{nullptr, "winners", 0}, most_seats, 0, most_seats - 1);
  }

  void read_end(const Json& json) {
    const Path path{nullptr, "end", 0};
    if (!reader_.expect_object(json, path)) return;
    const Json* const word = reader_.required(json, "reason", path);
    if (word == nullptr) return;
    using enum EndReason;
    std::optional<EndReason> reason;
    for (const EndReason known : {out, dead, stalled, resigned, timeout, aborted})
      if (*word == code_of(known)) reason = known;
    if (!reason)
      return reader_.fail("end", Path{&path, "reason", 0},
                          in_quotes(dump(*word)) + " is not a known reason");
    End end{*reason, std::nullopt, 0};
    if (const Json* const seat = FormReader::optional(json, "seat"))
      end.seat = reader_.integer(*seat, Path{&path, "seat", 0}, 0, most_seats - 1);
    if (const Json* const bonus = FormReader::optional(json, "bonus"))
      end.bonus = reader_.integer(*bonus, Path{&path, "bonus", 0}, 0, most_points).value_or(0);
    record_.outcome.end = end;
    record_.unknown.end = members_text(unknown_members(json, {"reason", "seat", "bonus"}));
  }

  static void drop_if_empty(std::vector<std::string>& unknown) {
    if (std::ranges::all_of(unknown, &std::string::empty)) unknown.clear();
  }

  const Json& json_;
  FormReader reader_;
  Record record_;
  int turn_ = 0;
};

void add_act(Json& json, const Traded& traded) { json["trade"] = to_json(traded.tiles); }

Json turn_to_json(const Turn& turn) {
  Json json;
  json["seat"] = turn.seat;
  add_rolls(json, turn.roll, turn.forced);
  if (turn.take) json["take"] = to_text(*turn.take);
  std::visit([&](const auto& act) { add_act(json, act); }, turn.act);
  if (!turn.draw.empty() && !std::holds_alternative<Left>(turn.act))
    json["draw"] = to_json(turn.draw);
  return json;
}

Json start_to_json(const Start& start) {
  Json json;
  json["tiles"] = to_json(start.tiles);
  if (!start.stars.empty()) json["stars"] = to_json(start.stars);
  json["scores"] = start.scores;
  json["discs"] = start.discs;
  if (!start.gone.empty()) json["gone"] = to_json(start.gone);
  if (start.rolled) json["rolled"] = true;
  return json;
}

void add_unknown_to_turn(Json& turn, std::string_view unknown) {
  const Json members = parse_members(unknown);
  for (const auto& [key, value] : members.items()) {
    if (key == "roll")
      add_members(turn[key], value);
    else
      turn[key] = value;
  }
}

Json end_to_json(const End& end) {
  Json json;
  json["reason"] = code_of(end.reason);
  if (end.seat) json["seat"] = *end.seat;
  if (end.bonus != 0) json["bonus"] = end.bonus;
  return json;
}

}  // namespace

Result<Record, RecordError> parse_record(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{RecordError{0, json.error().code, json.error().message}};
  return RecordReader(*json).read();
}

std::string to_text(const Turn& turn) { return dump(turn_to_json(turn)); }

std::string to_text(const Record& record) {
  Json json;
  json["format"] = record_format;
  json["variant"] = record.rules.variant;
  if (record.theme != "classic") json["theme"] = record.theme;
  Json options = options_to_json(record.rules);
  add_members(options, parse_members(record.unknown.options));
  if (!options.empty()) json["options"] = std::move(options);

  json["players"] = Json::array();
  for (std::size_t i = 0; i < record.setup.players.size(); ++i) {
    Json player;
    player["name"] = record.setup.players[i].name;
    if (record.setup.players[i].age) player["age"] = *record.setup.players[i].age;
    if (!record.unknown.players.empty())
      add_members(player, parse_members(record.unknown.players[i]));
    json["players"].push_back(std::move(player));
  }
  if (record.rules.layout) {
    Json board = board_to_json(*record.rules.layout, record.rules.layout->stars);
    board["preset"] = Json::array();
    for (std::size_t i = 0; i < record.setup.presets.size(); ++i)
      board["preset"].push_back(
          to_text(PlacedTile{record.rules.layout->presets[i], record.setup.presets[i]}));
    add_members(board, parse_members(record.unknown.board));
    json["board"] = std::move(board);
  }
  json["hands"] = Json::array();
  for (const std::vector<Tile>& hand : record.setup.hands) json["hands"].push_back(to_json(hand));
  json["opener"] = record.setup.opener;
  if (record.setup.start) json["position"] = start_to_json(*record.setup.start);
  json["turns"] = Json::array();
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    Json turn = turn_to_json(record.turns[i]);
    if (!record.unknown.turns.empty()) add_unknown_to_turn(turn, record.unknown.turns[i]);
    json["turns"].push_back(std::move(turn));
  }
  if (record.outcome.end) {
    json["end"] = end_to_json(*record.outcome.end);
    add_members(json["end"], parse_members(record.unknown.end));
  }
  if (record.outcome.scores) json["scores"] = *record.outcome.scores;
  if (record.outcome.winners) json["winners"] = *record.outcome.winners;
  if (record.fair) json["fair"] = to_json(*record.fair);
  add_members(json, parse_members(record.unknown.record));
  return dump(json);
}

Record record_of(const FinishedGame& finished, std::string theme) {
  const Game& game = finished.game();
  std::vector<int> scores;
  for (const Seat& seat : game.position().seats) scores.push_back(seat.score);
  return {game.rules(),
          std::move(theme),
          game.setup(),
          game.turns(),
          {game.position().end, std::move(scores), winners(game.position())},
          {}};
}

}  // namespace sixfold
