#include "play/hint_form.hpp"

#include <algorithm>

#include "play/review_form.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

Json to_json(const Hint& hint) {
  Json json;
  json["where"] = Json::array();
  json["tiles"] = Json::array();
  const auto add_tile = [&](Tile tile) { json["tiles"].push_back(to_text(tile)); };
  if (const auto* place = std::get_if<Place>(&hint.move))
    for (const PlacedTile& placed : place->tiles) {
      json["where"].push_back(to_text(placed.cell));
      add_tile(placed.tile);
    }
  else if (const auto* trade = std::get_if<Trade>(&hint.move))
    std::ranges::for_each(trade->tiles, add_tile);
  else if (const auto* roll = std::get_if<Roll>(&hint.move))
    std::ranges::for_each(roll->cubes, add_tile);
  else if (const auto* take = std::get_if<Take>(&hint.move)) {
    json["where"].push_back(to_text(take->tile.cell));
    add_tile(take->tile.tile);
  }
  json["act"] = to_json(hint.move);
  json["points"] = hint.points;
  json["chance"] = hint.chance;
  json["why"] = Json::array();
  for (const MoveReason& reason : hint.reasons) json["why"].push_back(to_json(reason));
  return json;
}

}  // namespace sixfold
