#include "page/preview_form.hpp"

#include "play/points.hpp"
#include "record/notation.hpp"

namespace sixfold::page {

Json to_json(const Score& score) {
  Json json;
  json["points"] = score.points();
  json["lines"] = Json::array();
  for (const ScoredLine& line : score.lines) {
    Json one;
    one["cells"] = to_json(line.cells);
    if (line.bonus != 0) one["bonus"] = line.bonus;
    json["lines"].push_back(std::move(one));
  }
  json["items"] = Json::array();
  for (const PointsItem& item : itemized(score)) {
    Json one;
    one["for"] = code_of(item.what);
    one["points"] = item.points;
    if (item.length != 0) one["length"] = item.length;
    if (item.direction) one["direction"] = *item.direction == Direction::across ? "across" : "down";
    if (item.cell) one["cell"] = to_text(*item.cell);
    json["items"].push_back(std::move(one));
  }
  return json;
}

Json to_json(const Preview& preview) {
  Json json;
  json["legal"] = !preview.illegal.has_value();
  if (preview.illegal) {
    json["reason"] = code_of(preview.illegal->reason);
    if (preview.illegal->cell) json["cell"] = to_text(*preview.illegal->cell);
  }
  if (preview.score) json["score"] = to_json(*preview.score);
  json["fits"] = Json::object();
  for (const Fit& fit : preview.fits) json["fits"][to_text(fit.tile)] = to_json(fit.cells);
  if (preview.trade.most != 0) {
    json["trade"]["fewest"] = preview.trade.fewest;
    json["trade"]["most"] = preview.trade.most;
  }
  json["takes"] = to_json(preview.takes);
  return json;
}

}  // namespace sixfold::page
