#include "play/review_form.hpp"

#include "record/forms.hpp"
#include "record/notation.hpp"

namespace sixfold {

namespace {

Json list_of(const Chances& chances, std::size_t seats) {
  Json list = Json::array();
  for (std::size_t i = 0; i < seats; ++i) list.push_back(chances[i]);
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
  json["reasons"] = Json::array();
  for (const MoveReason& reason : move.reasons) json["reasons"].push_back(to_json(reason));
  return json;
}

Json act_json(const ReviewedAct& act, std::size_t seats) {
  Json json;
  json["turn"] = act.turn;
  json["seat"] = act.seat;
  json["played"] = move_json(act.played, seats);
  json["best"] = Json::array();
  for (const ReviewedMove& move : act.best) json["best"].push_back(move_json(move, seats));
  json["given_up"] = act.given_up;
  json["class"] = code_of(act.grade);
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
  return json;
}

Json to_json_with_view(const ReviewedAct& act) {
  Json json = act_json(act, act.seen.seats.size());
  json["view"] = to_json(act.seen);
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
