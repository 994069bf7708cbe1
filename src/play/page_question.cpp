#include "play/page_question.hpp"

#include "record/notation.hpp"

namespace sixfold {

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

}  // namespace sixfold
