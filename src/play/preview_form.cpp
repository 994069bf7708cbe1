#include "play/preview_form.hpp"

#include "record/notation.hpp"

namespace sixfold {

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
  if (score.lone_tile != 0) json["lone"] = score.lone_tile;
  for (const BonusCell& bonus : score.bonus_cells)
    json["bonus"].push_back(Json::array({to_text(bonus.cell), bonus.value}));
  if (score.going_out != 0) json["out"] = score.going_out;
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

}  // namespace sixfold
