// Moves, and the text forms of tiles and cells: what is read prints back the same.
#include "json_target.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "rules/options.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

/// Every text form has exactly one spelling.
void check_notation(std::string_view text) {
  if (const auto tile = parse_tile(text)) require(to_text(*tile) == text, "a tile's text");
  if (const auto cell = parse_cell(text)) require(to_text(*cell) == text, "a cell's text");
  if (const auto placed = parse_placed_tile(text))
    require(to_text(*placed) == text, "the text of a tile on a cell");
  for (const RuleOption& option : rule_options()) {
    Ruleset rules;
    if (option.set(rules, text)) require(option.get(rules) == text, "an option");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check_notation(fuzz::text_of(data, size));
  const auto json = parse_json(fuzz::text_of(data, size));
  if (!json) return 0;
  if (json->is_string()) check_notation(json->get_ref<const std::string&>());
  FormReader reader;
  const auto move = read_move(reader, *json, Path{nullptr, "act", 0});
  require(move.has_value() != reader.error().has_value(), "a move or a reason");
  if (!move) return 0;
  FormReader second;
  require(read_move(second, to_json(*move), {}) == move, "what was printed reads back the same");
  return 0;
}
