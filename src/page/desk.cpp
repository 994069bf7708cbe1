// What a page asks about the tiles of a hand before they are played.
#include <limits>

#include "page/preview_form.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "play/hint.hpp"
#include "play/rack.hpp"
#include "play/typed.hpp"
#include "record/notation.hpp"

namespace sixfold::page {

namespace {

constexpr std::size_t longest_typed = 1000;

std::optional<Slot> read_slot(FormReader& reader, const Json& json, const Path& path) {
  if (!reader.expect_object(json, path)) return std::nullopt;
  const Json* const tile = reader.required(json, "tile", path);
  if (tile == nullptr) return std::nullopt;
  Slot slot{.tile = reader.tile(*tile, path).value_or(Tile{})};
  const auto number = [&](std::string_view key) {
    const Json* const given = FormReader::optional(json, key);
    constexpr int highest = std::numeric_limits<int>::max();
    return given == nullptr ? 0 : reader.integer(*given, path, 0, highest).value_or(0);
  };
  slot.id = number("id");
  if (const Json* const cell = FormReader::optional(json, "cell");
      cell != nullptr && !cell->is_null()) {
    slot.cell = reader.cell(*cell, path);
    slot.laid = number("laid");
  }
  return slot;
}

Rack read_rack(PageRequest& request) {
  Rack rack;
  const Json* const json = request.needed("rack");
  const Path path = PageRequest::at("rack");
  if (json == nullptr || !request.reader().expect_array(*json, path, most_tiles)) return rack;
  for (std::size_t i = 0; i < json->size(); ++i)
    if (const auto slot = read_slot(request.reader(), (*json)[i], Path{&path, {}, i}))
      rack.push_back(*slot);
  return rack;
}

Json rack_to_json(const Rack& rack) {
  Json json = Json::array();
  for (const Slot& slot : rack) {
    Json one;
    one["id"] = slot.id;
    one["tile"] = to_text(slot.tile);
    one["cell"] = slot.cell ? Json(to_text(*slot.cell)) : Json();
    if (slot.cell) one["laid"] = slot.laid;
    if (slot.fresh != Fresh::no) one["fresh"] = slot.fresh == Fresh::rolled ? "rolled" : "drawn";
    json.push_back(std::move(one));
  }
  return json;
}

std::vector<CommandWords> read_commands(PageRequest& request) {
  std::vector<CommandWords> commands;
  const Json* const json = request.needed("commands");
  const Path path = PageRequest::at("commands");
  if (json == nullptr || !request.reader().expect_object(*json, path)) return commands;
  for (const auto& [command, words] : json->items())
    commands.push_back({command, request.reader().string(words, path, longest_typed).value_or("")});
  return commands;
}

}  // namespace

std::string answer_preview(std::string_view text) {
  PageRequest request(text);
  const auto seen = request.sound_view();
  Place laid;
  if (const Json* const place = request.needed("place"))
    laid.tiles = request.reader().placed_tiles(*place, PageRequest::at("place"), most_tiles);
  if (!seen || request.failed()) return request.error();
  return dump(to_json(preview(*seen, laid)));
}

std::string answer_rack(std::string_view text) {
  PageRequest request(text);
  auto seen = request.sound_view();
  const Rack before = read_rack(request);
  if (!seen || request.failed()) return request.error();
  if (request.given("end") != nullptr) seen->end.emplace();
  const Rack rack = rack_for(*seen, before);
  Json json;
  json["rack"] = rack_to_json(rack);
  if (seen->seat) json["preview"] = to_json(preview(*seen, Place{laid_tiles(rack)}));
  return dump(json);
}

std::string answer_sort(std::string_view text) {
  PageRequest request(text);
  const Rack rack = read_rack(request);
  SortBy by = next_order(rack);
  if (request.given("by") != nullptr) {
    const std::string name = request.text("by", longest_name);
    by = name == "shape" ? SortBy::shape : SortBy::colour;
    if (!request.failed() && name != "shape" && name != "colour")
      request.reader().fail("by", PageRequest::at("by"), "expected colour or shape");
  }
  if (request.failed()) return request.error();
  Json json;
  json["rack"] = rack_to_json(sorted(rack, by));
  return dump(json);
}

std::string answer_typed(std::string_view text) {
  PageRequest request(text);
  const std::string line = request.text("text", longest_typed);
  const auto commands = read_commands(request);
  if (request.failed()) return request.error();
  const auto typed = read_typed(line, commands);
  Json json;
  if (const auto* const move = typed ? std::get_if<Move>(&*typed) : nullptr) {
    json["act"] = to_json(*move);
  } else if (typed && std::get<TypedWord>(*typed) == TypedWord{"play", ""}) {
    json["play"] = true;
  } else {
    request.reader().fail("typed", PageRequest::at("text"), "this is not a move");
    return request.error();
  }
  return dump(json);
}

std::string answer_hints(std::string_view text) {
  PageRequest request(text);
  bool agreed = false;
  if (const Json* const json = request.needed("agreed"))
    agreed = request.reader().boolean(*json, PageRequest::at("agreed")).value_or(false);
  const int people = request.number("people", most_seats);
  if (request.failed()) return request.error();
  Json json;
  json["allowed"] = hints_allowed(agreed, static_cast<std::size_t>(people));
  return dump(json);
}

}  // namespace sixfold::page
