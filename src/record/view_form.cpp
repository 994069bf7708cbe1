#include <algorithm>

#include "record/each_object.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "record/turn_form.hpp"

namespace sixfold {

namespace {

// Writing

Json seen_to_json(const SeenTiles& tiles) {
  if (const auto* count = std::get_if<int>(&tiles)) return *count;
  return to_json(std::get<1>(tiles));
}

void add_act(Json& json, const SeenTiles& traded) { json["trade"] = seen_to_json(traded); }

Json turn_to_json(const SeenTurn& turn) {
  Json json;
  json["seat"] = turn.seat;
  if (turn.take) json["take"] = to_text(*turn.take);
  add_rolls(json, turn.roll, turn.forced);
  std::visit([&](const auto& act) { add_act(json, act); }, turn.act);
  if (std::holds_alternative<Placed>(turn.act) || std::holds_alternative<SeenTiles>(turn.act))
    json["drew"] = seen_to_json(turn.drew);
  return json;
}

Json unseen_to_json(const View& view) {
  Json json = Json::object();
  for (const Tile piece : view.unseen.kinds()) {
    const std::string name =
        view.rules.pieces.rolled ? std::string(1, letter_of(piece.colour)) : to_text(piece);
    json[name] = view.unseen.count(piece);
  }
  return json;
}

Json acts_to_json(const Acts& acts) {
  Json json = Json::array();
  if (acts.take) json.push_back("take");
  if (acts.roll) json.push_back("roll");
  if (acts.place) json.push_back("place");
  if (acts.trade) json.push_back("trade");
  if (acts.pass) json.push_back("pass");
  return json;
}

Json seat_to_json(const SeatView& seat) {
  Json json;
  json["name"] = seat.name;
  json["score"] = seat.score;
  json["held"] = seat.held;
  json["discs"] = seat.discs;
  json["in"] = seat.in;
  if (seat.hand) json["hand"] = to_json(*seat.hand);
  return json;
}

// Reading

class ViewReader {
 public:
  ViewReader(FormReader& reader, const Json& json, const Path& path)
      : reader_(reader), json_(json), path_(path) {}

  std::optional<View> read() {
    if (!reader_.expect_object(json_, path_)) return std::nullopt;
    auto rules = read_rules(reader_, json_);
    if (!rules) return std::nullopt;
    view_.rules = *std::move(rules);
    read_table();
    read_own();
    read_seats();
    read_acts();
    read_history();
    if (reader_.error()) return std::nullopt;
    return view_;
  }

 private:
  const Json* member(std::string_view key) { return reader_.required(json_, key, path_); }
  Path at(std::string_view key) const { return {&path_, key, 0}; }

  void read_table() {
    if (view_.rules.layout) {
      const Json* const board = member("board");
      if (board == nullptr) return;
      auto layout = read_board(reader_, *board, at("board"), nullptr);
      if (!layout) return;
      view_.stars = layout->stars;
      view_.rules.layout = *std::move(layout);
    }
    if (const Json* const tiles = member("tiles"))
      for (const PlacedTile& placed : reader_.placed_tiles(*tiles, at("tiles"), most_tiles)) {
        if (view_.board.at(placed.cell) || !on_board(view_.rules, placed.cell))
          return reader_.fail("occupied", at("tiles"),
                              "two tiles on one cell, or a tile off the board");
        view_.board.put(placed);
      }
    if (const Json* const barred = FormReader::optional(json_, "barred");
        barred != nullptr && !barred->is_null())
      view_.barred = reader_.placed_tile(*barred, at("barred"));
  }

  void read_own() {
    if (const Json* const seat = member("seat"); seat != nullptr && !seat->is_null())
      view_.seat = reader_.integer(*seat, at("seat"), 0, most_seats - 1);
    if (const Json* const turn = member("turn"))
      view_.turn = reader_.integer(*turn, at("turn"), 0, most_seats - 1).value_or(0);
    if (const Json* const hand = member("hand"))
      view_.hand = Hand(reader_.tiles(*hand, at("hand"), most_tiles));
    if (const Json* const bag = member("bag"))
      view_.bag = reader_.integer(*bag, at("bag"), 0, most_tiles).value_or(0);
    const Json* const unseen = member("unseen");
    if (unseen == nullptr || !reader_.expect_object(*unseen, at("unseen"))) return;
    for (const auto& [name, count] : unseen->items()) {
      const auto piece = parse_piece(name);
      if (!piece) return reader_.fail("unknown_tile", at("unseen"), in_quotes(name));
      view_.unseen.add(*piece, reader_.integer(count, at("unseen"), 0, most_tiles).value_or(0));
    }
  }

  std::optional<Tile> parse_piece(std::string_view name) const {
    if (!view_.rules.pieces.rolled) return parse_tile(name);
    const auto colour = name.size() == 1 ? colour_of(name[0]) : std::nullopt;
    if (!colour) return std::nullopt;
    return piece_of(view_.rules, Tile{*colour, {}});
  }

