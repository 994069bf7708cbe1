#include <algorithm>

#include "record/forms.hpp"
#include "record/notation.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_cells = std::size_t{largest_side} * largest_side;

std::string describe(const LayoutFault& fault) {
  switch (fault.kind) {
    case LayoutFault::Kind::size:
      return "a board has " + std::to_string(smallest_side) + " to " +
             std::to_string(largest_side) + " cells per side";
    case LayoutFault::Kind::outside:
      return to_text(fault.cell) + " is not on the board";
    case LayoutFault::Kind::listed_twice:
      return to_text(fault.cell) + " is listed twice";
    case LayoutFault::Kind::bonus_value:
      return "the number on " + to_text(fault.cell) + " is not from 1 to 9";
    case LayoutFault::Kind::unknown_mark:
      return "unknown mark on " + to_text(fault.cell);
  }
  return "";
}

void read_bonus(FormReader& reader, const Json& json, const Path& path, Layout& layout) {
  if (!reader.expect_array(json, path, most_cells)) return;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const Path here{&path, {}, i};
    const Json& pair = json[i];
    if (!reader.expect_array(pair, here, 2)) return;
    if (pair.size() != 2) return reader.fail("type", here, "expected a cell and its number");
    const auto cell = reader.cell(pair[0], Path{&here, {}, 0});
    const auto value = reader.integer(pair[1], Path{&here, {}, 1}, 1, largest_bonus);
    if (!cell || !value) return;
    layout.bonus.push_back({*cell, *value});
  }
}

}  // namespace

std::optional<Ruleset> read_rules(FormReader& reader, const Json& object) {
  const Path path{nullptr, "variant", 0};
  const Json* const variant = reader.required(object, "variant", {});
  if (variant == nullptr) return std::nullopt;
  const auto name = reader.string(*variant, path, longest_name);
  if (!name) return std::nullopt;
  auto rules = ruleset_named(*name);
  if (!rules) {
    reader.fail("unknown_variant", path, in_quotes(*name) + " is not a variant");
    return std::nullopt;
  }

  const Json* const options = FormReader::optional(object, "options");
  if (options == nullptr) return rules;
  const Path options_path{nullptr, "options", 0};
  if (!reader.expect_object(*options, options_path)) return std::nullopt;
  for (const RuleOption& option : rule_options()) {
    const Json* const value = FormReader::optional(*options, option.name);
    if (value == nullptr) continue;
    const Path here{&options_path, option.name, 0};
    const auto word = reader.string(*value, here, longest_name);
    if (!word) continue;
    if (!option.set(*rules, *word))
      reader.fail("unknown_option", here, in_quotes(*word) + " is not a value of this option");
    else if (!option.allowed(*rules))
      reader.fail("unknown_option", here, in_quotes(*word) + " is not possible in " + *name);
  }
  if (reader.error()) return std::nullopt;
  return rules;
}

Json options_to_json(const Ruleset& rules) {
  const Ruleset defaults = ruleset_named(rules.variant).value_or(Ruleset{});
  Json options = Json::object();
  for (const RuleOption& option : rule_options())
    if (option.get(rules) != option.get(defaults)) options[option.name] = option.get(rules);
  return options;
}

std::optional<Layout> read_board(FormReader& reader, const Json& json, const Path& path,
                                 std::vector<Tile>* presets) {
  if (!reader.expect_object(json, path)) return std::nullopt;
  Layout layout;
  if (const Json* const size = reader.required(json, "size", path)) {
    const Path here{&path, "size", 0};
    const std::vector<int> sides = reader.integers(*size, here, 2, smallest_side, largest_side);
    if (!reader.error() && sides.size() != 2)
      reader.fail("type", here, "expected a width and a height");
    if (reader.error()) return std::nullopt;
    layout.width = sides[0];
    layout.height = sides[1];
  }
  if (const Json* const stars = FormReader::optional(json, "stars"))
    layout.stars = reader.cells(*stars, Path{&path, "stars", 0}, most_cells);
  if (const Json* const starts = FormReader::optional(json, "starts"))
    layout.starts = reader.cells(*starts, Path{&path, "starts", 0}, most_cells);
  if (const Json* const bonus = FormReader::optional(json, "bonus"))
    read_bonus(reader, *bonus, Path{&path, "bonus", 0}, layout);
  if (const Json* const preset = FormReader::optional(json, "preset");
      preset != nullptr && presets != nullptr) {
    auto tiles = reader.placed_tiles(*preset, Path{&path, "preset", 0}, most_cells);
    std::ranges::sort(tiles);
    for (const PlacedTile& placed : tiles) {
      layout.presets.push_back(placed.cell);
      presets->push_back(placed.tile);
    }
  }
  sort_cells(layout);
  if (reader.error()) return std::nullopt;
  if (const auto fault = layout_fault(layout)) {
    reader.fail("board", path, describe(*fault));
    return std::nullopt;
  }
  return layout;
}

Json board_to_json(const Layout& layout, const std::vector<Cell>& stars) {
  Json board;
  board["size"] = {layout.width, layout.height};
  board["stars"] = to_json(stars);
  board["starts"] = to_json(layout.starts);
  board["bonus"] = Json::array();
  for (const BonusCell& bonus : layout.bonus)
    board["bonus"].push_back(Json::array({to_text(bonus.cell), bonus.value}));
  return board;
}

}  // namespace sixfold
