#include <algorithm>
#include <array>

#include "engine/bots.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "play/dealer.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::page {

namespace {

/// Rows that are too many or too long are still read, to say so.
constexpr std::size_t most_rows = 1000;
constexpr std::size_t longest_row = 1000;
constexpr std::array<std::string_view, 2> tableau_kinds{"select", "connect"};

Json to_json(const Tableaus& tableaus) {
  Json json = Json::array();
  for (const Tableau& tableau : tableaus) {
    Json one;
    one["kind"] = nth(tableau_kinds, tableau.kind);
    one["turns"] = tableau.quarter_turns;
    json.push_back(std::move(one));
  }
  return json;
}

std::optional<Layout> layout_of_tableaus(FormReader& reader, const Json& json) {
  const Path path{nullptr, "tableaus", 0};
  Tableaus tableaus;
  if (!reader.expect_array(json, path, tableaus.size())) return std::nullopt;
  if (json.size() != tableaus.size()) {
    reader.fail("tableaus", path, "a board consists of four tableaus");
    return std::nullopt;
  }
  for (std::size_t i = 0; i < tableaus.size(); ++i) {
    const Path here{&path, {}, i};
    if (!reader.expect_object(json[i], here)) return std::nullopt;
    const Json* const kind = reader.required(json[i], "kind", here);
    const Json* const turns = reader.required(json[i], "turns", here);
    if (kind == nullptr || turns == nullptr) return std::nullopt;
    const auto known =
        std::ranges::find(tableau_kinds, reader.string(*kind, here, longest_name).value_or(""));
    if (known == tableau_kinds.end()) {
      reader.fail("tableaus", here, "unknown tableau");
      return std::nullopt;
    }
    tableaus[i].kind = static_cast<Tableau::Kind>(known - tableau_kinds.begin());
    tableaus[i].quarter_turns = reader.integer(*turns, here, 0, 3).value_or(0);
  }
  return assemble(tableaus);
}

std::vector<std::string> read_rows(PageRequest& request, const Json& json) {
  const Path path = PageRequest::at("rows");
  std::vector<std::string> rows;
  if (!request.reader().expect_array(json, path, most_rows)) return rows;
  for (const Json& row : json)
    rows.push_back(request.reader().string(row, path, longest_row).value_or(""));
  return rows;
}

/// Why rows are no board.
struct RowsFault {
  std::string_view reason;
  std::optional<Cell> cell;
  std::optional<int> count;
};

Result<Layout, RowsFault> layout_of_rows(const std::vector<std::string>& rows) {
  for (std::size_t y = 1; y < rows.size(); ++y)
    if (rows[y].size() != rows[0].size())
      return Unexpected{RowsFault{"uneven", Cell{0, static_cast<int>(y)}, {}}};
  auto layout = layout_from_rows(rows);
  if (layout) return *std::move(layout);
  if (layout.error().kind == LayoutFault::Kind::unknown_mark)
    return Unexpected{RowsFault{"mark", layout.error().cell, {}}};
  return Unexpected{RowsFault{"size", {}, {}}};
}

/// Whether there are tiles for the hands and the black cells.
std::optional<RowsFault> too_black(PageRequest& request, const Layout& layout) {
  if (request.given("variant") == nullptr) return std::nullopt;
  const auto rules = read_rules(request.reader(), request.json());
  const int seats = request.number("seats", most_seats);
  if (!rules || request.failed()) return std::nullopt;
  const int most = full_bag(*rules).size() - seats * rules->hand_size;
  if (static_cast<int>(layout.presets.size()) <= most) return std::nullopt;
  return RowsFault{"black", nth(layout.presets, most), most};
}

std::string error_text(const RowsFault& fault) {
  Json json;
  json["error"]["code"] = "board";
  json["error"]["message"] = "this is not a board of the game";
  json["error"]["reason"] = fault.reason;
  if (fault.cell) json["error"]["cell"] = to_text(*fault.cell);
  if (fault.count) json["error"]["count"] = *fault.count;
  return dump(json);
}

Json choice_to_json(const RuleOption& option, const Ruleset& rules) {
  Json json;
  json["option"] = option.name;
  json["values"] = values_for(option, rules);
  if (!option.only_if.option.empty())
    json["only_if"] = {{option.only_if.option, option.only_if.value}};
  return json;
}

Json edition_to_json(const Edition& edition) {
  const Ruleset rules = edition.ruleset();
  Json json;
  json["name"] = edition.name;
  json["variant"] = rules.variant;
  json["theme"] = edition.theme;
  json["copies"] = rules.pieces.copies;
  json["rolled"] = rules.pieces.rolled;
  json["open_hands"] = rules.open_hands;
  json["discs"] = rules.take_for_disc;
  json["start_cells"] = rules.start_cells_count;
  json["hand_size"] = rules.hand_size;
  json["bonus_for_six"] = rules.bonus_for_six;
  json["bonus_for_out"] = rules.bonus_for_out;
  json["options"] = Json::object();
  json["choices"] = Json::array();
  for (const RuleOption& option : rule_options()) {
    json["options"][option.name] = option.get(rules);
    json["choices"].push_back(choice_to_json(option, rules));
  }
  if (!rules.layout) return json;
  json["board"] = layout_to_json(*rules.layout);
  const auto tableaus = tableaus_of(*rules.layout);
  if (!tableaus) return json;
  json["tableaus"] = to_json(*tableaus);
  json["kinds"] = Json::array();
  for (const Tableau::Kind kind : {Tableau::Kind::select, Tableau::Kind::connect})
    if (std::ranges::find(*tableaus, kind, &Tableau::kind) != tableaus->end())
      json["kinds"].push_back(nth(tableau_kinds, kind));
  // If start cells count, their corners meet in the middle (S1).
  json["turnable"] = !rules.start_cells_count;
  return json;
}

}  // namespace

