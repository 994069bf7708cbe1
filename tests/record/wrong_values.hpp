// Breaks a JSON document in one place at a time: replaces every value, at every depth, with values
// of every kind.
#pragma once

#include <string>
#include <vector>

#include "record/json.hpp"

namespace sixfold::tests {

/// For comparing documents whatever the order of their members.
[[nodiscard]] inline nlohmann::json unordered(const Json& json) {
  return nlohmann::json::parse(dump(json));
}

using Pointer = Json::json_pointer;

/// The pointers to every value in the document except the document itself, in order.
[[nodiscard]] std::vector<Pointer> all_values(const Json& document);

/// Values of every kind, including empty lists and objects. None is a valid tile, cell, seat or
/// list of these.
[[nodiscard]] const std::vector<Json>& wrong_values();

/// Calls `look(pointer, wrong, broken)` for each value of the document and each wrong value.
template <class Look>
void for_each_wrong_value(const Json& document, const Look& look) {
  for (const Pointer& pointer : all_values(document))
    for (const Json& wrong : wrong_values()) {
      Json broken = document;
      broken[pointer] = wrong;
      look(pointer, wrong, broken);
    }
}

/// Calls `look(pointer, broken)` with each member of each object left out.
template <class Look>
void for_each_missing_member(const Json& document, const Look& look) {
  for (const Pointer& pointer : all_values(document)) {
    Json broken = document;
    Json& parent = broken[pointer.parent_pointer()];
    if (!parent.is_object()) continue;
    parent.erase(pointer.back());
    look(pointer, broken);
  }
}

}  // namespace sixfold::tests
