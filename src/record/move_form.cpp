#include <array>

#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

// More than any hand can hold.

std::optional<Move> read_act(FormReader& reader, std::string_view act, const Json& json,
                             const Path& path) {
  if (act == "place") return Place{reader.placed_tiles(json, path, most_tiles)};
  if (act == "trade") return Trade{reader.tiles(json, path, most_tiles)};
  if (act == "roll") return Roll{reader.tiles(json, path, most_tiles)};
  if (act == "take") {
    const auto tile = reader.placed_tile(json, path);
    return tile ? std::optional<Move>{Take{*tile}} : std::nullopt;
  }
  const auto pass = reader.boolean(json, path);
  if (pass && !*pass) reader.fail("type", path, "the value of pass must be true");
  return Pass{};
}

}  // namespace

std::optional<Move> read_move(FormReader& reader, const Json& json, const Path& path) {
  if (!reader.expect_object(json, path)) return std::nullopt;
  std::optional<Move> move;
  for (const std::string_view act : {"place", "trade", "roll", "take", "pass"}) {
    const Json* const value = FormReader::optional(json, act);
    if (value == nullptr) continue;
    if (move) {
      reader.fail("act", path, "there is more than one act");
      return std::nullopt;
    }
    move = read_act(reader, act, *value, Path{&path, act, 0});
    if (reader.error()) return std::nullopt;
  }
  if (!move) reader.fail("act", path, "there is no known act");
  return move;
}

Json to_json(const Move& move) {
  Json json;
  if (const auto* place = std::get_if<Place>(&move))
    json["place"] = to_json(place->tiles);
  else if (const auto* trade = std::get_if<Trade>(&move))
    json["trade"] = to_json(trade->tiles);
  else if (const auto* roll = std::get_if<Roll>(&move))
    json["roll"] = to_json(roll->cubes);
  else if (const auto* take = std::get_if<Take>(&move))
    json["take"] = to_text(take->tile);
  else
    json["pass"] = true;
  return json;
}

}  // namespace sixfold
