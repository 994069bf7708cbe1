#include "page/request.hpp"

#include "record/notation.hpp"

namespace sixfold::page {

std::string error_text(const RecordError& error) {
  Json json;
  json["error"]["turn"] = error.turn;
  json["error"]["code"] = error.code;
  json["error"]["message"] = error.message;
  return dump(json);
}

std::string error_text(const IllegalMove& illegal) {
  Json json;
  json["error"]["code"] = "illegal";
  json["error"]["message"] = "the rules do not allow this";
  json["error"]["reason"] = code_of(illegal.reason);
  if (illegal.cell) json["error"]["cell"] = to_text(*illegal.cell);
  return dump(json);
}

std::optional<View> PageRequest::sound_view() {
  auto seen = view();
  if (!seen || failed()) return std::nullopt;
  if (seen->barred && seen->board.at(seen->barred->cell)) {
    reader_.fail("view", at("view"), "this cell cannot be barred");
    return std::nullopt;
  }
  return seen;
}

void add_outcome(Json& json, const Position& position) {
  if (!position.end) return;
  json["end"]["reason"] = code_of(position.end->reason);
  if (position.end->seat) json["end"]["seat"] = *position.end->seat;
  if (position.end->bonus != 0) json["end"]["bonus"] = position.end->bonus;
  json["winners"] = winners(position);
}

}  // namespace sixfold::page