std::optional<Layout> read_layout(FormReader& reader, const Json& json) {
  const Path path{nullptr, "board", 0};
  auto layout = read_board(reader, json, path, nullptr);
  if (!layout) return std::nullopt;
  if (const Json* const black = FormReader::optional(json, "black"))
    layout->presets = reader.cells(*black, Path{&path, "black", 0}, most_tiles);
  sort_cells(*layout);
  if (!reader.error() && layout_fault(*layout))
    reader.fail("board", path, "a cell is off the board or listed twice");
  return layout;
}

// docs/notation.md has the cells that get a tile only as preset tiles.
Json layout_to_json(const Layout& layout) {
  Json json = board_to_json(layout, layout.stars);
  json["black"] = to_json(layout.presets);
  return json;
}

std::string catalogue_text() {
  Json json;
  json["editions"] = Json::array();
  for (const Edition& edition : all_editions())
    json["editions"].push_back(edition_to_json(edition));
  json["bots"] = Json::array();
  for (const BotLevel& level : bot_levels()) {
    Json bot;
    bot["name"] = level.name;
    bot["sentence"] = level.sentence;
    json["bots"].push_back(std::move(bot));
  }
  return dump(json);
}

std::string answer_layout(std::string_view text) {
  PageRequest request(text);
  std::optional<Layout> layout;
  if (const Json* const tableaus = request.given("tableaus")) {
    layout = layout_of_tableaus(request.reader(), *tableaus);
  } else if (const Json* const rows = request.given("rows")) {
    const auto drawn = layout_of_rows(read_rows(request, *rows));
    if (request.failed()) return request.error();
    if (!drawn) return error_text(drawn.error());
    layout = *drawn;
    const auto fault = too_black(request, *layout);
    if (request.failed()) return request.error();
    if (fault) return error_text(*fault);
  } else if (!request.failed()) {
    const auto rules = read_rules(request.reader(), request.json());
    Random random(static_cast<std::uint64_t>(request.number("seed")));
    if (rules && !rules->layout)
      request.reader().fail("board", PageRequest::at("variant"), "this game has no board");
    else if (rules)
      layout = random_layout(*rules, random);
  }
  if (request.failed()) return request.error();
  Json json;
  json["board"] = layout_to_json(*layout);
  if (const auto tableaus = tableaus_of(*layout)) json["tableaus"] = to_json(*tableaus);
  return dump(json);
}

}  // namespace sixfold::page
