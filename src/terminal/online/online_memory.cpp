#include "terminal/online/online_memory.hpp"

#include "terminal/table/rack_form.hpp"
#include "terminal/table/save_file.hpp"

namespace sixfold::terminal {

namespace {

Json all_of(const std::filesystem::path& file) {
  const auto text = read_file(file);
  auto json = parse_json(text.value_or("{}"));
  return json && json->is_object() ? *std::move(json) : Json::object();
}

std::string text_of(const Json& json, std::string_view key) {
  const Json* const found = FormReader::optional(json, key);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Remembered recall(const std::filesystem::path& file, const std::string& origin) {
  const Json all = all_of(file);
  const Json* const one = FormReader::optional(all, origin);
  if (one == nullptr || !one->is_object()) return {};
  return {text_of(*one, "cookie"), text_of(*one, "code"), rack_of(*one)};
}

void remember(const std::filesystem::path& file, const std::string& origin,
              const Remembered& what) {
  Json all = all_of(file);
  Json one = rack_to_json(what.rack);
  one["cookie"] = what.cookie;
  one["code"] = what.code;
  all[origin] = std::move(one);
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  replace_file(file, dump(all) + "\n", Writing::quick);
}

}  // namespace sixfold::terminal
