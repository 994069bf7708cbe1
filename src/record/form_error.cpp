#include "record/form_error.hpp"

#include "record/json.hpp"

namespace sixfold {

std::string error_text(const FormError& error) {
  Json json;
  json["error"]["code"] = error.code;
  json["error"]["message"] =
      error.where.empty() ? error.message : error.where + ": " + error.message;
  return dump(json);
}

}  // namespace sixfold
