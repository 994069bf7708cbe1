#include "record/id.hpp"

#include <algorithm>

#include "record/hex.hpp"

namespace sixfold {

std::string to_text(const Id& id) { return to_hex(id.bytes); }

std::optional<Id> parse_id(std::string_view text) {
  Id id;
  const auto bytes = parse_hex(text);
  if (!bytes || bytes->size() != id.bytes.size()) return std::nullopt;
  std::ranges::copy(*bytes, id.bytes.begin());
  return id;
}

}  // namespace sixfold
