// JSON with limits: what is read prints and reads back the same and is within the limits; what is
// refused says why.
#include "record/json.hpp"

#include "require.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

int depth_of(const Json& json) {
  int depth = 0;
  if (json.is_structured())
    for (const Json& part : json) depth = std::max(depth, depth_of(part));
  return depth + (json.is_structured() ? 1 : 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = parse_json(fuzz::text_of(data, size));
  if (!json) {
    require(!json.error().code.empty() && !json.error().message.empty(), "an error says why");
    require(json.error().message.size() < 200, "a message is short");
    const Json message = json.error().message;
    const auto quoted = parse_json(dump(message));
    require(quoted && *quoted == message, "a message is UTF-8");
    return 0;
  }
  require(depth_of(*json) <= deepest_json, "nesting is within its limit");
  const std::string text = dump(*json);
  const auto again = parse_json(text);
  require(again.has_value(), "what was printed can be read");
  require(*again == *json, "what was printed reads back the same");
  require(dump(*again) == text, "printing again gives the same text");
  return 0;
}
