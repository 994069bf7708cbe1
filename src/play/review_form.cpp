#include "play/review_form.hpp"

#include "engine/weakness.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_best = 3;

Json list_of(const Chances& chances, std::size_t seats) {
  Json list = Json::array();
  for (std::size_t i = 0; i < seats; ++i) list.push_back(chances[i]);
  return list;
}

Json list_of(const std::vector<MoveReason>& reasons) {
  Json list = Json::array();
  for (const MoveReason& reason : reasons) list.push_back(to_json(reason));
  return list;
}

Json move_json(const ReviewedMove& move, std::size_t seats) {
  Json json;
  json["act"] = to_json(move.move);
  json["points"] = move.points;
  json["chances"] = list_of(move.chances, seats);
  json["error"] = move.error;
  json["lead"] = move.lead;
  json["exact"] = move.exact;
  json["behind"] = move.behind;
  json["behind_error"] = move.behind_error;
  json["reasons"] = list_of(move.reasons);
  return json;
}

Json act_json(const ReviewedAct& act, std::size_t seats) {
  Json json;
  json["turn"] = act.turn;
  json["seat"] = act.seat;
  json["played"] = move_json(act.played, seats);
  json["deals"] = act.deals;
  json["best"] = Json::array();
  json["candidates"] = Json::array();
  for (const ReviewedMove& move : act.candidates) {
    json["candidates"].push_back(move_json(move, seats));
    if (json["best"].size() < most_best) json["best"].push_back(json["candidates"].back());
  }
  json["explanation"]["played"] = list_of(act.explanation.played);
  if (!act.explanation.better.empty())
    json["explanation"]["better"] = list_of(act.explanation.better);
  json["given_up"] = act.given_up;
  json["equal"] = act.equal;
  json["class"] = code_of(act.grade);
  if (const auto weakness = weakness_in(act)) json["weakness"] = code_of(*weakness);
  json["skill"] = list_of(act.skill, seats);
  json["luck"] = list_of(act.luck, seats);
  return json;
}

}  // namespace

Json to_json(const MoveReason& reason) {
  Json json;
  json["code"] = code_of(reason.code);
  json["number"] = reason.number;
  if (reason.tile) json["tile"] = to_text(*reason.tile);
  if (reason.against) json["against"] = *reason.against;
  if (reason.chance) json["chance"] = *reason.chance;
  if (reason.average) json["average"] = *reason.average;
  for (const Tile tile : reason.tiles) json["tiles"].push_back(to_text(tile));
  for (const Cell cell : reason.cells) json["cells"].push_back(to_text(cell));
  return json;
}

Json to_json_with_view(const ReviewedAct& act) {
  Json json = act_json(act, act.seen.seats.size());
  json["view"] = to_json(act.seen);
  return json;
}

Json to_json(const WeaknessFigures& figures) {
  Json json;
  json["weakness"] = code_of(figures.weakness);
  json["count"] = figures.turns.size();
  json["given_up"] = figures.given_up;
  json["average"] = figures.given_up / static_cast<double>(figures.turns.size());
  json["turns"] = Json::array();
  for (const WeakTurn& turn : figures.turns) {
    Json one;
    one["game"] = turn.game;
    one["turn"] = turn.turn;
    one["given_up"] = turn.given_up;
    json["turns"].push_back(std::move(one));
  }
  return json;
}

Json to_json(const Review& review) {
  Json json;
  json["finished"] = review.finished;
  json["acts"] = Json::array();
  for (const ReviewedAct& act : review.acts)
    json["acts"].push_back(act_json(act, review.seats.size()));
  json["seats"] = Json::array();
  for (const SeatReview& seat : review.seats) {
    Json summary;
    summary["start"] = seat.start;
    summary["skill"] = seat.skill;
    summary["luck"] = seat.luck;
    summary["result"] = seat.result;
    summary["adjusted"] = seat.adjusted;
    for (std::size_t i = 0; i < seat.grades.size(); ++i)
      summary["classes"][std::string(code_of(static_cast<MoveClass>(i)))] = seat.grades[i];
    json["seats"].push_back(std::move(summary));
  }
  return json;
}

}  // namespace sixfold
