#include "wrong_values.hpp"

namespace sixfold::tests {

namespace {

void collect(const Json& value, const Pointer& here, std::vector<Pointer>& into) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      const Pointer there = here / key;
      into.push_back(there);
      collect(member, there, into);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Pointer there = here / i;
      into.push_back(there);
      collect(value[i], there, into);
    }
  }
}

Json deep_list() {
  Json list = Json::array();
  for (int depth = 0; depth < 20; ++depth) list = Json::array({list});
  return list;
}

}  // namespace

std::vector<Pointer> all_values(const Json& document) {
  std::vector<Pointer> pointers;
  collect(document, Pointer(), pointers);
  return pointers;
}

const std::vector<Json>& wrong_values() {
  static const std::vector<Json> values{
      nullptr,
      true,
      -1,
      4,
      1.5,
      1e300,
      18446744073709551615U,
      "",
      "Rq@0,0",
      std::string(5000, 'R'),
      Json::array(),
      Json::object(),
      Json::array({Json::array()}),
      Json::object({{"reason", "bored"}}),
      deep_list(),
  };
  return values;
}

}  // namespace sixfold::tests
