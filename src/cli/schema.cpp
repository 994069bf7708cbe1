#include "protocol/schema.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "page/questions.hpp"
#include "protocol/plan.hpp"
#include "record/json.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::cli {

namespace {

/// The union of the words under `key` in each member of the list, each once.
std::string union_of(const Json& list, const char* key) {
  std::vector<std::string> words;
  for (const Json& one : list)
    if (const std::string word = dump(one[key]); !std::ranges::count(words, word))
      words.push_back(word);
  return fmt::format("{}", fmt::join(words, " | "));
}

/// The games as data for the web app.
std::string catalogue() {
  const Json json = *parse_json(page::catalogue_text());
  const Json& editions = json["editions"];
  const auto is_variant = [](const Json& edition) { return edition["name"] == edition["variant"]; };
  std::string rows;
  for (const Json& edition : editions) rows += "  " + dump(edition) + ",\n";
  Json variants = Json::array();
  std::ranges::copy_if(editions, std::back_inserter(variants), is_variant);
  return fmt::format(
      "// Made by `sixfold schema catalogue` from src/rules/variants/. Do not edit.\n"
      "import type {{ Edition }} from \"./types\";\n\n"
      "export type Variant = {};\n"
      "export type EditionName = {};\n"
      "export type ThemeName = {};\n"
      "export type OptionName = {};\n\n"
      "export const editions: [Edition, ...Edition[]] = [\n{}];",
      union_of(variants, "name"), union_of(editions, "name"), union_of(editions, "theme"),
      union_of(editions[0]["choices"], "option"), rows);
}

/// The schema of whatever names one of the variants for which this holds.
Json naming_variants(bool (*holds)(const Ruleset& rules)) {
  Json names = Json::array();
  for (const Variant& variant : all_variants())
    if (holds(variant.ruleset())) names.push_back(variant.name);
  Json json;
  json["properties"]["variant"]["enum"] = std::move(names);
  json["required"] = {"variant"};
  return json;
}

/// A list of what holds in each variant.
Json by_variant(Json (*properties)(const Ruleset& rules)) {
  Json all = Json::array();
  for (const Variant& variant : all_variants()) {
    Json one;
    one["if"]["properties"]["variant"]["const"] = variant.name;
    one["if"]["required"] = {"variant"};
    one["then"]["properties"] = properties(variant.ruleset());
    all.push_back(std::move(one));
  }
  return {{"allOf", std::move(all)}};
}

/// What the schemas of records, positions and views say about the games.
std::string games_schema() {
  Json json;
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["title"] = "The games and their options";
  Json& definitions = json["$defs"];
  definitions["variant"]["enum"] = protocol::variant_names();
  definitions["has_board"] =
      naming_variants([](const Ruleset& rules) { return rules.layout.has_value(); });
  definitions["has_cubes"] =
      naming_variants([](const Ruleset& rules) { return rules.pieces.rolled; });
  Json& options = definitions["options"];
  options["description"] = "Only what differs from the variant's defaults";
  options["type"] = "object";
  for (const RuleOption& option : rule_options()) {
    options["properties"][option.name]["description"] = option.about;
    options["properties"][option.name]["enum"] = option.values;
  }
  definitions["options_of_variant"] = by_variant([](const Ruleset& rules) {
    Json allowed;
    for (const RuleOption& option : rule_options())
      allowed["options"]["properties"][option.name]["enum"] = values_for(option, rules);
    return allowed;
  });
  definitions["hands_of_variant"] = by_variant([](const Ruleset& rules) {
    Json hands;
    hands["hands"]["items"] = {{"minItems", rules.hand_size}, {"maxItems", rules.hand_size}};
    return hands;
  });
  return json.dump(2);
}

}  // namespace

void add_schema(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand("schema",
                                               "Prints machine-readable descriptions of the games "
                                               "and of the messages between client and server");
  const auto add = [&](const char* name, const char* help, std::string (*text)()) {
    command->add_subcommand(name, help)->callback([&status, text] {
      fmt::print("{}\n", text());
      status = exit_ok;
    });
  };
  command->require_subcommand(1);
  add("client", "The JSON Schema of what a client sends",
      [] { return protocol::client_schema().dump(2); });
  add("server", "The JSON Schema of what a server sends",
      [] { return protocol::server_schema().dump(2); });
  add("asyncapi", "Both, as an AsyncAPI 3 document", [] { return protocol::asyncapi().dump(2); });
  add("games", "The games and their options, as a JSON Schema", games_schema);
  add("catalogue", "The same as TypeScript, with everything that the web app knows about them",
      catalogue);
  add("typescript", "The types of all messages, as TypeScript", [] {
    std::string text = protocol::typescript();
    text.pop_back();
    return text;
  });
}

}  // namespace sixfold::cli
