// Views: what is read prints and reads back the same.
#include "json_target.hpp"
#include "record/forms.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  const auto json = parse_json(fuzz::text_of(data, size));
  if (!json) return 0;
  FormReader reader;
  const auto view = read_view(reader, *json, Path{nullptr, "view", 0});
  require(view.has_value() != reader.error().has_value(), "a view or a reason");
  if (!view) return 0;
  const Json printed = to_json(*view);
  FormReader second;
  const auto again = read_view(second, printed, {});
  require(again.has_value(), "what was printed can be read");
  require(*again == *view, "what was printed reads back the same");
  require(dump(to_json(*again)) == dump(printed), "printing again gives the same text");
  return 0;
}