  void read_seats() {
    const Json* const seats = member("seats");
    const Path path = at("seats");
    if (seats == nullptr) return;
    each_object(reader_, *seats, path, most_seats, [&](const Json& json, const Path& here) {
      SeatView seat;
      if (const Json* const name = FormReader::optional(json, "name"))
        seat.name = reader_.string(*name, Path{&here, "name", 0}, longest_name).value_or("");
      if (const Json* const score = reader_.required(json, "score", here))
        seat.score = reader_.integer(*score, Path{&here, "score", 0}, 0, most_points).value_or(0);
      if (const Json* const held = reader_.required(json, "held", here))
        seat.held = reader_.integer(*held, Path{&here, "held", 0}, 0, most_tiles).value_or(0);
      if (const Json* const discs = FormReader::optional(json, "discs"))
        seat.discs = reader_.integer(*discs, Path{&here, "discs", 0}, 0, most_points).value_or(0);
      if (const Json* const in = FormReader::optional(json, "in"))
        seat.in = reader_.boolean(*in, Path{&here, "in", 0}).value_or(true);
      if (const Json* const hand = FormReader::optional(json, "hand"))
        seat.hand = reader_.tiles(*hand, Path{&here, "hand", 0}, most_tiles);
      view_.seats.push_back(std::move(seat));
    });
    const int count = static_cast<int>(view_.seats.size());
    if (!reader_.error() &&
        (count < fewest_seats || view_.turn >= count || view_.seat.value_or(0) >= count))
      reader_.fail("range", path, "there is no such seat");
  }

  void read_acts() {
    const Json* const acts = member("acts");
    const Path path = at("acts");
    if (acts == nullptr || !reader_.expect_array(*acts, path, 5)) return;
    for (const Json& act : *acts) {
      if (act == "take")
        view_.acts.take = true;
      else if (act == "roll")
        view_.acts.roll = true;
      else if (act == "place")
        view_.acts.place = true;
      else if (act == "trade")
        view_.acts.trade = true;
      else if (act == "pass")
        view_.acts.pass = true;
      else
        return reader_.fail("act", path, "unknown act");
    }
  }

  SeenTiles seen_tiles(const Json& json, const Path& path) {
    if (json.is_array()) return reader_.tiles(json, path, most_tiles);
    return reader_.integer(json, path, 0, most_tiles).value_or(0);
  }

  SeenTurn read_turn(const Json& json, const Path& path) {
    SeenTurn turn;
    turn.act = Passed{};
    if (const Json* const seat = reader_.required(json, "seat", path))
      turn.seat = reader_.integer(*seat, Path{&path, "seat", 0}, 0, most_seats - 1).value_or(0);
    if (const Json* const take = FormReader::optional(json, "take"))
      turn.take = reader_.placed_tile(*take, Path{&path, "take", 0});
    if (const Json* const roll = FormReader::optional(json, "roll"))
      turn.roll = read_roll(reader_, *roll, path);
    if (const Json* const forced = FormReader::optional(json, "forced"))
      turn.forced = read_forced(reader_, *forced, path);
    if (const Json* const drew = FormReader::optional(json, "drew"))
      turn.drew = seen_tiles(*drew, Path{&path, "drew", 0});
    if (const Json* const place = FormReader::optional(json, "place")) {
      turn.act = read_placed(reader_, json, *place, path);
    } else if (const Json* const trade = FormReader::optional(json, "trade")) {
      turn.act = seen_tiles(*trade, Path{&path, "trade", 0});
    } else if (const Json* const left = FormReader::optional(json, "leave")) {
      turn.act = read_left(reader_, *left, path);
    } else if (const Json* const pass = FormReader::optional(json, "pass")) {
      turn.act = read_passed(reader_, *pass, path);
    } else {
      reader_.fail("act", path, "there is no known act");
    }
    return turn;
  }

  void read_history() {
    const Path path = at("history");
    if (const Json* const history = member("history"))
      each_object(reader_, *history, path, most_turns, [&](const Json& turn, const Path& here) {
        view_.history.push_back(read_turn(turn, here));
      });
    // If the member is missing, any turn that is not a leave was the opening.
    view_.opened = std::ranges::any_of(view_.history, [](const SeenTurn& turn) {
      return !std::holds_alternative<Left>(turn.act);
    });
    if (const Json* const opened = FormReader::optional(json_, "opened"))
      view_.opened = reader_.boolean(*opened, at("opened")).value_or(false);
  }

  FormReader& reader_;
  const Json& json_;
  const Path& path_;
  View view_;
};

}  // namespace

Json to_json(const View& view) {
  Json json;
  json["variant"] = view.rules.variant;
  json["options"] = options_to_json(view.rules);
  if (view.rules.layout) json["board"] = board_to_json(*view.rules.layout, view.stars);
  const auto tiles = view.board.tiles();
  json["tiles"] = to_json(std::vector<PlacedTile>(tiles.begin(), tiles.end()));
  json["seat"] = view.seat ? Json(*view.seat) : Json(nullptr);
  json["turn"] = view.turn;
  json["opened"] = view.opened;
  json["hand"] = to_json(view.hand.list());
  json["bag"] = view.bag;
  json["unseen"] = unseen_to_json(view);
  json["seats"] = Json::array();
  for (const SeatView& seat : view.seats) json["seats"].push_back(seat_to_json(seat));
  json["acts"] = acts_to_json(view.acts);
  json["barred"] = view.barred ? Json(to_text(*view.barred)) : Json(nullptr);
  json["history"] = Json::array();
  for (const SeenTurn& turn : view.history) json["history"].push_back(turn_to_json(turn));
  return json;
}

std::optional<View> read_view(FormReader& reader, const Json& json, const Path& path) {
  return ViewReader(reader, json, path).read();
}

}  // namespace sixfold
