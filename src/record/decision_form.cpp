#include "record/decision_form.hpp"

#include <algorithm>

#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

// No game has more tiles on its table. A hand exceeds six only by tiles taken with one of twelve
// discs; a hand of dozens would have far too many placements.
constexpr std::size_t largest_hand = 18;
// No position of a real game comes near this; without a limit an invented one could need gigabytes.
constexpr std::size_t most_placements = 500'000;

/// Checks only the form: two tiles on one cell, a tile off the board.
std::optional<Board> read_tiles(FormReader& reader, const Json& json, const Path& path,
                                const Ruleset& rules) {
  Board board;
  const std::vector<PlacedTile> tiles = reader.placed_tiles(json, path, most_tiles);
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const std::string text = to_text(tiles[i].cell);
    if (!on_board(rules, tiles[i].cell))
      reader.fail("off_board", Path{&path, {}, i}, text + " is not on the board");
    if (board.at(tiles[i].cell))
      reader.fail("occupied", Path{&path, {}, i}, "there are two tiles on " + text);
    if (reader.error()) return std::nullopt;
    board.put(tiles[i]);
  }
  if (reader.error()) return std::nullopt;
  return board;
}

std::optional<DecisionForm> read_decision(FormReader& reader, const Json& json) {
  if (!reader.expect_object(json, {})) return std::nullopt;
  auto rules = read_rules(reader, json);
  if (!rules) return std::nullopt;
  const Json* const board = FormReader::optional(json, "board");
  if (board != nullptr && !board->is_null()) {
    const Path path{nullptr, "board", 0};
    if (!rules->layout) {
      reader.fail("board", path, "this variant has no board");
      return std::nullopt;
    }
    rules->layout = read_board(reader, *board, path, nullptr);
  }
  DecisionForm form{*rules, {}};
  if (const Json* const tiles = reader.required(json, "tiles", {}))
    if (auto table = read_tiles(reader, *tiles, Path{nullptr, "tiles", 0}, *rules))
      form.decision.board = *std::move(table);
  if (const Json* const hand = reader.required(json, "hand", {}))
    form.decision.hand = Hand(reader.tiles(*hand, Path{nullptr, "hand", 0}, largest_hand));
  if (const Json* const barred = FormReader::optional(json, "barred");
      barred != nullptr && !barred->is_null())
    form.decision.barred = reader.placed_tile(*barred, Path{nullptr, "barred", 0});
  form.decision.opening = form.decision.board.empty() && !form.decision.barred;
  if (reader.error()) return std::nullopt;
  return form;
}

}  // namespace

Result<DecisionForm, FormError> parse_decision(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  auto form = read_decision(reader, *json);
  if (reader.error() || !form) return Unexpected{reader.error().value_or(FormError{})};
  return *std::move(form);
}

Json to_json(const DecisionForm& form) {
  const Decision& decision = form.decision;
  Json json;
  json["variant"] = form.rules.variant;
  const auto tiles = decision.board.tiles();
  json["tiles"] = to_json(std::vector<PlacedTile>(tiles.begin(), tiles.end()));
  json["hand"] = to_json(decision.hand.list());
  if (decision.barred) json["barred"] = to_text(*decision.barred);
  if (const Json options = options_to_json(form.rules); !options.empty()) json["options"] = options;
  if (form.rules.layout)
    json["board"] = board_to_json(*form.rules.layout, form.rules.layout->stars);
  return json;
}

Result<std::string, FormError> placements_text(const DecisionForm& form) {
  struct Entry {
    int points;
    std::string text;
  };
  const auto placements = legal_placements(form.rules, form.decision, most_placements);
  if (!placements)
    return Unexpected{FormError{"too_many_placements", "",
                                "more than " + std::to_string(most_placements) + " placements"}};
  std::vector<Entry> entries;
  for (const Place& place : *placements) {
    Json json;
    json["place"] = to_json(place.tiles);
    const int points = score(form.rules, form.decision.board, place).points();
    json["points"] = points;
    entries.push_back({points, dump(json)});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    return a.points != b.points ? a.points > b.points : a.text < b.text;
  });
  std::string text = R"({"placements":[)";
  for (const Entry& entry : entries) {
    if (text.back() != '[') text += ',';
    text += entry.text;
  }
  return text + "]}";
}

MovesAnswer answer_moves(std::string_view position) {
  const auto form = parse_decision(position);
  if (!form) return {error_text(form.error()), true};
  const auto placements = placements_text(*form);
  if (!placements) return {error_text(placements.error()), true};
  return {*placements, false};
}

}  // namespace sixfold
