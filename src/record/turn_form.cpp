#include "record/turn_form.hpp"

namespace sixfold {

RolledCubes read_roll(FormReader& reader, const Json& roll, const Path& turn) {
  const Path path{&turn, "roll", 0};
  RolledCubes rolled;
  if (!reader.expect_object(roll, path)) return rolled;
  if (const Json* const cubes = reader.required(roll, "cubes", path))
    rolled.cubes = reader.tiles(*cubes, Path{&path, "cubes", 0}, most_tiles);
  if (const Json* const faces = reader.required(roll, "faces", path))
    rolled.faces = reader.tiles(*faces, Path{&path, "faces", 0}, most_tiles);
  return rolled;
}

std::vector<std::vector<Tile>> read_forced(FormReader& reader, const Json& forced,
                                           const Path& turn) {
  const Path path{&turn, "forced", 0};
  std::vector<std::vector<Tile>> rolls;
  if (!reader.expect_array(forced, path, most_turns)) return rolls;
  for (std::size_t i = 0; i < forced.size(); ++i)
    rolls.push_back(reader.tiles(forced[i], Path{&path, {}, i}, most_tiles));
  return rolls;
}

Placed read_placed(FormReader& reader, const Json& json, const Json& place, const Path& turn) {
  Placed placed{reader.placed_tiles(place, Path{&turn, "place", 0}, most_tiles), 0};
  if (const Json* const points = reader.required(json, "points", turn))
    placed.points = reader.integer(*points, Path{&turn, "points", 0}, 0, most_points).value_or(0);
  return placed;
}

Passed read_passed(FormReader& reader, const Json& pass, const Path& turn) {
  const Path path{&turn, "pass", 0};
  if (!reader.boolean(pass, path).value_or(true))
    reader.fail("type", path, "the value of pass must be true");
  return {};
}

Left read_left(FormReader& reader, const Json& leave, const Path& turn) {
  if (leave != "resigned" && leave != "timeout")
    reader.fail("act", Path{&turn, "leave", 0}, "the value of leave must be resigned or timeout");
  return {leave == "timeout" ? LeaveReason::timeout : LeaveReason::resigned};
}

void add_rolls(Json& json, const std::optional<RolledCubes>& roll,
               const std::vector<std::vector<Tile>>& forced) {
  if (roll) {
    json["roll"]["cubes"] = to_json(roll->cubes);
    json["roll"]["faces"] = to_json(roll->faces);
  }
  for (const std::vector<Tile>& faces : forced) json["forced"].push_back(to_json(faces));
}

void add_act(Json& json, const Placed& placed) {
  json["place"] = to_json(placed.tiles);
  json["points"] = placed.points;
}

void add_act(Json& json, const Passed& /*passed*/) { json["pass"] = true; }

void add_act(Json& json, const Left& left) { json["leave"] = code_of(left.reason); }

}  // namespace sixfold
