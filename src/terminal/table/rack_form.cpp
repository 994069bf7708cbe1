#include "terminal/table/rack_form.hpp"

#include "record/notation.hpp"

namespace sixfold::terminal {

namespace {

constexpr std::size_t most_held = 20;

}  // namespace

Json rack_to_json(const Rack& rack) {
  Json json;
  json["order"] = Json::array();
  for (const Slot& slot : rack) json["order"].push_back(to_text(slot.tile));
  json["laid"] = to_json(laid_tiles(rack));
  return json;
}

Rack rack_of(const Json& json) {
  FormReader reader;
  Rack rack;
  if (!json.is_object()) return rack;
  if (const Json* const order = FormReader::optional(json, "order"))
    for (const Tile tile : reader.tiles(*order, {}, most_held)) rack.push_back({.tile = tile});
  if (const Json* const laid = FormReader::optional(json, "laid"))
    static_cast<void>(lay_only(rack, reader.placed_tiles(*laid, {}, most_held)));
  return rack;
}

}  // namespace sixfold::terminal
